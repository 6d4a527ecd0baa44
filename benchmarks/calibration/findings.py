"""Problem patterns: how often noise is taken for a problem, and how often a planted problem is found.

python -m benchmarks.calibration.findings [--studies 400]      writes findings.json; about 2 minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.interpret.compare.comparison import judged, together
from concordant.interpret.patterns import PatternContext, find_patterns
from concordant.ratings.factorise import factorise
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale

from .stored import write_rows

SHARES = np.array([0.1, 0.2, 0.3, 0.25, 0.15])
#: Where most answers are alike anyway.
SKEWED = np.array([0.02, 0.03, 0.1, 0.65, 0.2])
FIVE = Scale.ordinal([1, 2, 3, 4, 5])
FLEISS: tuple[str, dict[str, Any]] = ("fleiss_kappa", {})

Draw = Callable[[np.random.Generator], list[PatternContext]]


def _true(rng: np.random.Generator, n: int, shares: Any = SHARES) -> Any:
    return rng.choice([1, 2, 3, 4, 5], n, p=shares)


def _noisy(rng: np.random.Generator, true: Any, share: float = 0.3) -> Any:
    """One off, up or down alike, on this share of items."""
    off = rng.choice([-1, 0, 1], len(true), p=[share / 2, 1 - share, share / 2])
    return np.clip(true + off, 1, 5)


def _careless(rng: np.random.Generator, seen: Any, share: float, shares: Any) -> Any:
    """So many answers given without looking."""
    return np.where(rng.random(len(seen)) < share, _true(rng, len(seen), shares), seen)


def _rated(columns: list[Any], slices: dict[str, Any] | None = None, **rows: Any) -> Ratings:
    given = {name: factorise(list(values)) for name, values in (slices or {}).items()}
    return from_columns(columns, list("abcdefgh"[: len(columns)]), scale=FIVE, slices=given, **rows)


def _judge(r: Ratings) -> PatternContext:
    return PatternContext(judged(r, r.raters[:-1], r.raters[-1]))


def _people(r: Ratings) -> PatternContext:
    return PatternContext(together(r, r.raters, "people", main=FLEISS))


def _dated(r: Ratings, when: Any) -> Ratings:
    return replace(r, times=tuple(np.asarray(when, dtype=float) for _ in r.raters))


# --- nothing is wrong -------------------------------------------------------------------------


def _noise(n: int, raters: int, skill: bool, clustered: bool = False, columns: int = 1) -> Draw:
    """Slices that mean nothing, four values in one column or eight in each of several."""

    def draw(rng: np.random.Generator) -> list[PatternContext]:
        true = _true(rng, n)
        ratings = [_noisy(rng, true) if skill else _true(rng, n) for _ in range(raters)]
        rows = {"items": np.repeat(np.arange(n // 3), 3), "dimension": np.tile(list("xyz"), n // 3)}
        values = list("pqrs" if columns == 1 else "pqrstuvw")
        slices = {f"type{at}": rng.choice(values, n) for at in range(columns)}
        r = _rated(ratings, slices, **(rows if clustered else {}))
        r = _dated(r, rng.permutation(n))
        return [_judge(r), *([_people(r)] if raters > 2 else [])]

    return draw


def _moving_items(n: int, squeeze: float) -> Draw:
    """Items become better with time, and the judge's scale is narrower: no drift, but it looks like one."""

    def draw(rng: np.random.Generator) -> list[PatternContext]:
        x = rng.normal(size=n) + np.linspace(-0.5, 0.5, n)
        cuts = [-1.2, -0.4, 0.4, 1.2]
        seen = [np.digitize(s * x + 0.5 * rng.normal(size=n), cuts) + 1 for s in (1.0, squeeze)]
        return [_judge(_dated(_rated(seen), np.arange(n)))]

    return draw


def _steady(n: int, changed: float) -> Draw:
    """A judge whose repeats differ on few items: kappa with itself is above .8."""
    return _repeated(n, changed)


def _repeated(n: int, changed: float) -> Draw:
    def draw(rng: np.random.Generator) -> list[PatternContext]:
        true = _true(rng, n)
        person, first = _noisy(rng, true), _noisy(rng, true)
        second = np.where(rng.random(n) < changed, _noisy(rng, first, 1.0), first)
        r = _rated(
            [np.tile(person, 2), np.concatenate([first, second])],
            items=np.tile(np.arange(n), 2), repeat=np.repeat([1, 2], n),
        )  # fmt: skip
        return [_judge(r)]

    return draw


