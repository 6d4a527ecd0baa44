"""Tables of the guide that say how often intervals and verdicts keep their word, from what was simulated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from guide_tables import pick, table

from concordant.language.render import Language, measure_name

_FOLDER = Path(__file__).parents[1] / "benchmarks" / "calibration"


def _rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _percent(share: float, places: int = 0) -> str:
    return f"{100 * share:.{places}f}"


def _held(row: dict[str, Any]) -> str:
    before, after = row["analytic"], row["score"]
    return f"{_percent(before['holds'])} → {_percent(after['holds'])} ({_percent(after['above'], 1)})"


def coverage(lang: Language) -> str:
    """Each coefficient and design: how often the interval holds the truth, before and after, by items."""
    rows = _rows("categories")
    sizes = sorted({row["n"] for row in rows})
    head = [
        pick(lang, "coefficient", "系数"), pick(lang, "design", "设计"), pick(lang, "true value", "真值"),
        *(pick(lang, f"{n} items", f"{n} 个条目") for n in sizes),
    ]  # fmt: skip

    def lines() -> Iterator[Iterable[str]]:
        for (measure, design), group in groupby(rows, lambda row: (row["measure"], row["design"])):
            cells = list(group)
            yield measure, design, f"{cells[0]['truth']:.2f}", *map(_held, cells)

    return table(head, lines())


_ERRORS = {
    "small": ("small errors", "小误差"),
    "small, 2% guessed": ("small errors, 2% guessed", "小误差，2% 为猜测"),
    "guesses": ("knows or guesses", "要么知道、要么猜测"),
}
_CATEGORIES = {"even": ("even", "均匀"), "skewed": ("skewed", "偏斜")}


def ordered(lang: Language) -> str:
    """Weighted kappa by the kind of errors: coverage, misses above and width before and after, by items."""
    rows = _rows("ordered")
    sizes = sorted({row["n"] for row in rows})
    head = [
        pick(lang, "weights", "权重"), pick(lang, "errors", "误差"), pick(lang, "categories", "类别"),
        pick(lang, "kappa", "Kappa"), *(pick(lang, f"{n} items", f"{n} 个条目") for n in sizes),
    ]  # fmt: skip

    def cell(row: dict[str, Any]) -> str:
        wide = [f"{row[name]['width'] / row['ideal']:.1f}" for name in ("before", "after")]
        held = [_percent(row[name]["holds"]) for name in ("before", "after")]
        return f"{' → '.join(held)} ({_percent(row['after']['above'], 1)}), {' → '.join(wide)}×"

    def lines() -> Iterator[Iterable[str]]:
        keys = ("weights", "errors", "categories", "kappa")
        for (weights, errors, categories, kappa), group in groupby(rows, lambda row: [row[k] for k in keys]):
            words = pick(lang, weights, {"linear": "线性", "quadratic": "二次"}[weights])
            kind, shares = pick(lang, *_ERRORS[errors]), pick(lang, *_CATEGORIES[categories])
            yield words, kind, shares, f"{kappa:g}", *map(cell, group)

    return table(head, lines())


def targets(lang: Language) -> str:
    """Each target of a stage: how often it is called met where the truth lies on the threshold."""
    head = [
        pick(lang, "target", "目标"), pick(lang, "items", "条目数"),
        pick(lang, "categories", "类别"), pick(lang, "standard error", "标准误区间"),
        pick(lang, "default", "默认区间"),
    ]  # fmt: skip
    lines = [
        (
            f"{measure_name((row['measure'], {}), lang)} > {row['threshold']:.2f}", str(row["n"]),
            f"{row['share']:.0%}" if "share" in row else "", _percent(row["analytic"], 1) + "%",
            _percent(row["score"], 1) + "%",
        )
        for row in _rows("targets")
    ]  # fmt: skip
    return table(head, lines)


#: Data that were simulated, in Chinese; in English they are called as in the scripts.
_DATA_ZH = {
    "five scores": "五个分数，35% 为猜测",
    "five scores, few errors": "五个分数，10% 为猜测",
    "five scores, rare ends": "五个分数，两端罕见",
    "rare category": "罕见类别",
    "rarer category": "更罕见的类别",
    "even categories": "类别均衡",
    "three raters, even": "三位评分者，类别均衡",
    "three raters, rare": "三位评分者，罕见类别",
    "three raters, scores": "三位评分者，五个分数",
    "share .97": "比例 0.97", "share .90": "比例 0.90", "share .80": "比例 0.80", "share .55": "比例 0.55",
    "judge and person, equal skill, n = 90": "评审与一人，水平相同，n = 90",
    "judge and person, equal skill, 3 dimensions": "评审与一人，水平相同，3 个维度",
    "judge and person who guess, n = 90": "评审与一人都在猜，n = 90",
    "three people and a judge, equal skill, n = 90": "三人与评审，水平相同，n = 90",
    "three people and a judge who guess, n = 90": "三人与评审都在猜，n = 90",
    "equal skill, 3 columns of 8 slices, n = 600": "水平相同，3 列各 8 个切片，n = 600",
    "items become better, judge's scale narrower, n = 200": "条目逐渐变好，评审的量表较窄，n = 200",
    "steady judge (5 % of repeats differ), n = 100": "稳定的评审（重复评分有 5% 不同），n = 100",
    "careless rater, 50 %, n = 100": "一位评分者有 50% 随意作答，n = 100",
    "careless rater, 50 %, skewed, n = 300": "同上，分布偏斜，n = 300",
    "careless rater, 50 %, skewed, n = 4000": "同上，分布偏斜，n = 4000",
    "drift of .6 points, n = 200": "漂移 0.6 分，n = 200",
    "drift of .6 points, n = 400": "漂移 0.6 分，n = 400",
    "weak slice, 1 of 4, n = 300": "4 类中有 1 类薄弱，n = 300",
    "weak slice, 1 of 8, 3 columns, n = 600": "3 列各 8 类，其中 1 类薄弱，n = 600",
    "unsteady judge (60 % of repeats differ), n = 100": "前后不一的评审（重复评分有 60% 不同），n = 100",
}  # fmt: skip
#: Plans whose power or width was simulated, in Chinese.
_PLANS_ZH = {
    "kappa": "Kappa",
    "kappa, shares 30 and 70%": "Kappa，类别占比 30% 和 70%",
    "kappa, shares 10 and 90%": "Kappa，类别占比 10% 和 90%",
    "kappa, shares 5 and 95%": "Kappa，类别占比 5% 和 95%",
    "kappa, three categories": "Kappa，三个类别",
    "kappa, three raters": "Kappa，三位评分者",
    "kappa, three raters, three categories": "Kappa，三位评分者、三个类别",
    "quadratic kappa": "二次加权 Kappa",
    "alpha, three raters": "Alpha，三位评分者",
    "ICC(1,1)": "ICC(1,1)",
    "ICC(C,1), three raters": "ICC(C,1)，三位评分者",
    "ICC(A,1), three raters": "ICC(A,1)，三位评分者",
    "ICC(A,1), two raters": "ICC(A,1)，两位评分者",
    "share": "比例",
    "limits of agreement": "一致性界限",
    "paired gain": "配对提升",
    "correlation": "相关系数",
    "goal, quadratic kappa": "目标，二次加权 Kappa",
    "from data, kappa": "由已有数据，Kappa",
    "labels, corrected mean": "标注数，校正后的平均分",
    "labels, corrected share": "标注数，校正后的比例",
    "raters per item": "每个条目的评分者数",
}
_DATA_EN = {
    "five scores": "five scores, 35% guessed",
    "five scores, few errors": "five scores, 10% guessed",
}
_HOW = {
    "gaps": ("a fifth of the ratings missing", "五分之一评分缺失"),
    "cluster": ("clusters of 3", "每簇 3 个条目"),
}
_CLAIMS = {
    "no-skill": ("no skill, judge's association with people {x:g}", "没有判断力，评审与人工的关联为 {x:g}"),
    "unclear-rubric": ("unclear rubric, people correlate {x:g}", "评分标准不清，人工之间的相关为 {x:g}"),
    "copied": ("copies, independent raters who agree on {x:.0%}", "疑似复制，独立评分者一致率 {x:.0%}"),
}


def _data(row: dict[str, Any], lang: Language) -> str:
    name = row["data"]
    how = [pick(lang, *words) for key, words in _HOW.items() if key in row]
    called = _DATA_EN.get(name, name) if lang == "en" else _DATA_ZH[name]
    return pick(lang, ", ", "，").join([called, *how])


def _measure(row: dict[str, Any], lang: Language) -> str:
    return measure_name((row["measure"], row["options"]), lang)


def _key(row: dict[str, Any]) -> str:
    """What is the same before and after: the row without its number of draws and what was found."""
    found = ("draws", "studies", "different", "better", "worse", "found", "find")
    return json.dumps({name: value for name, value in row.items() if name not in found}, sort_keys=True)


def _before(question: str) -> dict[str, dict[str, Any]]:
    """What was measured before the repairs, where it was, by what was asked."""
    return {_key(row): row for row in _rows("before") if row["question"] == question}


def findings(lang: Language) -> str:
    """Problem patterns on noise and on planted problems: how often they were found, before and now."""
    before = {row["data"]: row["found"] for row in _rows("before") if row["question"] == "findings"}
    head = [
        pick(lang, "data", "数据"), pick(lang, "to find", "应发现"), pick(lang, "before", "之前"),
        pick(lang, "now", "现在"),
    ]  # fmt: skip
    return table(head, (
        (
            _data(row, lang), pick(lang, "nothing", "无") if row["find"] == "nothing" else f"`{row['find']}`",
            "–" if before.get(row["data"]) is None else _percent(before[row["data"]], 1) + "%",
            _percent(row["found"], 1) + "%",
        )
        for row in _rows("findings")
    ))  # fmt: skip


def _shares(row: dict[str, Any] | None, *names: str) -> str:
    return "" if row is None else " / ".join(_percent(row[name], 1) for name in names)


def _by_size(lang: Language, question: str, names: tuple[str, ...], extra: tuple[str, ...]) -> str:
    """A line for each data and measure, a column for each number of items: before → now, in percent."""
    rows = [row for row in _rows("differences") if row["question"] == question]
    before, sizes = _before(question), sorted({row["n"] for row in rows})
    words = {"people": pick(lang, "people", "人数")}
    head = [pick(lang, "data", "数据"), *(words[name] for name in extra), pick(lang, "coefficient", "系数")]

    def lines() -> Iterator[Iterable[str]]:
        for _, group in groupby(rows, lambda row: _key({**row, "n": 0})):
            cells = list(group)
            first = cells[0]
            known = [" → ".join(filter(None, (_shares(before.get(_key(c)), *names), _shares(c, *names))))
                     for c in cells]  # fmt: skip
            yield _data(first, lang), *(str(first[name]) for name in extra), _measure(first, lang), *known

    return table([*head, *(f"n = {n}" for n in sizes)], lines())


def differences(lang: Language) -> str:
    """Two judges alike: how often they are called different at 5 %."""
    return _by_size(lang, "compare", ("different",), ())


def beside_people(lang: Language) -> str:
    """A judge like the people: how often it is called better and worse than they are with each other."""
    return _by_size(lang, "people", ("better", "worse"), ("people",))


_SCORES_ZH = {
    "normal": "正态", "log-normal": "对数正态", "bounded": "有界", "five points": "五级评分",
    "t, 5 df": "t，自由度 5", "t, 4 df": "t，自由度 4", "t, 3 df": "t，自由度 3",
}  # fmt: skip
_MEASURES_ZH = {
    "ICC(A,1), raters differ": "ICC(A,1)，评分者宽严不同", "ICC(A,1), mixed": "ICC(A,1)，固定评分者",
    "lower limit": "一致性下限", "upper limit": "一致性上限", "MAE": "平均绝对误差",
}  # fmt: skip


def measurements(lang: Language) -> str:
    """Each measure and shape of scores: coverage over all designs and in the worst, before and now."""
    head = [
        pick(lang, "measure", "指标"), pick(lang, "scores", "评分"), pick(lang, "studies", "模拟次数"),
        pick(lang, "before: coverage (lowest)", "之前：包含率（最低）"), pick(lang, "too high", "偏高"),
        pick(lang, "now: coverage (lowest)", "现在：包含率（最低）"), pick(lang, "too high", "偏高"),
    ]  # fmt: skip

    def lines() -> Iterator[Iterable[str]]:
        for (measure, scores), group in groupby(_rows("measurements"), lambda r: (r["measure"], r["scores"])):
            cells = list(group)
            shown = []
            for side in ("before", "after"):
                held, above = ([cell[side][name] for cell in cells] for name in ("holds", "above"))
                worst = f"{_percent(sum(held) / len(held), 1)}% ({_percent(min(held))}%)"
                shown += [worst, f"{_percent(sum(above) / len(above), 1)}%"]
            names = (
                pick(lang, measure, _MEASURES_ZH.get(measure, measure)),
                pick(lang, scores, _SCORES_ZH[scores]),
            )
            yield *names, str(sum(cell["draws"] for cell in cells)), *shown

    return table(head, lines())


def power(lang: Language) -> str:
    """How often so many items as were said to be needed do settle it."""
    head = [
        pick(lang, "data", "数据"), pick(lang, "measure", "指标"), pick(lang, "true", "真值"),
        pick(lang, "goal", "目标"), pick(lang, "items needed", "所需条目"),
        pick(lang, "power", "检验效能"),
    ]  # fmt: skip
    return table(head, (
        (
            _data(row, lang), _measure(row, lang), f"{row['true']:.2f}", f"{row['goal']:g}",
            str(row["needed"]), _percent(row["power"]) + "%",
        )
        for row in _rows("power")
    ))  # fmt: skip


def verdicts(lang: Language) -> str:
    """How often there is said to be no skill, an unclear rubric, or a copy, by what is true."""
    rows = _rows("verdicts")
    sizes = sorted({row["n"] for row in rows})

    def lines() -> Iterator[Iterable[str]]:
        for (claim, x), group in groupby(rows, lambda row: (row["claim"], row["strength"])):
            found = {row["n"]: _percent(row["claimed"], 1) + "%" for row in group}
            yield pick(lang, *_CLAIMS[claim]).format(x=x), *(found.get(n, "") for n in sizes)

    items = (pick(lang, f"{n} items", f"{n} 个条目") for n in sizes)
    return table([pick(lang, "claimed of simulated data", "在模拟数据上得出的结论"), *items], lines())


_JUDGES = {
    "random": ("random", "随机评分"),
    "copy of a person": ("copy of a person", "复制一位人工"),
    "constant": ("constant", "始终同一评分"),
    "93 % constant": ("93% constant", "93% 为同一评分"),
    "like a person": ("like a person", "与人工一样"),
}


def judges(lang: Language) -> str:
    """What a study says first of judges without skill, copied, constant, and like a person."""
    head = [
        pick(lang, "judge", "评审"), pick(lang, "first finding or doubt", "首要问题或疑点"),
        pick(lang, "replacement of people", "能否替代人工"), pick(lang, "stage", "阶段"),
    ]  # fmt: skip
    kinds = ("problem", "stand-in", "stage")
    return table(head, (
        (pick(lang, *_JUDGES[row["judge"]]), *(row[kind][lang].removeprefix("1. ") for kind in kinds))
        for row in _rows("judges")
    ))  # fmt: skip


def planning(lang: Language) -> str:
    """Each plan: the power or the width that was asked for, and what so many items gave."""
    head = [
        pick(lang, "plan", "方案"), pick(lang, "for", "目标"), pick(lang, "needed", "所需数量"),
        pick(lang, "asked", "要求"), pick(lang, "found", "结果"),
    ]  # fmt: skip
    aims = {
        "power": pick(lang, "power", "检验效能"), "width": pick(lang, "width", "宽度"),
        "reliability": pick(lang, "reliability", "信度"),
    }  # fmt: skip
    return table(head, (
        (
            pick(lang, row["plan"], _PLANS_ZH[row["plan"]]), aims[row["aim"]], str(row["items"]),
            *((f"{row['asked']:.0%}", _percent(row["found"], 1) + "%") if row["aim"] == "power"
              else (f"{row['asked']:g}", f"{row['found']:.3f}")),
        )
        for row in _rows("planning") if not row["formula"]
    ))  # fmt: skip


TABLES = {
    "coverage": coverage,
    "ordered": ordered,
    "targets": targets,
    "findings": findings,
    "differences": differences,
    "beside-people": beside_people,
    "power": power,
    "planning": planning,
    "measurements": measurements,
    "verdicts": verdicts,
    "judges": judges,
}
