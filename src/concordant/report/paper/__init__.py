"""Words for a paper: methods, results, checklist, references."""
