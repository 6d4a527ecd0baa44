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
cc.study(human, judge, ratrs=["a", "b"])  # slip
cc.study(human, judge, prest="auto")  # slip
cc.study(human, judge, scale="ordnal")  # slip
cc.as_ratings(human, judge, categorys=range(5))  # slip
cc.check("scores.csv", goal="first", rond="version")  # slip
cc.check("scores.csv", goal="first", allowed_loss="2 points")  # slip
cc.assert_agreement("scores.csv", goal="first", alowed_loss=0.02)  # slip
cc.assert_agreement("scores.csv", goal="first", cannot_tell="ignore")  # slip
cc.agreement("scores.csv", "gwet_ac", wieghts="linear")  # slip
cc.agreement("scores.csv", name=3)  # slip
cc.agreement_by("scores.csv", "icc")  # slip
cc.pairwise("scores.csv", "icc", engin="duckdb")  # slip
cc.top_items("scores.csv", n=5)  # slip
cc.compare(cc.measure("icc", human, judge), cc.measure("icc", judge, human), raters=["a", "b"])  # slip
cc.measure("icc", human, judge, fom="C,1")  # slip
cc.stratified("scores.csv", by="lang", levl=0.9)  # slip
cc.sensitivity(human, judge, levl=0.9)  # slip
cc.marginal_homogeneity(human, judge, duplicates="third")  # slip
cc.drift("scores.csv", rond="version")  # slip
cc.study(human, judge, raters=["a", "b"])
cc.cohen_kappa(human, judge, weights="quadartic")  # slip
cc.gwet_ac(human, judge, interval="scor")  # slip
cc.icc(human, judge, form="B,1")  # slip
cc.agreement("scores.csv", "cohens_kappa")  # slip
cc.agreement("scores.csv", "cohen_kappa", weights="lineal")  # slip
cc.icc(human, judge, method="aonva")  # slip
cc.figures.heat_map(human, judge, ratrs=["a", "b"])  # slip
cc.figures.bland_altman(human, judge, diferences="percent")  # slip
cc.figures.forest("scores.csv", by="lang", prest="auto")  # slip
cc.figures.sensitivity_curve(human, judge, levl=0.9)  # slip
cc.figures.drift("scores.csv", rond="version")  # slip
cc.figures.paradox_curve(human, judge, weights="linaer")  # slip
cc.track("tones").add("v1.csv", round="v1", categorys=[1, 2])  # slip
cc.track("tones").add("v1.csv", round="v1", scale="ordnal")  # slip
cc.track("tones").preview("v1.csv", refernce="human")  # slip
cc.weight_matrix("linear", [1, 2, 3], score=[1, 2, 3])  # slip
cc.plan("kappa", kapa=0.6, null=0.4)  # slip
cc.plan("share", share="0.8", width=0.1)  # slip
cc.plan("scores.csv", width=0.1, raters=["human", "judge"])
cc.corrected_mean(judge, human, powr=1.0)  # slip
cc.corrected_share(judge, human, level="0.9")  # slip
cc.corrected_difference(judge, human)  # slip
cc.score_map("scores.csv", ratrs=["human", "judge"])  # slip
cc.latent_truth("scores.csv", pseudo=0.5)  # slip
cc.panel("scores.csv", cost={"judge": 2.0})  # slip
cc.kappa_steps(human, judge, weights="quadartic")  # slip
