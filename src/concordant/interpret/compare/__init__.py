"""Who is compared with whom, by which measures, and how the values read."""
