"""What people touch: Python functions, the command line, the store, the pytest plugin."""
