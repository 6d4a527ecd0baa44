"""The study: every part in turn, and the order in which it is read."""
