"""What `help(concordant.cohen_kappa)` shows: a numpydoc docstring for each coefficient, made from its facts.

What has to be computed for it (the output of examples, values at perfect agreement) is in
`docstring_facts.json`, which tools/generate.py writes.
"""

from __future__ import annotations

import inspect
import json
import math
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from textwrap import fill, indent
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import numpy as np

from ...arguments import resolved
from ...coefficients.coefficient import Coefficient
from ...coefficients.references import reference
from ...inference.plan import Plan
from ...reduce.moments import Moments
from ...reduce.profiles import Profiles
from ..option_help import PLAN_WORDS, WORDS

FACTS = Path(__file__).with_name("docstring_facts.json")
_WIDTH = 88


class Facts(NamedTuple):
    """What is computed for a docstring; empty for a coefficient that is new since files were generated.

    `shown` is the output of the example, `perfect` the value at perfect agreement where that is fixed, and
    `undefined_if_constant` says whether there is no value where all ratings are the same. `refused` are ways
    to an interval that it has on none of the example data.
    """

    shown: str = ""
    perfect: float | None = None
    undefined_if_constant: bool = False
    refused: Sequence[str] = ()


@cache
def computed_facts() -> Mapping[str, Facts]:
    """The computed facts of every coefficient, by its name."""
    return {name: Facts(**facts) for name, facts in json.loads(FACTS.read_text(encoding="utf-8")).items()}


def docstring(c: Coefficient) -> str:
    """The whole docstring of a coefficient's public function."""
    facts = computed_facts().get(c.name, Facts())
    sections = {
        "Parameters": "\n".join([_DATA, *_own_options(c), *_plan_options(tuple(facts.refused)), _READING]),
        "Returns": _returns(c, facts),
        "Notes": _notes(c, facts),
        "References": "\n".join(_references(c)),
        "Examples": "\n".join([*example_code(c), facts.shown]),
    }
    return "\n\n".join(
        [_about(c), *(f"{name}\n{'-' * len(name)}\n{text}" for name, text in sections.items())]
    )


def short_docstring(c: Coefficient) -> str:
    """Summary, when to use it, and own options: what the stub holds for editors."""
    own = "\n".join(_own_options(c))
    more = f"`help(concordant.{c.name})` has the other options, the formula, references and an example."
    return "\n\n".join([_about(c), more, *([f"Parameters\n----------\n{own}"] if own else [])])


def _about(c: Coefficient) -> str:
    """The summary in one line, and below it when to use it."""
    summary, *paragraphs = (inspect.getdoc(c.function) or "").split("\n\n")
    return "\n\n".join([summary, *(fill(one, _WIDTH) for one in paragraphs)])


# --- parameters -----------------------------------------------------------------------------------

_DATA = """\
first : sequence, matrix, frame, path or Ratings
    One rater's ratings, item by item, if `second` contains the other's. Otherwise all
    ratings: a matrix (items × raters, or items × raters × occasions), a frame, a file,
    or `Ratings`.
second : sequence, optional
    The other rater's ratings of the same items."""
_READING = """\
raters, categories, scale, missing, clusters, …
    Options of reading; `concordant.read` explains each."""

#: Where Python takes something else than the command line does.
_WORDS = {
    "weights": 'Weights that give partial credit for near misses: a name, "power:1.5", or a matrix '
    "(categories × categories).",
    "metric": "Difference metric: a name, a matrix, or a function of two values. By default, the level of "
    "the scale.",
    "rng": "Seed of the bootstrap, or a numpy Generator; the same seed gives the same interval.",
}
_KINDS = {"rng": "int or numpy.random.Generator"}


def _own_options(c: Coefficient) -> list[str]:
    hints = get_type_hints(c.function)
    return [_parameter(name, hints[name], p.default, WORDS) for name, p in c.options.items()]


@cache
def _plan_options(refused: tuple[str, ...]) -> tuple[str, ...]:
    hints = get_type_hints(Plan)
    offered = tuple(name for name in intervals() if name not in refused)
    hints["interval"] = Literal[offered]
    words = {**PLAN_WORDS, "interval": _interval_words(PLAN_WORDS["interval"], refused)}
    parameters = inspect.signature(Plan).parameters.items()
    return tuple(_parameter(name, hints[name], p.default, words) for name, p in parameters)


