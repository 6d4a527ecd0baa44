"""Judges corrected by people's labels, raters combined, and answers compared in pairs."""
