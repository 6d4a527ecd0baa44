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
    "form": "Which intraclass correlation: 1,1 1,k A,1 A,k C,1 or C,k, or a name such as ICC(2,1).",
    "model": "Whether these raters stand for others (random) or are all that matter (mixed).",
    "method": "Analysis of variance of complete items, or restricted likelihood (reml) from all ratings; "
    "auto: the latter where ratings are missing.",
    "averaged": "Speak of the mean of so many raters, instead of those who took part.",
    "all_forms": "Show the six estimates side by side.",
    "divisor": "Variances over n - 1, or over n as Lin had it first.",
    "transform": "Make the interval on Fisher's z scale, or directly.",
    "coverage": "The share of differences that are to be no larger.",
    "approximate": "Take Lin's approximation instead of the exact solution.",
    "positive": "The category to be detected, against all others; without it, the last of two.",
    "truth": "The rater who is right; without it, the one of kind gold, or the first.",
    "levels": "How many points the scale has, one apart.",
    "kind": "Whether raters who are always higher or lower count as error (agreement) or not (consistency).",
    "certainty": "The share of cases that the limit should hold for.",
    "standardized": "Put every column on the same spread first.",
    "without_each": "Show what it would be without each column.",
    "cv_by": "Spread over the general mean, over every item's own mean, or from logarithms.",
    "n_raters": "Over how many raters decisions will be averaged, instead of those who took part.",
    "n_occasions": "Over how many occasions decisions will be averaged, instead of those there were.",
    "fixed": "A facet that is not generalised over: these raters, or these occasions, are all that matter.",
    "agreement": "The share of differences that the limits should hold.",
    "multiplier": "How many standard deviations the limits lie from the mean, such as 1.96.",
    "differences": "Differences as measured, in percent of the mean of both raters, or as ratios (log).",
    "limits": "Limits of normal differences, quantiles (nonparametric), or following size (regression).",
    "limits_interval": "How to make the intervals of the limits; without it exact, or mover with repeats.",
    "repeats": "Whether an occasion belongs together for both raters (linked) or not (unlinked).",
    "allowed": "The largest difference that would not matter (a ratio with differences log).",
    "ratio": "Variance of the second rater's errors over that of the first's; without it 1, or from repeats.",
    "weighted": "Take errors for proportional to what is measured.",
    "at": "Give the bias for a measurement so large.",
    "shape": "How the file is laid out.",
    "item": "Column that names the item.",
    "rater": "Column that names the rater (one rating a row).",
    "value": "Column that holds the rating (one rating a row), or a path to it inside records or JSON "
    "text, such as "
    "judge.output.score.",
    "raters": "The raters to compare, in this order; in a wide file, their columns; a=a1+a2 for a rater with "
    "a column for each time they rated; \\= and \\+ for these signs in a name.",
    "columns": "How names of columns are made up, such as {dimension}_{rater}; {repeat} is the number of a "
    "run.",
    "join": "Column by which several files are joined: each FILE holds some of the raters.",
    "dimension": "Column that names the criterion rated.",
    "repeat": "Column that numbers repeats by the same rater.",
    "round": "Column that names the round.",
    "rater_kind": "Column with human, judge, code or gold; or rater=kind pairs.",
    "slices": "Columns to slice by.",
    "case_weights": "Column with the number of items a row stands for.",
    "clusters": "Column of what varies together, such as the document of an item.",
    "time": "Column that says when a rating was given: a point in time, or a number for the order.",
    "seconds": "Column of how long a rating took, in seconds.",
    "cost": "Column of what a rating cost.",
    "text": "Columns that say what an item is, such as its prompt and response; they are only shown.",
    "comment": "Column of what raters wrote beside a rating, or rater=column pairs; it is only shown.",
    "scale": "Level of the scale.",
    "categories": "The categories, lowest first.",
    "missing": "Values that mean no rating.",
    "out_of_scale": "What to do with values that are not on the scale.",
    "duplicates": "What to do when a rater rated an item twice.",
    "merge": "Labels that mean the same: Y=yes,N=no reads Y as yes and N as no.",
    "shift": "What is added to every rating of a rater: judge=1.",
    "rescale": "The scale of a rater and the one it becomes: judge=1..100:1..5; without a rater, for all.",
    "reverse": "Raters whose scale runs the other way; judge=1..5 to name its ends.",
    "rounded": "Round scores that are nearly a scale to the points that people use, and read them as "
    "categories.",
    "sheet": "Sheet of a workbook, by name or number.",
    "encoding": "Encoding of the text, such as gb18030.",
    "delimiter": "What separates the columns.",
    "decimal": "What separates decimals in the text.",
    "header": "Whether the first row names the columns.",
    "input_format": "Format of an export, where it is not recognised; table: a plain table. concordant "
    "formats lists them.",
    "dimensions": "Dimensions of an export to read; a=b+c where b and c are names of one dimension.",
    "table": "Table of a database.",
    "engine": "What counts the rows: our own memory, or DuckDB, polars or Spark where the data are.",
    "memory_limit": "How much DuckDB may hold in memory, such as 2GB; the rest goes to disk.",
}

