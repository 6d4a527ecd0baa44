"""Goals as data, and whether they are met."""
