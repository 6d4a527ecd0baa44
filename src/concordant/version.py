"""The version, which the package, its files and its archives name."""

__version__ = "0.1.0"
