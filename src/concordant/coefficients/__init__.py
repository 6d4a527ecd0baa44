"""Coefficients: pure functions of one statistic, each with its facts; `catalogue` lists them."""