# --- something is wrong -----------------------------------------------------------------------


def _careless_rater(n: int, share: float, shares: Any) -> Draw:
    def draw(rng: np.random.Generator) -> list[PatternContext]:
        true = _true(rng, n, shares)
        columns = [_noisy(rng, true) for _ in range(4)]
        columns[2] = _careless(rng, columns[2], share, shares)
        return [_people(_rated(columns))]

    return draw


def _drifting(n: int, change: float) -> Draw:
    """One more point, ever more often: by so much of the ratings at the end."""

    def draw(rng: np.random.Generator) -> list[PatternContext]:
        true = _true(rng, n)
        more = rng.random(n) < change * np.arange(n) / n
        judge = np.clip(_noisy(rng, true) + more, 1, 5)
        return [_judge(_dated(_rated([_noisy(rng, true), judge]), np.arange(n)))]

    return draw


def _weak_slice(n: int, values: int, columns: int, careless: float) -> Draw:
    """One value of one column on which the judge often does not look; the other columns mean nothing."""

    def draw(rng: np.random.Generator) -> list[PatternContext]:
        true = _true(rng, n)
        slices = {f"c{at}": rng.integers(0, values, n).astype(str) for at in range(columns)}
        here = slices["c0"] == "0"
        judge = _noisy(rng, true)
        judge = np.where(here, _careless(rng, judge, careless, SHARES), judge)
        return [_judge(_rated([_noisy(rng, true), judge], slices))]

    return draw


NOISE: dict[str, Draw] = {
    "judge and person, equal skill, n = 90": _noise(90, 2, True),
    "judge and person, equal skill, 3 dimensions": _noise(90, 2, True, True),
    "judge and person who guess, n = 90": _noise(90, 2, False),
    "three people and a judge, equal skill, n = 90": _noise(90, 4, True),
    "three people and a judge who guess, n = 90": _noise(90, 4, False),
    "equal skill, 3 columns of 8 slices, n = 600": _noise(600, 2, True, columns=3),
    "items become better, judge's scale narrower, n = 200": _moving_items(200, 0.6),
    "steady judge (5 % of repeats differ), n = 100": _steady(100, 0.05),
}
#: What is rightly found there: raters who guess have no skill, and a narrower scale is one.
RIGHTLY = {
    "judge and person who guess, n = 90": {"no-skill", "unclear-rubric"},
    "three people and a judge who guess, n = 90": {"no-skill", "unclear-rubric"},
    "items become better, judge's scale narrower, n = 200": {"central-tendency"},
}
PLANTED: dict[str, tuple[str, Draw]] = {
    "careless rater, 50 %, n = 100": ("rogue-rater", _careless_rater(100, 0.5, SHARES)),
    "careless rater, 50 %, skewed, n = 300": ("rogue-rater", _careless_rater(300, 0.5, SKEWED)),
    "careless rater, 50 %, skewed, n = 4000": ("rogue-rater", _careless_rater(4000, 0.5, SKEWED)),
    "drift of .6 points, n = 200": ("drift", _drifting(200, 0.7)),
    "drift of .6 points, n = 400": ("drift", _drifting(400, 0.7)),
    "weak slice, 1 of 4, n = 300": ("slice-misjudged", _weak_slice(300, 4, 1, 0.5)),
    "weak slice, 1 of 8, 3 columns, n = 600": ("slice-misjudged", _weak_slice(600, 8, 3, 0.5)),
    "unsteady judge (60 % of repeats differ), n = 100": ("unsteady-rater", _repeated(100, 0.6)),
}


def rates(studies: int) -> Iterator[tuple[str, str, float]]:
    """What is planted, what should be found, and in how many studies it is."""
    for name, draw in NOISE.items():
        found = (find_patterns(draw(np.random.default_rng([seed, 1]))) for seed in range(studies))
        false = (any(f.code not in RIGHTLY.get(name, ()) for f in one) for one in found)
        yield name, "nothing", sum(false) / studies
    for name, (code, draw) in PLANTED.items():
        found = (find_patterns(draw(np.random.default_rng([seed, 2]))) for seed in range(studies))
        yield name, code, sum(any(f.code == code for f in one) for one in found) / studies


def main() -> None:
    """Run all studies, and write down how often something is found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--studies", type=int, default=400, help="studies of each kind (400)")
    studies = parser.parse_args().studies
    rows = ({"data": name, "find": code, "studies": studies, "found": round(found, 4)}
            for name, code, found in rates(studies))  # fmt: skip
    write_rows("findings", rows)


if __name__ == "__main__":
    main()
