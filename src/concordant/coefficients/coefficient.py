"""What a coefficient is: a pure function of one statistic that carries its facts."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal, get_type_hints

from ..reduce.item_weights import Floats
from ..reduce.moments import Moments
from ..reduce.patterns import Patterns
from ..reduce.profiles import Profiles
from ..reduce.table import Table
from ..reduce.totals import Total
from ..result import Note
from .kernels import for_items

Statistic = Table | Profiles | Patterns | Moments


@dataclass(frozen=True, kw_only=True)
class Classical:
    """Textbook uncertainty, which rests on normal errors: its name, standard error, limits and test.

    `limits` gives both ends at a confidence level; `test` the details and p against a value, where
    `side` is "greater", "less", "two-sided", or None for what is usual. `without_spread` means that the
    limits are given also where nothing varies, as both ends the same; `notes` is what to know about it.
    """

    name: str
    se: Callable[[], float]
    limits: Callable[[float], tuple[float, float]]
    test: Callable[[float, str | None], tuple[dict[str, Any], float]] | None = None
    without_spread: bool = False
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A coefficient's value, with what stands behind it.

    `value` carries its influence values (see `reduce.totals`). `n` counts the items it rests on.
    `null_variance` is its variance if agreement were only chance, where that is defined, and
    `null_test` a classical test of it: its name, statistic and degrees of freedom. `irrcac` is what
    irrCAC adds to the slopes. A `distance` cannot be below 0, so 0 is no value to
    test against. `at_best` is where the interval ends at perfect agreement, given the share of
    items that may be missed after all. `intervals` are ways to an interval of its own, and
    `classical` the textbook's; `adjusted` is the textbook's as these data need it, where they do: for scores
    that are not normal, or few raters. `null` is the value to test against where it is not the coefficient's
    (None: no test makes sense). `at_level` gives the details that depend on the confidence level.
    `transform` is the scale of the interval where it is not the coefficient's. `worst` is the value without
    any agreement, where the estimate rises from there to 1 with a share of items; `proportional` means that
    nothing else moves it. `zero_error` is the largest standard error that a distance has near 0, where its
    own is 0.
    """

    value: Total
    n: Total
    observed: Total | None = None
    expected: Total | None = None
    undefined: Note | None = None
    null_variance: Callable[[], float] | None = None
    null_test: tuple[str, float, float] | None = None
    irrcac: Callable[[], tuple[Floats, float]] | None = None
    at_best: Callable[[float], float] | None = None
    intervals: Mapping[str, Callable[[float], tuple[float, float]]] = field(default_factory=dict)
    classical: Classical | None = None
    adjusted: Classical | None = None
    parts: Mapping[str, Estimate] = field(default_factory=dict)
    distance: bool = False
    range: tuple[float, float] | None = None
    null: float | Literal["usual"] | None = "usual"
    details: Mapping[str, Any] = field(default_factory=dict)
    at_level: Callable[[float], Mapping[str, Any]] | None = None
    transform: Literal["none", "fisher", "log", "logit"] | None = None
    worst: Callable[[], Any] | None = None
    proportional: bool = True
    zero_error: Callable[[], float] | None = None
    notes: tuple[Note, ...] = ()


#: What leaves a coefficient undefined, or unsafe, where a design does not have it: items that everyone rated,
#: raters linked by shared items (to tell their levels from those of items), two categories to choose from
#: (chance depends on their number), ratings that vary. What corrects for chance needs the last unless it
#: needs two categories.
Need = Literal["complete items", "linked raters", "two categories", "variation"]
#: How ratings of an item disagree: by `weights`, by category, by `metric`, beyond `within`, by distance or by
#: its square; "weighted pairs" where an item counts as its pairs.
Disagreement = Literal["weighted", "weighted pairs", "nominal", "metric", "adjacent", "absolute", "squared"]


