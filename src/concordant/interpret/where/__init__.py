"""Where raters disagree: slices, cuts, score bands, items, strata."""