#: Options of inference. docs/inference.md says more.
PLAN_WORDS = {
    "level": "Confidence level of the interval.",
    "interval": "How to make the interval. score: holds with rare categories and near perfect agreement, for "
    "shares and coefficients of categories; bootstrap: percentiles; bca: the same, corrected for bias and "
    "skewness; exact: Clopper–Pearson, for two raters' raw agreement, S and PABAK; classical: by textbook, "
    "for Pearson and measurements; adjusted: the same, allowing for scores that are not normal and for few "
    "raters; generalised: for ICC(A,.), allows for few raters. Without it, what is usual for the "
    "coefficient.",
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

#: Options of a study, and of the parts of it that stand alone.
STUDY_WORDS = {
    "reference": "Who judges are held against: a kind (human, gold), or raters by name. Without it, the "
    "raters' kinds tell, which names often give away.",
    "goal": "What should be reached: first, optimised, mature or kappa-target, or a TOML file of your own.",
    "preset": "Which coefficients: auto looks at the data, the others go by purpose.",
    "benchmark": "Standard whose words are used for a number: landis-koch, guide, introduction, "
    "krippendorff, fleiss, altman, cicchetti-sparrow, regier, koo-li or mcbride. Without it, what "
    "is usual for the coefficient; with --lang zh, the guide instead of landis-koch.",
    "by": "Columns to slice by. Without it, those that look like slices.",
    "weights": "Weights of your own beside the usual ones, for weighted kappa; once for each.",
    "level": "Confidence level of the intervals.",
    "margin": "Loss against people, and against the round before, that has to be excluded for a judge to be "
    "called no worse; 0.05 is five points.",
    "fdr": "Rate of false discoveries among problems and slices.",
    "examples": "How many items to look at first are listed.",
    "per_cell": "How many items of each cell of a table are kept to be shown; 0 for none.",
}

#: Options of plans.
PLANNING_WORDS = {
    "kappa": "The kappa that is expected.",
    "alpha": "The alpha that is expected.",
    "icc": "The intraclass correlation of one rating that is expected.",
    "share": "The share that is expected: exact or adjacent agreement, or a pass rate.",
    "correlation": "The correlation that is expected; for labels, that of the judge with people.",
    "agreement": "The share of items on which two people are expected to agree.",
    "null": "The value to tell it from, such as a threshold.",
    "width": "The full width of the confidence interval: 0.2 is ±0.1.",
    "weights": "Weights of weighted kappa.",
    "metric": "How differences count: nominal, ordinal or interval.",
    "shares": "The share of each category, such as 0.3,0.7. Without it, equal shares.",
    "categories": "How many categories, with equal shares.",
    "raters": "How many raters rate each item.",
    "sided": "A test for larger values only (1), or for both sides (2).",
    "power": "How likely it should be that the data show it.",
    "level": "Confidence level of the interval.",
    "minutes": "Minutes that one rating takes.",
    "price": "What one rating costs.",
    "sd": "Standard deviation: of the differences, or of people's scores.",
    "bias": "The mean difference that is expected.",
    "allowed": "The largest difference that would not matter.",
    "discordant": "The share of items whose result changes between the rounds.",
    "gain": "The change of the share of agreement, such as 0.1 for ten percentage points.",
    "goal": "What should be reached: first, optimised, mature or kappa-target, or a TOML file of your own.",
    "expected": "The value that the measure is expected to have.",
    "measure": "The coefficient; without it, the one that goes with the scale and the raters.",
    "labels": "How many labels there are to divide.",
    "pass_rate": "The share of items that the judge passes.",
    "specificity": "The share of items failed by people that the judge fails.",
    "sensitivity": "The share of items passed by people that the judge passes.",
    "pilot": "How many labels a class of items has already, which keeps the division from extremes.",
    "judged": "How many items the judge rates. Without it, very many.",
    "reliability": "The reliability of one rating.",
    "target": "The reliability that the mean of raters should have.",
    "budget": "What may be spent in all.",
    "item_cost": "What an item costs before anybody rates it.",
    "rating_cost": "What one rating costs.",
    "repeat_error": "The share of a rating's error variance that changes when the same rater repeats it.",
    "pool": "How many items there are to draw from.",
    "items": "How many items to rate.",
    "what": "A stratified random sample, or the disputed items: an adjudication list, no sample.",
    "people": "Who rates. Without it, the people in the data.",
    "per_item": "How many people rate an item; 1.3 gives a second person to 30 % of the items.",
    "repeats": "The share of items that one of their raters rates again.",
    "by": "Slice columns to stratify by, beside the judge's score and whether judges disagree.",
    "seed": "The same seed gives the same tasks.",
}

#: Options of a report.
REPORT_WORDS = {
    "output": "Where to write it; - prints it, and the summary goes to standard error. Without it, FILE's "
    "name with -report behind, in this folder.",
    "format": "html: a page; md: Markdown; json: every number; csv: a folder of tables; latex and word: "
    "methods, results and tables for a paper; bibtex: their sources. Without it, what --output ends in: "
    ".html, .md, .json, .tex, .doc, .bib, / for csv.",
    "force": "Write even over what is no report.",
    "open": "Show it when it is written.",
}

#: Options of rounds that are kept.
TRACK_WORDS = {
    "project": "Which project. Without it, the only one there is.",
    "store": "Where rounds are kept: a file, or the address of a PostgreSQL database. Without it, what "
    "CONCORDANT_STORE says in the environment, else concordant.db in this folder.",
    "round": "What the round is called, such as v3. Not needed where a column names rounds.",
    "round_column": "Column that names rounds, where its name does not tell.",
    "note": "What was changed, in your own words.",
    "who": "Who adds it. Without it, the name of this user.",
    "when": "When it was made, such as 2026-03-01. Without it, now.",
    "prompt": "The judge's prompt, a file or its text; a fingerprint is kept, so that a change is seen.",
    "rubric": "The same of the rubric that raters work by.",
    "model": "Name of the judge's model.",
    "replace": "Replace a round of this name that has other ratings; the old one stays in the store.",
    "fresh": "Forget what was said for the round before: reference, goal, categories, scale.",
    "items": "How many items that agree better, and how many that agree worse, are shown.",
    "margin": "Loss since the first round that has to be excluded, 0.05 for five points.",
    "rater": "Only this rater. Without it, every judge.",
    "full": "Say all of it, not only what matters most.",
    "force": "Write over a file that is there already.",
    "generation": "Show an earlier version of a round that was replaced: 1 is the first.",
    "beside": "Show the file as the newest round of this project, beside those that are kept; nothing is "
    "stored.",
}

#: Options of a check.
CHECK_WORDS = {
    "goal": "What should be reached: first, optimised, mature or kappa-target, or a TOML file of your own.",
    "baseline": "What nothing may be lost against: a file of ratings, a round of FILE (its last one is "
    "checked), or with --project a round that is stored, last for the newest.",
    "comparison": "Check this comparison alone: a judge's name, people or raters. Without it, every judge.",
    "allowed_loss": "How much may be lost since the baseline, 0.02 for two points; a loss counts if it is "
    "surely larger.",
    "margin": "Loss since the baseline that has to be excluded, 0.02 for two points; where the data do not "
    "exclude it, it cannot be told yet.",
    "least_common": "Share of the baseline's items that must be in FILE; with fewer, it cannot be told what "
    "changed. 0 asks for none.",
    "fdr": "Rate of false discoveries among slices that lost or gained.",
    "project": "The project whose rounds are stored.",
    "store": "Where rounds are kept: a file, or the address of a PostgreSQL database. Without it, what "
    "CONCORDANT_STORE says in the environment, else concordant.db in this folder.",
    "format": "What is printed: text; json: every number; junit: XML for test reports; md: Markdown for a "
    "pull request.",
    "output": "Write it to a file as well, by its ending: .json, .xml (JUnit), .md or .txt; once for each.",
    "force": "Write even over what no check wrote.",
}

#: Options of writing back.
EXPORT_WORDS = {
    "to": "The tool.",
    "what": "disputed: items to rate again, the most disputed first; gold: what most people say; scores: "
    "every rating.",
    "output": "The file to write; without it, one named after FILE; - prints it.",
    "send": "Send it to the API of Langfuse, Label Studio or Phoenix; the address and the token are read "
    "from the environment.",
    "dry_run": "Show what would be sent, and send nothing.",
    "top": "At most so many disputed items.",
    "queue": "Annotation queue of Langfuse that disputed items go to.",
    "object_type": "What items are in Langfuse.",
    "to_name": "Name of the object in Label Studio, where FILE does not say it.",
}
