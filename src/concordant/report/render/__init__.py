"""A study as Markdown, LaTeX, Word, CSV, JSON and in a notebook."""