def intervals() -> tuple[str, ...]:
    """The names of all ways to an interval."""
    choices = get_args(resolved(get_type_hints(Plan)["interval"]))
    return next(names for one in choices if (names := get_args(resolved(one))))


def _interval_words(text: str, refused: Sequence[str]) -> str:
    """`Title. name: meaning; name: meaning. Default.` without the names that are refused."""
    title, rest = text.split(". ", 1)
    meanings, default = rest.rsplit(". ", 1)
    kept = [one for one in meanings.split("; ") if one.partition(":")[0] not in refused]
    return f"{title}. {'; '.join(kept)}. {default}"


def _parameter(name: str, hint: Any, default: Any, words: Mapping[str, str]) -> str:
    """Name, type and default in one line, below it what the option means."""
    usual = "optional" if default is None else f"default {_quoted(default)}"
    head = f"{name} : {_KINDS.get(name) or kind_text(hint)}, {usual}"
    return f"{head}\n{_indented(_WORDS.get(name, words[name]))}"


def kind_text(hint: Any) -> str:
    """A type as numpydoc writes it, without None: `{"linear", "quadratic"} or array-like`."""
    hint = resolved(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        *first, last = dict.fromkeys(kind_text(one) for one in inner if one is not types.NoneType)
        return f"{', '.join(first)} or {last}" if first else last
    if origin is Literal:
        return f"{{{', '.join(map(_quoted, inner))}}}"
    if origin is Callable:
        return "callable"
    if origin is np.ndarray or get_origin(next(iter(inner), None)) in (Sequence, list):
        return "array-like"
    return f"sequence of {kind_text(inner[0])}" if inner else str(hint.__name__)


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


# --- what is returned, and what to know of it -----------------------------------------------------


def _returns(c: Coefficient, facts: Facts) -> str:
    parts = " `parts` are the results that the example shows indented." if _has_parts(facts) else ""
    text = (
        f"`estimate` ({c.symbol}), `se` (its standard error), `interval` (the confidence interval: `low`, "
        "`high`), `p_value`, `n_items`, `n_raters`, `method`, `notes` (what to know about the number) "
        f"and `details` (what else was computed).{parts}"
    )
    return f"Result\n{_indented(text)}"


def _has_parts(facts: Facts) -> bool:
    lines = facts.shown.splitlines()[1:]
    return any(not line.startswith("  note: ") for line in lines)


def _notes(c: Coefficient, facts: Facts) -> str:
    raters = "Exactly two raters are compared." if c.two_raters_only else ""
    scale = "" if "nominal" in c.scales else "The scale must be ordered or numeric."
    own = {"weights", "metric"} & set(c.options) and not math.isinf(c.range[0])
    lower = " (lower with some matrices of your own)" if own else ""
    sentences = (f"Range: {range_text(c)}{lower}.", _perfect(c, facts), raters, scale, _undefined(facts))
    text = fill(" ".join(filter(None, sentences)), _WIDTH)
    return f"{c.title}:\n\n.. math:: {c.formula}\n\n{text}"


def _perfect(c: Coefficient, facts: Facts) -> str:
    if facts.perfect is None:
        return ""
    by_chance = ", agreement by chance 0" if c.chance_corrected and c.null == 0 else ""
    return f"Perfect agreement gives {number_text(facts.perfect)}{by_chance}."


def _undefined(facts: Facts) -> str:
    when = ", for example where all ratings are the same" if facts.undefined_if_constant else ""
    return (
        f"Where it is undefined{when}, the estimate is nan, without an interval, and a note gives the reason."
    )


def range_text(c: Coefficient) -> str:
    """The range in words: `−1 to 1`, `0 or more`, `no bounds`."""
    low, high = c.range
    if math.isinf(low):
        return "no bounds" if math.isinf(high) else f"no lower bound, at most {number_text(high)}"
    return f"{number_text(low)} or more" if math.isinf(high) else f"{number_text(low)} to {number_text(high)}"


def number_text(x: float) -> str:
    """A number with a true minus sign."""
    return f"{x:g}".replace("-", "−")


def _references(c: Coefficient) -> Iterable[str]:
    for number, key in enumerate(c.references, start=1):
        text = f".. [{number}] {reference(key).text()}"
        yield fill(text, _WIDTH, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)


def _indented(text: str) -> str:
    return indent(fill(text, _WIDTH - 4), "    ")


# --- examples -------------------------------------------------------------------------------------


_PROMPT = ">>>"


class ExampleData(NamedTuple):
    """Data of an example: the statements that make it, and the arguments that hand it over."""

    code: str
    arguments: str


_LABELS = ExampleData(
    'human = ["yes", "no", "yes", "yes", "no", "no", "yes", "no", "yes", "yes"]\n'
    'judge = ["yes", "no", "yes", "no", "no", "no", "no", "yes", "yes", "yes"]',
    'human, judge, categories=["no", "yes"]',
)
_SCORES = ExampleData(
    "human = [1, 2, 3, 4, 5, 3, 2, 4, 5, 1]\njudge = [1, 2, 4, 4, 5, 2, 2, 5, 5, 2]",
    "human, judge, categories=range(1, 6)",
)
_PANEL = ExampleData(
    "ratings = [[1, 1, 2], [2, 2, 2], [3, 3, 1], [4, 3, 4], [2, 1, 2], [3, 4, 4], [1, 1, 1], [4, 4, 3]]",
    "ratings, categories=range(1, 5)",
)
_PANEL_WITH_A_GAP = ExampleData(_PANEL.code.replace("[3, 3, 1]", "[3, None, 1]"), _PANEL.arguments)
_METHODS = ExampleData(
    "old = [5.1, 6.3, 7.2, 4.8, 6.9, 5.5, 7.8, 6.1]\nnew = [5.3, 6.1, 7.5, 4.9, 7.3, 5.4, 8.1, 6.4]",
    "old, new",
)
_MEASURED = ExampleData(
    "measured = [[5.1, 5.3, 5.0], [6.3, 6.1, 6.4], [7.2, 7.5, 7.1], [4.8, 4.9, 5.0], [6.9, 7.3, 6.6]]",
    "measured",
)
_REPEATED = ExampleData(
    "import numpy as np\n"
    "first = [[4.9, 5.5], [6.4, 6.9], [7.3, 7.4], [5.0, 5.3], [7.0, 7.2]]\n"
    "again = [[5.0, 5.2], [6.3, 6.4], [7.3, 7.1], [4.7, 4.6], [6.7, 7.0]]\n"
    "readings = np.stack([first, again], axis=2)  # items × raters × occasions",
    "readings",
)
_TRUTH = ExampleData(
    "reference = [5.0, 6.2, 7.3, 4.9, 5.8]\n"
    'readings = {"reference": reference, "A": [5.1, 6.4, 7.1, 4.8, 5.9], "B": [5.3, 6.2, 7.6, 5.1, 5.7]}',
    "readings",
)
#: All data of examples.
EXAMPLE_DATA = (_LABELS, _SCORES, _PANEL, _PANEL_WITH_A_GAP, _METHODS, _MEASURED, _REPEATED, _TRUTH)
#: Options that an example shows, where the usual ones do not suit its data or hide what is possible.
_SHOWN_OPTIONS = {
    "cohen_kappa": 'weights="linear"',
    "gwet_ac": 'weights="ordinal"',
    "krippendorff_alpha": 'metric="ordinal"',
    "adjacent_agreement": "within=1",
    "icc": 'form="A,1"',
    "coverage_probability": "within=0.5",
    "against_truth": 'truth="reference"',
    "diagnostic_accuracy": 'positive="yes"',
}


def example_code(c: Coefficient) -> list[str]:
    """The statements of a coefficient's example, as typed at a prompt."""
    data = _data_for(c)
    call = example_call(c, data)
    return [f"{_PROMPT} {line}" for line in ("import concordant as cc", *data.code.splitlines(), call)]


def example_call(c: Coefficient, data: ExampleData, more: str = "") -> str:
    """The coefficient called with data of an example, the options it shows, and more of them."""
    options = ", ".join(filter(None, (data.arguments, _SHOWN_OPTIONS.get(c.name), more)))
    return f"cc.{c.name}({options})"


def _data_for(c: Coefficient) -> ExampleData:
    """Data that suit a coefficient: by the statistic it is made from, its scales and its raters."""
    if "truth" in c.options and c.statistic is Moments:
        return _TRUTH
    if c.statistic is Moments and "levels" not in c.options:
        return _REPEATED if c.repeats else _METHODS if c.two_raters_only else _MEASURED
    if c.two_raters_only:
        return _SCORES if "weights" in c.options or "nominal" not in c.scales else _LABELS
    return _PANEL_WITH_A_GAP if c.statistic is Profiles else _PANEL
