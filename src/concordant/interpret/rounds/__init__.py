"""Rounds of a project: what changed from one to the next, whether it has converged, whether a judge drifts."""
