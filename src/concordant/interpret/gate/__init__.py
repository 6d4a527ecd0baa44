"""Whether a goal is met and nothing was lost since a baseline."""
