"""A study as people look at it: page, figures, words for the paper, files; pure functions of a study."""
