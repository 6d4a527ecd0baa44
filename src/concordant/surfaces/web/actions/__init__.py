"""What the application does, as plain functions: values in, values out, no web framework."""
