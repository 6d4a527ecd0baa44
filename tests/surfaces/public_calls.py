"""A valid call of everything public: functions, coefficients, figures, and methods of what they return."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

import concordant as cc

READING = tuple(p for p in inspect.signature(cc.read).parameters if p != "source")
#: Classes that are made by functions: nobody calls them with arguments of their own.
MADE = {"Audit", "Explanation", "Form", "Frame", "Gate", "Interval", "JudgePanel", "LabelPanel",
        "LatentTruth", "Moments", "Note", "OrdinalMap", "Ratings", "Result", "SamplePlan", "Sliced", "Strata",
        "Study", "TaskList"}  # fmt: skip
ERRORS = {"AmbiguousReading", "ConcordantError", "InputError", "MissingLibrary", "OptionError", "ScaleError"}


@dataclass(frozen=True)
class Call:
    """A function with arguments that it takes; `share` says how often it is called beside the others."""

    name: str
    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    share: float = 1.0

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """Names of all options, those of reading where the function hands them on."""
        parameters = inspect.signature(self.function).parameters.values()
        own = [p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)]
        kinds = {p.kind for p in parameters}
        hands_on = inspect.Parameter.VAR_KEYWORD in kinds
        own = own[len(self.args) :] if inspect.Parameter.POSITIONAL_ONLY not in kinds else own
        return tuple(dict.fromkeys([*own, *(READING if hands_on else ()), *self.options]))


# --- data that are right ------------------------------------------------------------------------


def _wide() -> pd.DataFrame:
    human = [1, 2, 3, 1, 2, 3, 1, 2, 3, 3, 2, 1]
    judge = [1, 2, 3, 1, 3, 3, 1, 2, 2, 3, 2, 2]
    third = [1, 2, 3, 2, 2, 3, 1, 1, 3, 3, 2, 1]
    return pd.DataFrame(
        {
            "item": range(12), "human": human, "judge": judge, "third": third,
            "lang": ["zh", "en"] * 6, "kind": ["chat"] * 6 + ["code"] * 6,
        }
    )  # fmt: skip


def _long(value: Callable[[int, int, int], float]) -> pd.DataFrame:
    """Two raters, ten items, each rated twice."""
    rows = [
        {"item": i, "rater": f"r{r}", "time": t, "score": value(i, r, t)}
        for i in range(10) for r in (1, 2) for t in (1, 2)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def _rounds() -> pd.DataFrame:
    rows = [
        {"item": i, "run": r, "human": i % 5, "judge": min(4, i % 5 + (i % (r + 1) == 0))}
        for r in (1, 2, 3) for i in range(20)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def _measured() -> np.ndarray:
    noise = np.random.default_rng(1).normal(size=(12, 3))
    return np.round(np.arange(12.0)[:, None] + noise, 3)


def right_data() -> SimpleNamespace:
    """Each kind of data once."""
    wide, measured = _wide(), _measured()
    cube = measured[:, :, None] + np.random.default_rng(2).normal(size=(12, 3, 4))
    return SimpleNamespace(
        wide=wide[["item", "human", "judge"]],
        sliced=wide,
        two=(wide["human"].tolist(), wide["judge"].tolist()),
        three=wide[["human", "judge", "third"]].to_numpy(),
        binary=(wide["human"] > 1).tolist(),
        other=(wide["judge"] > 1).tolist(),
        pair=measured[:, :2],
        measured=measured,
        cube=cube,
        again=_long(lambda i, r, t: i + 0.31 * r + 0.17 * ((i * 7 + t * 3 + r) % 5)),
        once=_long(lambda i, r, t: i + 0.31 * r + 0.17 * ((i * 7 + r) % 5)).query("time == 1"),
        rounds=_rounds(),
    )


# --- calls --------------------------------------------------------------------------------------


def every_call(folder: Path) -> list[Call]:
    """Every public callable, with files in `folder`."""
    data = right_data()
    made = _objects(data, folder)
    return [
        *_coefficients(data), *_functions(data, made, folder), *_studies(data, made, folder),
        *_figures(data, made), *_methods(made, folder),
    ]  # fmt: skip


#: Coefficients that need more than two columns of categories or measurements.
_REPEATED = {"intra_rater_icc", "within_subject_sd", "repeatability_limit", "within_subject_cv"}
_BINARY = {"prevalence_index", "bias_index"}
_NEEDED: dict[str, dict[str, Any]] = {"finn_coefficient": {"levels": 5}}


def _coefficients(data: SimpleNamespace) -> Iterator[Call]:
    for c in cc.CATALOGUE:
        function = getattr(cc, c.name)
        if c.name in _REPEATED:
            yield Call(c.name, function, (data.again,), {"repeat": "time"})
            continue
        if c.name == "against_truth":
            yield Call(c.name, function, (data.wide,), {"raters": ["human", "judge"]})
        if c.name in _BINARY:
            yield Call(c.name, function, (data.binary, data.other))
        numbers, needed = c.statistic.__name__ == "Moments", _NEEDED.get(c.name, {})
        yield Call(c.name, function, (*(data.pair.T.tolist() if numbers else data.two),), needed)
        yield Call(c.name, function, (data.pair if numbers else data.wide,), needed)
        yield Call(c.name, function, data.two, {"interval": "bootstrap", "draws": 40, **needed}, 0.3)
        if not c.two_raters_only:
            yield Call(c.name, function, (data.measured if numbers else data.three,), needed)


def _functions(data: SimpleNamespace, made: SimpleNamespace, folder: Path) -> Iterator[Call]:
    by = {"by": "lang", "raters": ["human", "judge"]}
    yield Call("agreement", cc.agreement, (data.wide, "gwet_ac"))
    yield Call("agreement_by", cc.agreement_by, (data.sliced, "cohen_kappa"), by)
    yield Call("as_ratings", cc.as_ratings, data.two, {}, 3)
    yield Call("as_ratings", cc.as_ratings, (data.three,), {"categories": [1, 2, 3]}, 3)
    yield Call("read", cc.read, (data.wide,), {}, 3)
    yield Call("read", cc.read, (made.csv,), {}, 3)
    yield Call("read", cc.read, (data.again,), {"repeat": "time", "value": "score"}, 3)
    yield Call("compare", cc.compare, (made.measure, made.other_measure))
    yield Call("measure", cc.measure, ("cohen_kappa", *data.two))
    yield Call("Measure", cc.Measure, (cc.CATALOGUE[3], made.ratings))
    yield Call("moments", cc.moments, (data.measured,))
    yield Call("moments_by", cc.moments_by, (data.sliced,), by)
    yield Call("top_items", cc.top_items, (data.wide,), {"k": 3})
    yield Call("top_items", cc.top_items, (data.sliced,), {"by": "cohen_kappa", "raters": ["human", "judge"]})
    yield Call("intra_rater", cc.intra_rater, (data.again,), {"repeat": "time"})
    yield Call("pairwise", cc.pairwise, (data.three,))
    yield Call("d_study", cc.d_study, (data.measured,), {"n_raters": [1, 2]})
    yield Call("table", cc.table, ([[5, 1], [2, 6]],))
    yield Call("table", cc.table, ([[5, 1], [2, 6]], ["a", "b"]), {"raters": ["x", "y"]})
    yield Call("counts", cc.counts, ([[3, 0], [2, 1]],))
    yield Call("severity_scores", cc.severity_scores, (made.ratings, [1.0, 2.0] * 6))
    yield Call("weight_matrix", cc.weight_matrix, ("quadratic", [1, 2, 3]))
    yield Call("mean_squares", cc.mean_squares, (),
               {"items": 10.0, "raters": 2.0, "error": 1.0, "n_items": 10, "n_raters": 3})  # fmt: skip
    yield Call("summary", cc.summary, (),
               {"n_items": 10, "means": [1.0, 2.0], "sds": [1.0, 1.0], "correlations": 0.5})  # fmt: skip
    yield Call("spearman_brown", cc.spearman_brown, (0.5, 2.0))
    yield Call("raters_needed", cc.raters_needed, (0.5, 0.8))
    yield Call("icc_form", cc.icc_form)
    yield Call("reliability_and_mse", cc.reliability_and_mse, (),
               {"var_true": 1.0, "bias": [0.1, 0.2], "error_variance": [0.5, 0.5]})  # fmt: skip
    yield Call("icc_features", cc.icc_features, (data.cube,))
    yield Call("icc_features", cc.icc_features, (data.once,), {"features": ["score"], "item": "item"})
    yield Call("reliable_features", cc.reliable_features, (made.features,))
    yield Call("marginal_homogeneity", cc.marginal_homogeneity, data.two)
    yield Call("sensitivity", cc.sensitivity, data.two, {}, 0.5)
    yield Call("stratified", cc.stratified, (data.sliced,), by)
    yield Call("example", cc.example, ("clinical",))
    yield Call("examples", cc.examples)
    yield Call("formats", cc.formats, (), {}, 0.3)
    yield Call("import_table", cc.import_table, (made.export,), {"input_format": "langsmith"})
    yield Call("read", cc.read, (made.export,), {"dimensions": ["tone"]})
    yield Call("write_back", cc.write_back, (data.wide,), {"to": "langfuse", "what": "gold"})
    yield Call("plan", cc.plan, ("kappa",), {"kappa": 0.6, "null": 0.4})
    yield Call("plan", cc.plan, ("goal",), {"goal": "mature", "expected": 0.82}, 0.3)
    yield Call("plan", cc.plan, ("limits",), {"width": 0.5})
    yield Call("plan", cc.plan, ("labels",), {"correlation": 0.8, "width": 0.2, "judged": 1000})
    yield Call("plan", cc.plan, (data.wide,), {"width": 0.1})
    yield Call("plan_next", cc.plan_next, (data.sliced,), {"items": 6, "people": list("efgh"), "per_item": 4})
    yield Call("SamplePlan.text", cc.plan("share", share=0.8, width=0.1).text)
    yield Call("explain", cc.explain, ("kappa",))
    yield Call("kappa_steps", cc.kappa_steps, data.two, {"weights": "linear"})
    yield Call("KappaSteps.text", cc.kappa_steps(*data.two).text)
    yield from _corrections(data)
    yield Call("Plan", cc.Plan, (), {"level": 0.9}, 3)
    for level in ("nominal", "ordinal", "interval", "ratio"):
        yield Call(f"Scale.{level}", getattr(cc.Scale, level), ([1, 2, 3],))
    yield Call("Scale", cc.Scale, ("ordinal", (1, 2, 3)))
    yield Call("Project", cc.Project, ("chat",), {"store": str(folder / "rounds.db")}, 0.2)
    yield Call("track", cc.track, ("chat",), {"store": str(folder / "rounds.db")}, 0.2)
    yield Call("projects", cc.projects, (str(folder / "rounds.db"),), {}, 0.5)
    yield Call("store", cc.store, (str(folder / "rounds.db"),), {}, 0.3)


def _corrections(data: SimpleNamespace) -> Iterator[Call]:
    """What corrects judges, combines them, and compares answers in pairs."""
    judge = [4, 4, 2, 3, 1, 1, 3, 3, 4, 3, 2, 2, 4, 4, 3, 3, 2, 1, 3, 3]
    human = [4, 3, 2, 4, 1, 0, 3, 2, 4, 3, 1, 2, *[None] * 8]
    passed = ["pass" if score > 2 else "fail" for score in judge]
    labels = [None if score is None else "pass" if score > 1 else "fail" for score in human]
    systems = ["new", "old"] * 10
    yield Call("corrected_mean", cc.corrected_mean, (judge, human), {"by": systems, "weights": [1.0] * 20})
    yield Call("corrected_mean", cc.corrected_mean, (data.sliced,),
               {"judge": "judge", "reference": "human", "by": "lang", "slices": ["lang"]})  # fmt: skip
    yield Call("corrected_difference", cc.corrected_difference, (judge, human), {"by": systems})
    yield Call("corrected_share", cc.corrected_share, (passed, labels), {"positive": "pass"})
    yield Call("corrected_share", cc.corrected_share, (data.wide,), {"judge": "judge"})
    yield Call("score_map", cc.score_map, (judge, human))
    yield Call("ScoreMap.apply", cc.score_map(judge, human).apply, (np.array([1.0, 2.5]),))
    yield Call("latent_truth", cc.latent_truth, (data.three,))
    kinds = {"rater_kind": {"human": "human", "judge": "judge", "third": "judge"}}
    three = pd.concat([data.sliced[["human", "judge", "third"]]] * 2)
    yield Call("panel", cc.panel, (three,), {**kinds, "costs": {"judge": 2.0}}, 0.5)
    first, second = ["A", "B", "A", "C", "B", "C"], ["B", "A", "C", "A", "C", "B"]
    yield Call("bradley_terry", cc.bradley_terry, (first, second, ["A", "A", "tie", "A", "B", "C"]))
    asked = ([1, 1, 2, 2], ["A", "B", "A", "B"], ["A", "B", "A", "A"])
    yield Call("position_bias", cc.position_bias, asked)
    judged = {"rater_kind": {"judge": "judge"}}
    votes = {"human": ["A", "B", "A", "tie"] * 5, "judge": ["A", "B", "B", "tie"] * 5}
    yield Call("preferences", cc.preferences, (votes,), judged)
    people = {"ann": list("xxyyz") * 5, "bob": list("xxyyz") * 5, "cal": list("xyyyz") * 5}
    yield Call("soft_labels", cc.soft_labels, ({**people, "judge": list("xxyyy") * 5},), judged)
    scores = [0.1, 0.4, 0.35, 0.8, 0.7, 0.2, 0.9, 0.6, 0.3, 0.5] * 3
    yield Call("threshold_curve", cc.threshold_curve, ([0, 0, 1, 1, 1, 0, 1, 1, 0, 0] * 3, scores),
               {"criterion": "f1"})  # fmt: skip


def _studies(data: SimpleNamespace, made: SimpleNamespace, folder: Path) -> Iterator[Call]:
    yield Call("study", cc.study, data.two, {}, 0.3)
    yield Call("study", cc.study, (data.sliced,), {"raters": ["human", "judge"], "by": "lang"}, 0.3)
    yield Call("study", cc.study, (data.pair,), {}, 0.3)
    yield Call("check", cc.check, (data.wide,), {"goal": "first"}, 0.5)
    yield Call("check", cc.check, (data.wide,), {"baseline": data.wide}, 0.3)
    yield Call("assert_agreement", cc.assert_agreement, (data.wide,), {"goal": made.goal}, 0.3)
    yield Call("drift", cc.drift, (data.rounds,), {"round": "run"}, 0.5)
    project = made.project
    yield Call("Project.add", project.add, (data.wide,), {"round": "v9", "note": "", "replace": True}, 0.3)
    yield Call("Project.preview", project.preview, (data.wide,), {}, 0.3)
    for name in ("round", "ratings", "study", "show"):
        yield Call(f"Project.{name}", getattr(project, name), ("1",), {}, 0.2)
    for name in ("pair", "compare", "slices"):
        yield Call(f"Project.{name}", getattr(project, name), ("1", "2"), {}, 0.2)
    for name in ("progress", "drift", "status"):
        yield Call(f"Project.{name}", getattr(project, name), (), {}, 0.2)
    yield Call("Store.rounds", made.store.rounds, ("chat",), {}, 0.3)
    yield Call("Store.round", made.store.round, ("chat", "1"), {}, 0.3)
    yield Call("Store.generations", made.store.generations, ("chat", "1"), {}, 0.3)
    yield Call("Store.ratings", made.store.ratings, (project.round("1"),), {}, 0.3)
    yield Call("Store.study", made.store.study, (project.round("1"),), {}, 0.3)
    yield Call("Store.export", made.store.export, (str(folder / "all.zip"),), {"force": True}, 0.3)
    yield Call("Store.load", made.store.load, (str(folder / "exported.zip"),), {}, 0.3)


def _figures(data: SimpleNamespace, made: SimpleNamespace) -> Iterator[Call]:
    figures: Any = cc.figures
    for name in ("heat_map", "bangdiwala", "category_bars", "rater_matrix", "paradox_curve"):
        yield Call(f"figures.{name}", getattr(figures, name), data.two, {}, 0.5)
        yield Call(f"figures.{name}", getattr(figures, name), (made.study,), {}, 0.5)
    yield Call("figures.sensitivity_curve", figures.sensitivity_curve, (made.sensitivity,), {}, 0.5)
    yield Call("figures.bland_altman", figures.bland_altman, tuple(data.pair.T.tolist()), {}, 0.5)
    yield Call("figures.components", figures.components, (data.measured,), {}, 0.5)
    yield Call("figures.forest", figures.forest, (made.study,), {"by": "lang"}, 0.5)
    yield Call("figures.forest_strata", figures.forest_strata, (made.strata,), {}, 0.5)
    yield Call("figures.rounds_strip", figures.rounds_strip, (made.project,), {}, 0.1)
    yield Call("figures.drift", figures.drift, (made.drift,), {}, 0.5)


_SAVING = ("to_html", "to_markdown", "to_json", "to_latex", "to_bibtex", "to_word")


def _methods(made: SimpleNamespace, folder: Path) -> Iterator[Call]:
    study, gate, result, ratings, frame = made.study, made.gate, made.result, made.ratings, made.frame
    for name in _SAVING:
        yield Call(f"Study.{name}", getattr(study, name), (), {"force": True}, 0.05)
    yield Call("Study.to_csv", study.to_csv, (str(folder / "tables"),), {"force": True}, 0.1)
    yield Call("Study.save", study.save, (str(folder / "study.json"),), {"force": True}, 0.3)
    for name in ("tables", "shown", "text", "summary"):
        yield Call(f"Study.{name}", getattr(study, name), (), {}, 0.2)
    yield Call("Study.figures", study.figures, (), {}, 0.05)
    yield Call("Study.comparison", study.comparison, ("judge",))
    yield Call("Study.to_dict", study.to_dict, (), {}, 0.1)
    yield Call("Study.from_dict", cc.Study.from_dict, (made.study_dict,), {}, 0.3)
    for name in ("to_markdown", "to_junit", "to_json"):
        yield Call(f"Gate.{name}", getattr(gate, name), (), {"force": True}, 0.3)
    yield Call("Gate.save", gate.save, (str(folder / "gate.json"),), {"force": True}, 0.5)
    yield Call("Gate.text", gate.text, (), {}, 0.5)
    yield Call("Gate.summary", gate.summary, (), {}, 0.5)
    yield Call("Gate.from_dict", cc.Gate.from_dict, (gate.to_dict(),), {}, 0.5)
    yield Call("Result.tidy", result.tidy)
    yield Call("Result.to_dict", result.to_dict)
    yield Call("Result.from_dict", cc.Result.from_dict, (result.to_dict(),))
    yield Call("Interval.__contains__", result.interval.__contains__, (0.5,))
    yield Call("Ratings.select", ratings.select, (["human"],))
    yield Call("Ratings.place_of", ratings.place_of, ("human",))
    yield Call("Ratings.rows", ratings.rows, (np.array([0, 1, 2]),))
    yield Call("Ratings.column_of", ratings.column_of, ("lang",))
    yield Call("Ratings.where", ratings.where, (), {"lang": "zh"})
    yield Call("Ratings.by", lambda *names: list(ratings.by(*names)), ("lang",))
    yield Call("Frame.__getitem__", frame.__getitem__, ("estimate",))
    yield Call("Frame.where", frame.where, (np.ones(len(frame), dtype=bool),))
    yield Call("Frame.text", frame.text, (5,))
    yield Call("Sliced.__getitem__", made.sliced.__getitem__, ("zh",))
    yield Call("Strata.frame", made.strata.frame)
    yield Call("Sensitivity.text", made.sensitivity.text)
    yield Call("Measure.result", made.measure.result, (cc.Plan(level=0.9),))
    yield Call("Moments.of_rater", made.moments.of_rater, (0,))
    yield Call("Scale.with_notes", ratings.scale.with_notes)
    yield Call("Figure.save", made.figure.save, (str(folder / "figure.json"),), {"scale": 1.0})
    yield Call("Figure.svg", made.figure.svg, (), {}, 0.02)
    yield Call("Figure.png", made.figure.png, (1.0,), {}, 0.02)
    yield Call("Example.about", cc.examples()["judge"].about)
    yield Call("Example.origin", cc.examples()["judge"].origin)


def _feedback() -> list[dict[str, Any]]:
    """Feedback of LangSmith by a person and a judge."""
    return [
        {"run_id": f"r{run}", "key": "tone", "score": 1 + (run + place) % 3, "feedback_source": source}
        for run in range(8)
        for place, source in enumerate(({"type": "app", "user_id": "ann"}, {"type": "model"}))
    ]


def _objects(data: SimpleNamespace, folder: Path) -> SimpleNamespace:
    """What functions return, made once."""
    csv = folder / "scores.csv"
    data.wide.to_csv(csv, index=False)
    raters = {"raters": ["human", "judge"]}
    project = cc.track("chat", store=str(folder / "rounds.db"))
    project.add(data.rounds, round_column="run")
    store = cc.store(str(folder / "rounds.db"))
    store.export(folder / "exported.zip", force=True)
    goal = {"name": "any", "targets": [{"measure": "exact_agreement", "at_least": 0.01}]}
    study = cc.study(data.sliced, by="lang", **raters)
    return SimpleNamespace(
        csv=str(csv), export=_feedback(), goal=goal, project=project, store=store, study=study,
        study_dict=study.to_dict(),
        gate=cc.check(data.wide, goal=goal), result=cc.cohen_kappa(*data.two),
        measure=cc.measure("cohen_kappa", *data.two), other_measure=cc.measure("scott_pi", *data.two),
        ratings=cc.read(data.sliced, slices=["lang"], **raters), moments=cc.moments(data.measured),
        features=cc.icc_features(data.cube), frame=cc.pairwise(data.three),
        sliced=cc.agreement_by(data.sliced, "cohen_kappa", by="lang", **raters),
        strata=cc.stratified(data.sliced, by="lang", **raters), sensitivity=cc.sensitivity(*data.two),
        drift=cc.drift(data.rounds, round="run"), figure=cc.figures.heat_map(*data.two),
    )  # fmt: skip