@dataclass(frozen=True, eq=False, kw_only=True)
class CoefficientFacts:
    """What the API, the command line, the docs and the tests read of a coefficient.

    `ignores` names changes of the data that leave the value as it is. `test` is the usual
    reference distribution: "z" with the large-sample variance, or "t" with n - 1.
    `best` is the value at perfect agreement, `null` the value at no agreement (None: there is no
    such value). `transform` is the scale on which its sampling distribution is nearest to normal.
    `variants` names a member of a family by its options. `interval` is the usual way to an interval.
    `two_raters` means that exactly two are compared, `repeats` that one rater is enough who rated items
    more than once, `from_mean_squares` that the mean squares of items × raters are enough to know, `together`
    that the function takes many tables on the same cells at once and gives the slopes of each. `needs` is
    what a design has to have, and `disagreement` how it is a sum over items, where it is one.
    """

    title: str
    title_zh: str
    symbol: str
    formula: str
    range: tuple[float, float]
    references: tuple[str, ...]
    scales: tuple[str, ...] = ("nominal", "ordinal", "interval", "ratio")
    ignores: Set[str] = frozenset()
    test: Literal["z", "t"] = "t"
    best: float = 1.0
    chance_corrected: bool = True
    null: float | None = 0.0
    transform: Literal["none", "fisher", "log", "logit"] = "none"
    variants: Callable[[Mapping[str, Any]], str] | None = None
    interval: Literal["analytic", "score", "classical"] = "analytic"
    two_raters: bool = False
    repeats: bool = False
    from_mean_squares: bool = False
    together: bool = False
    needs: Set[Need] = frozenset()
    disagreement: Disagreement | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Coefficient(CoefficientFacts):
    """A function of one statistic, and its facts."""

    function: Callable[..., Estimate]

    @cached_property
    def name(self) -> str:
        """The name in Python, in results and, with dashes, on the command line."""
        return self.function.__name__

    @cached_property
    def summary(self) -> str:
        """The first sentence of the docstring."""
        return (inspect.getdoc(self.function) or "").split("\n", 1)[0]

    def title_with(self, options: Mapping[str, Any]) -> str:
        """The title under these options, for a family whose members have names of their own."""
        return self.variants(options) if self.variants is not None else self.title

    @cached_property
    def statistic(self) -> type[Statistic]:
        """What the data must be reduced to: the type of the first argument."""
        first = next(iter(inspect.signature(self.function).parameters))
        kind: type[Statistic] = get_type_hints(self.function)[first]
        return kind

    @cached_property
    def two_raters_only(self) -> bool:
        """Whether exactly two raters are needed."""
        return self.two_raters or self.statistic is Table

    @cached_property
    def options(self) -> dict[str, inspect.Parameter]:
        """The keyword options of this coefficient, by name."""
        return {
            name: parameter
            for name, parameter in inspect.signature(self.function).parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }

    def __call__(self, statistic: Statistic, **options: Any) -> Estimate:
        return self.function(statistic, **options)

    def __repr__(self) -> str:
        return f"<coefficient {self.name}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class coefficient(CoefficientFacts):  # noqa: N801 - used as a decorator
    """Make a coefficient of a function by stating its facts; no order of items matters to any."""

    def __call__(self, function: Callable[..., Estimate]) -> Coefficient:
        facts = {one.name: getattr(self, one.name) for one in fields(CoefficientFacts)}
        return Coefficient(function=function, **facts | {"ignores": frozenset(self.ignores) | {"item order"}})


def chance_corrected(
    d_o: Total,
    d_e: Total,
    n: Total,
    *,
    typical: Callable[[], float] | None = None,
    items: Profiles | None = None,
    **more: Any,
) -> Estimate:
    """1 − D_o/D_e, which is (p_o − p_e)/(1 − p_e); exact at 1 and at "undefined".

    `typical` is the mean disagreement of a pair that does disagree, as chance would have it.
    """
    value = 1 - d_o / d_e
    return Estimate(
        value=value,
        n=n,
        observed=1 - d_o,
        expected=1 - d_e,
        undefined=why_undefined(n, d_e),
        at_best=None if typical is None else lambda missed: 1 - missed * typical() / float(d_e),
        irrcac=None if items is None else for_items(items, value),
        **more,
    )


NO_ITEMS = Note("no-pairs", "No item was rated by two raters, so there is nothing to compare.")
NO_VARIATION = Note(
    "no-variation",
    "All ratings used are in the same category, so there is no chance disagreement to compare with.",
)


def why_undefined(n: Total, d_e: Total | None = None) -> Note | None:
    """The reason there is no value, if there is none: no items, or no disagreement by chance."""
    if n.nothing:
        return NO_ITEMS
    return NO_VARIATION if d_e is not None and d_e.nothing else None
