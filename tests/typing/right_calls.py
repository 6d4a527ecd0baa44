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

cc.cohen_kappa(human, judge, clusters=["a", "a", "b"], case_weights=(1, 1, 2), missing=-9)
cc.study("scores.csv", raters=["human", "judge"], by="lang", scale="ordinal", missing=[-9], tell=print)
cc.as_ratings(human, judge, categories=range(5), slices={"lang": ["en", "zh", "en"]})
cc.check("scores.csv", goal="first", round="version").save("gate.md")
cc.assert_agreement(
    "scores.csv", goal="first", cannot_tell="skip", allowed_loss=0.02, rater_kind={"a": "judge"}
)
cc.agreement("scores.csv", "gwet_ac", weights="quadratic", level=0.9, delimiter=";").tidy()
cc.agreement_by("scores.csv", "icc", by=["lang"], form="A,1", item="id").frame()
cc.pairwise("scores.csv", "bland_altman", allowed=1, interval="none", engine="duckdb").to_pandas()
cc.top_items(
    "scores.csv", k=5, by="cohen_kappa", raters=["human", "judge"], weights="linear", text=["prompt"]
)
cc.compare(
    cc.measure("icc", human, judge, form="C,1"), cc.measure("icc", judge, human), interval="bca", rng=1
)
cc.stratified("scores.csv", by="lang", weights="linear", header=False)
cc.sensitivity(human, judge, weights={"clinic": [[1.0, 0.5], [0.5, 1.0]]}, level=0.9, categories=[1, 2])
cc.marginal_homogeneity(human, judge, out_of_scale="drop")
cc.drift("scores.csv", rater="judge", round="version", level=0.9)
cc.d_study("scores.csv", n_raters=[1, 2], target=0.8, repeat="occasion")
cc.intra_rater("scores.csv", "icc", form="A,1", repeat="occasion")
cc.moments_by("scores.csv", by="lang", raters=["human", "judge"])
cc.cohen_kappa(human, judge, weights="power:1.5")
cc.cohen_kappa(human, judge, weights=cc.weight_matrix("power:1.37", [1, 2, 3]))
cc.icc(human, judge, form="ICC(2,k)")
cc.icc(human, judge, form="ICC3k")
cc.intra_rater("scores.csv", "auto", repeat="occasion")
cc.figures.bland_altman(human, judge, differences="percent", level=0.9, raters=["a", "b"])
cc.figures.forest("scores.csv", by="lang", preset="auto", round="version")
cc.figures.sensitivity_curve(human, judge, weights={"mine": [[1.0, 0.0], [0.0, 1.0]]}, lang="zh")
cc.figures.paradox_curve(human, judge, weights="linear")
cc.track("tones").add("v1.csv", round="v1", goal="first", categories=[1, 2, 3], rater_kind="kind")
cc.track("tones").preview("v1.csv", reference="human", fresh=True)
cc.plan("kappa", kappa=0.6, null=0.4, shares=[0.3, 0.7], raters=3)
cc.plan("scores.csv", measure="cohen_kappa", weights="quadratic", width=0.1, raters=["human", "judge"])
cc.corrected_mean(judge, human, by=["new", "old", "new"], power=1.0)
cc.corrected_difference("scores.csv", by="system", clusters="document", categories=range(5))
cc.corrected_share("scores.csv", judge="judge", positive="pass")
cc.score_map(judge, human).apply([1, 2.5])
cc.latent_truth("scores.csv", pseudo_count=0.0, scale="nominal")
cc.panel("scores.csv", costs={"judge": 2.0}, budget=3)
cc.kappa_steps(human, judge, weights="quadratic", categories=range(5)).text("zh")
