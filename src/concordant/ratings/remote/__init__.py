"""Ratings of data that stay where they are: opened, counted, and a few items fetched."""
