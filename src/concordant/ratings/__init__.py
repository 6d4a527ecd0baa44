"""Reading ratings of any shape into one checked, immutable value."""
