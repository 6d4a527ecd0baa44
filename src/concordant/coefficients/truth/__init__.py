"""Raters against a known truth: bias, error and reliability."""
