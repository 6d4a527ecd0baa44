# pyright: strict
"""Calls that every type checker must let pass."""

from pathlib import Path

import concordant as cc

human, judge = [1, 2, 3], [1, 2, 2]

one: cc.Result = cc.cohen_kappa(human, judge)
cc.cohen_kappa(human, judge, weights="quadratic", level=0.9, categories=range(5))
cc.cohen_kappa("scores.csv", raters=["human", "judge"], weights=[[1.0, 0.0], [0.0, 1.0]])
cc.krippendorff_alpha([[1, 2], [2, 2]], metric="ordinal", interval="bootstrap", rng=1)
cc.icc(Path("scores.csv"), form="A,1", all_forms=True)
cc.gwet_ac({"a": human, "b": judge}, weights="linear", scale="ordinal")
cc.bland_altman(human, judge, differences="percent")
study: cc.Study = cc.study(human, judge, goal="mature")
cc.compare(cc.measure("cohen_kappa", human, judge), cc.measure("cohen_kappa", judge, human), paired=True)
cc.figures.heat_map(human, judge).save("table.svg")
low: float = one.interval.low if one.interval else one.estimate
