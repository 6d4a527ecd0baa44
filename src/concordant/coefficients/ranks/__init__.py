"""Agreement on order: correlation and Kendall's W."""
