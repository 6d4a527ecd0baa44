"""Each rater against the others, and over time."""
