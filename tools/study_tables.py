"""The tables of the guide that say what the code does: made from the code, in both languages."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import calibration_tables
from example_table import examples
from guide_tables import pick, table

from concordant.interpret.compare.benchmarks import BENCHMARKS, Benchmark
from concordant.interpret.compare.choose_measures import Shape, choose_measures, shape_of
from concordant.interpret.compare.comparison import Kind
from concordant.interpret.goals.goal import STAGES
from concordant.interpret.patterns import minimum_sizes
from concordant.language.message import Message
from concordant.language.render import Language, measure_name, topic
from concordant.ratings.as_ratings import as_ratings

_PATTERNS = tomllib.loads((Path(__file__).parent / "patterns.toml").read_text(encoding="utf-8"))
_TABLE = re.compile(r"<!-- table: ([\w-]+) -->\n.*?<!-- end -->", re.DOTALL)


def with_tables(text: str, lang: Language) -> str:
    """The page with every `<!-- table: name -->` … `<!-- end -->` filled again."""
    return _TABLE.sub(lambda m: f"<!-- table: {m[1]} -->\n{TABLES[m[1]](lang)}<!-- end -->", text)


# --- which coefficients ---------------------------------------------------------------------------

_SHAPES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("nominal, two raters or a judge", "无序类别，两位评分者，或评审对照人工", {"level": "nominal"}),
    ("nominal, several raters", "无序类别，多位评分者", {"level": "nominal", "pair": False}),
    ("ordinal, two raters or a judge", "有序类别，两位评分者，或评审对照人工", {"level": "ordinal"}),
    ("ordinal, several raters", "有序类别，多位评分者", {"level": "ordinal", "pair": False}),
    ("measurements, two raters", "连续测量，两位评分者", {"level": "interval"}),
    ("measurements, several raters", "连续测量，多位评分者", {"level": "interval", "pair": False}),
    ("measurements, a judge", "连续测量，评审对照人工", {"level": "interval", "kind": "judge"}),
)


def _shape(level: str, pair: bool = True, kind: Kind = "raters") -> Shape:
    values = [0.5 * i for i in range(200)] if level == "interval" else [0, 1, 2, 3]
    return shape_of(as_ratings([[x] * (2 if pair else 3) for x in values], scale=level), kind)


def _measures(shape: Shape, preset: Any, lang: Language) -> str:
    names = [(measure_name((c.measure, c.options), lang), c.main) for c in choose_measures(shape, preset)]
    joined = (f"**{name}**" if main else name for name, main in names)
    return pick(lang, ", ", "、").join(joined)


def choice(lang: Language) -> str:
    """What `preset="auto"` chooses."""
    head = pick(lang, "ratings,measures (main measure in bold)", "评分数据,指标（粗体为主要指标）").split(",")
    rows = [(pick(lang, en, zh), _measures(_shape(**s), "auto", lang)) for en, zh, s in _SHAPES]
    return table(head, rows)


_PURPOSES = {
    "daily": ("daily monitoring", "日常监控"),
    "strict": ("strict evaluation", "严格评估"),
    "ordinal": ("ordinal scale", "有序量表"),
    "continuous": ("continuous scores", "连续分数"),
    "everything": ("full evaluation", "综合评估"),
}


def presets(lang: Language) -> str:
    """What the other presets choose for two raters on an ordered scale."""
    head = pick(
        lang,
        "`preset`,purpose,measures for two raters on an ordinal scale",
        "`preset`,用途,两位评分者、有序量表时的指标",
    )
    shape = _shape("ordinal")
    rows = [(f"`{p}`", pick(lang, *words), _measures(shape, p, lang)) for p, words in _PURPOSES.items()]
    return table(head.split(","), rows)


# --- benchmarks and stages ------------------------------------------------------------------------


def benchmarks(lang: Language) -> str:
    """Every scale of words with its cuts and sides."""
    head = pick(lang, "key,source,measures,bands", "代号,来源,适用指标,分级").split(",")
    rows = [(f"`{b.key}`", b.label[lang], _for(b, lang), _bands(b, lang)) for b in BENCHMARKS]
    return table(head, rows)


def _for(b: Benchmark, lang: Language) -> str:
    if "cohen_kappa" in b.measures:
        return "Kappa, ICC" if "icc" in b.measures else "Kappa"
    return "ICC, CCC" if "icc" in b.measures else measure_name(b.measures[0], lang)


def _bands(b: Benchmark, lang: Language) -> str:
    said = []
    for band in b.bands:
        sign = "≥" if band.holds_start else ">"
        start = "" if math.isinf(band.start) else f"{sign} {band.start:g} "
        said.append(f"{start}{band.words[lang]}")
    return pick(lang, "; ", "；").join(said)


def stages(lang: Language) -> str:
    """The stages that come along."""
    names = [measure_name((t.measure, t.options), lang, variant=True) for t in STAGES[0].targets]
    head = [pick(lang, "`goal`", "`goal`"), pick(lang, "stage", "阶段"), *names]
    rows = [
        (f"`{g.key}`", g.name[lang], *(f"> {t.threshold:g}" for t in g.targets))
        for g in STAGES
    ]  # fmt: skip
    return table(head, rows)


# --- problem patterns -----------------------------------------------------------------------------

#: What stands in the sentences where a study puts what it found.
_EXAMPLE = {
    "en": {
        "high": "4",
        "low": "3",
        "categories": ["2"],
        "value": "chat",
        "one": "A",
        "other": "B",
        "points": "",
    },
    "zh": {
        "high": "4",
        "low": "3",
        "categories": ["2"],
        "value": "闲聊",
        "one": "甲",
        "other": "乙",
        "points": "分",
    },
}


def patterns(lang: Language) -> str:
    """Every problem pattern: what is looked for, how large it must be, why, what to do, what is repaired."""
    head = pick(
        lang,
        "pattern,criterion,minimum size,likely cause,fix,assumption for headroom",
        "问题模式,判断依据,最小幅度,可能原因,改进办法,改进余量的假设",
    )
    return table(head.split(","), [_pattern(code, lang) for code in pattern_codes()])


def pattern_codes() -> list[str]:
    """The codes that findings can have, in the order of their words."""
    return [key.removesuffix("-cause") for key in topic("patterns") if key.endswith("-cause")]


def _pattern(code: str, lang: Language) -> tuple[str, ...]:
    own = _PATTERNS[code]
    known = topic("patterns")
    facts = {**_EXAMPLE[lang], "guide": known["guide-prompt"], "do": known["steady-judge"]}
    cause, fix = (Message(f"patterns.{code}-{part}", facts).text(lang) for part in ("cause", "fix"))
    return (
        f"{own['name'][lang]} `{code}`",
        own["looked"][lang],
        own["least"][lang].format(**_minima()),
        cause,
        fix,
        own["repaired"][lang],
    )


def _minima() -> dict[str, str]:
    """Shares in percent, all else as it is."""
    shares = {
        "more": minimum_sizes.LEAST_FLIPS["more"],
        "crossed": minimum_sizes.LEAST_CROSSED,
        "constant": minimum_sizes.LEAST_CONSTANT["share"],
        "constant_more": minimum_sizes.LEAST_CONSTANT["more"],
        "failed": minimum_sizes.LEAST_FAILED["share"],
        "agreement_more": minimum_sizes.LEAST_AGREEMENT["more"],
        **minimum_sizes.LEAST_SHORTFALL,
    }
    others = {
        "bias": minimum_sizes.LEAST_BIAS,
        "unskilled": minimum_sizes.MOST_UNSKILLED["at most"],
        "unskilled_below": minimum_sizes.MOST_UNSKILLED["surely below"],
        "agreement_below": minimum_sizes.LEAST_AGREEMENT["surely below"],
        "skill": minimum_sizes.LEAST_SKILL,
        "steady": minimum_sizes.MOST_STEADY,
        "drift": minimum_sizes.LEAST_DRIFT,
        "times": minimum_sizes.LEAST_FLIPS["times"],
        "at_an_end": minimum_sizes.LEAST_FLIPS["times at an end"],
        "in_slice": minimum_sizes.LEAST_IN_SLICE,
        "failed_answers": minimum_sizes.LEAST_FAILED["answers"],
        "spread": minimum_sizes.MOST_SPREAD,
        "halo": minimum_sizes.LEAST_HALO,
        "reversed": minimum_sizes.MOST_REVERSED,
        "count": minimum_sizes.LEAST_COUNT,
    }
    numbers = {**others, **{name: 100 * x for name, x in shares.items()}}
    return {name: f"{x:g}".replace("-", "−") for name, x in numbers.items()}


TABLES: Mapping[str, Callable[[Language], str]] = {
    "choice": choice,
    "presets": presets,
    "benchmarks": benchmarks,
    "stages": stages,
    "patterns": patterns,
    "examples": examples,
    **calibration_tables.TABLES,
}
