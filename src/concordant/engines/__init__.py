"""Data that stay on disk, in a database or on a cluster are counted there."""
