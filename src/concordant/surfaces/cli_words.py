"""What each option means, in a line for someone who does not write Python."""

from __future__ import annotations

#: Options of coefficients and of reading.
WORDS = {
    "weights": "Partial credit: a name, power:P, @FILE with a matrix as CSV, or the matrix as JSON.",
    "scores": "A number for each category, lowest first, to space the weights by.",
    "across": "Count agreeing pairs of raters, or items on which all agree.",
    "within": "How far apart two ratings may be and still count.",
    "margins": "Chance from items or from ratings, where raters differ in number.",
    "metric": "How to measure a difference: a name, @FILE with a matrix as CSV, or the matrix as JSON.",
    "correct_ties": "Correct for ties.",
    "shape": "How the file is laid out.",
    "item": "Column that names the item.",
    "rater": "Column that names the rater (one rating a row).",
    "value": "Column that holds the rating (one rating a row).",
    "raters": "The raters to compare, in this order; in a wide file, their columns.",
    "dimension": "Column that names the criterion rated.",
    "repeat": "Column that numbers repeats by the same rater.",
    "round": "Column that names the round.",
    "rater_kind": "Column with human, judge, code or gold; or rater=kind pairs.",
    "slices": "Columns to slice by.",
    "case_weights": "Column with the number of items a row stands for.",
    "clusters": "Column of what varies together, such as the document of an item.",
    "scale": "Level of the scale.",
    "categories": "The categories, lowest first.",
    "missing": "Values that mean no rating.",
    "out_of_scale": "What to do with values that are not on the scale.",
    "duplicates": "What to do when a rater rated an item twice.",
    "sheet": "Sheet of a workbook, by name or number.",
    "encoding": "Encoding of the text, such as gb18030.",
    "delimiter": "What separates the columns.",
    "header": "Whether the first row names the columns.",
}

#: Options of inference. docs/inference.md says more.
PLAN_WORDS = {
    "level": "Confidence level of the interval.",
    "interval": "How to make the interval. bootstrap: percentiles; bca: the same, corrected for bias and "
    "skewness; exact: Clopper–Pearson, for two raters' raw agreement, S and PABAK; classical: Fisher's z, "
    "for Pearson.",
    "null": "Value to test against. Without it, no agreement as the coefficient defines it.",
    "alternative": "Look for a difference either way, only above the tested value, or only below it.",
    "test": "z: large-sample variance; t: items less one as degrees of freedom. Without it, what is usual "
    "for the coefficient.",
    "variance": "delta: exact influence values; irrcac: as the R package irrCAC has it where ratings are "
    "missing.",
    "raters_are": "Whether the interval is about these raters, or about raters like them.",
    "population": "Number of items there are in all, if the rated ones are a sizeable part of them.",
    "draws": "Number of bootstrap resamples.",
    "rng": "Seed of the bootstrap, a whole number; the same seed gives the same interval.",
}
