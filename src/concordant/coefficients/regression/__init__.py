"""Straight lines between two raters who both make errors: Deming, Passing–Bablok."""
