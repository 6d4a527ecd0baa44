"""Rounds of a project: what changed from one to the next, whether it converged, whether a judge drifts."""
