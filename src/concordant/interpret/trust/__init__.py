"""Whether to believe a number: prevalence, weights, margins, validity."""
