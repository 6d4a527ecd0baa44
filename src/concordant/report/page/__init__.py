"""The page: one file of HTML, in both languages, that needs nothing else."""
