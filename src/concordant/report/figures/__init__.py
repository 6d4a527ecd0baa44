"""Figures, one function each: from a part of a study to a Vega-Lite specification."""
