# One question to one R package: Rscript peers.R package task file rows columns
# Prints the seconds it took and the answer; the file holds doubles, column by column.
given <- commandArgs(TRUE)
x <- matrix(readBin(given[3], "double", as.numeric(given[4]) * as.numeric(given[5])), nrow = as.numeric(given[4]))

all_forms <- function(y) unlist(lapply(c("single", "average"), function(unit) c(
  irr::icc(y, "oneway", "consistency", unit)$value,
  irr::icc(y, "twoway", "agreement", unit)$value,
  irr::icc(y, "twoway", "consistency", unit)$value)))

ask <- switch(paste(given[1], given[2]),
  "vcd kappa" = function() vcd::Kappa(table(x[, 1], x[, 2]))$Unweighted[["value"]],
  "irr kappa" = function() irr::kappa2(x)$value,
  "irr kappa_weighted" = function() irr::kappa2(x, "squared")$value,
  "irrCAC kappa" = function() irrCAC::conger.kappa.raw(x)$est$coeff.val,
  "irr fleiss" = function() irr::kappam.fleiss(x)$value,
  "irr icc" = function() all_forms(x),
  "irr icc_features" = function() unlist(lapply(
    seq(1, ncol(x), 3), function(first) all_forms(x[, first:(first + 2)]))),
  "psych icc" = function() psych::ICC(x)$results$ICC,
  "psych icc_single" = function() psych::ICC(x)$results$ICC[2])

begun <- proc.time()[["elapsed"]]
answer <- suppressWarnings(suppressMessages(ask()))
cat(proc.time()[["elapsed"]] - begun, format(answer, digits = 15), "\n")
