"""A study as people look at it: page, figures, draft text for the paper, files; pure functions of a study."""
