"""Messages as data, rendered in English and Chinese."""
