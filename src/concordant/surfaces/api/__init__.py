"""Functions of the Python package."""
