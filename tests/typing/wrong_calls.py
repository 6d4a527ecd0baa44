# pyright: strict
"""Calls with a slip in every line that says so; a type checker must complain about each, and no other."""

import concordant as cc

human, judge = [1, 2, 3], [1, 2, 2]

cc.cohen_kappa(human, judge, wieghts="quadratic")  # slip
cc.cohen_kappa(human, judge, level="0.9")  # slip
cc.cohen_kappa(human, judge, interval="bootstap")  # slip
cc.cohen_kappa(human, judge, categorys=range(5))  # slip
cc.cohen_kappa(human, judge, metric="ordinal")  # slip
cc.cohen_kappa(human, judge, judge)  # slip
cc.cohen_kappa()  # slip
cc.krippendorff_alpha(human, judge, metric="ordnal")  # slip
cc.icc(human, judge, from_="A,1")  # slip
cc.icc(human, judge, all_forms="yes")  # slip
cc.exact_agreement(human, judge, weights="linear")  # slip
cc.cohens_kappa(human, judge)  # slip
estimate = cc.cohen_kappa(human, judge).value  # slip
cc.cohen_kappa(human, judge, weights="linear")
