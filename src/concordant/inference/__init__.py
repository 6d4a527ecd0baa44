"""Standard errors, intervals, tests and comparisons of coefficients."""
