"""A result as a few calm lines for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import east_asian_width

from ...coefficients.catalogue import BY_NAME
from ...inference.slices import Sliced
from ...language.numerals import written
from ...ratings.ratings import Ratings
from ...reduce.moments import Moments
from ...result import Interval, Result, show, show_count
from .flags import as_flags, flag

Lines = list[str]

#: What was read, as far as a page speaks of it: who rated, and the audit.
Read = Ratings | Moments | Sliced

#: Details that the line about the test speaks of, or that say nothing new to a reader.
_TEST = {
    "null_value",
    "test",
    "statistic",
    "df",
    "df1",
    "df2",
    "se_null",
    "p_null",
    "statistic_wald",
    "p_wald",
    "paired",
}
_HIDDEN = _TEST | {"n_pairable", "form", "model"}
_NAMES = {
    "observed_agreement": "observed agreement",
    "expected_agreement": "expected by chance",
    "observed_disagreement": "observed disagreement",
    "expected_disagreement": "disagreement by chance",
    "spacing": "categories spaced by",
    "difference": "difference is",
    "first": "the first",
    "second": "the second",
    "correlation": "correlation of the two",
    "n_rater_pairs": "pairs of raters",
    "method": "components by",
    "mean": "general mean",
    "deviance": "−2 log likelihood (REML)",
    "var_within": "variance within items",
    "n_repeats": "degrees of freedom",
    "mean_correlation": "mean correlation of columns",
    "reliability_of_one": "reliability of one rater",
    "precision": "precision (correlation)",
    "accuracy": "accuracy (on the line)",
    "location_shift": "location shift",
    "scale_shift": "scale shift",
    "truth": "the truth is",
    "n_variables": "variables",
    "icc_equivalent": "intraclass correlation it stands for",
    "coverage": "share of differences covered",
    "relative_bias_squared": "bias² over variance",
    "mean_difference": "mean difference",
    "sd_difference": "standard deviation of differences",
    "within": "allowed difference",
    "n_levels": "levels of the scale",
    "ms_by_chance": "mean square of raters at random",
    "shrout_fleiss": "by Shrout and Fleiss",
    "estimate_with_margins_of_items": "with margins of items",
    "estimate_with_margins_of_ratings": "with margins of ratings",
    "agreement": "share between the limits",
    "multiplier": "standard deviations to a limit",
    "sd_differences": "standard deviation of differences",
    "sd_log_ratios": "standard deviation of log ratios",
    "new_difference_low": "one new difference, from",
    "new_difference_high": "one new difference, to",
    "mean_difference_low": "the mean difference, from",
    "mean_difference_high": "the mean difference, to",
    "allowed": "allowed",
    "bias_within_allowed_p": "p (bias beyond allowed)",
    "limits_within_allowed": "limits within allowed",
    "slope_on_size": "difference on size, slope",
    "slope_on_size_se": "its standard error",
    "slope_on_size_t": "its t",
    "slope_on_size_p": "its p (raters spread alike)",
    "spread_on_size": "spread on size, slope",
    "spread_on_size_p": "p (spread alike at all sizes)",
    "skewness": "skewness of the differences",
    "excess_kurtosis": "excess kurtosis of the differences",
    "normality_statistic": "K² (D'Agostino)",
    "normality_p": "p (normal differences)",
    "limits_are": "limits are",
    "ratio": "ratio of error variances, y to x",
    "ratio_from_repeats": "ratio seen in repeats",
    "sd_errors_first": "errors of the first, sd",
    "sd_errors_second": "errors of the second, sd",
    "n_pairs": "pairs of items with a slope",
    "straightness_p": "p (the line is straight)",
    "meaning": "meaning",
    "line": "the line is",
    "limits_formula": "limits at any size",
    "bias_intercept": "bias at size 0",
    "bias_slope": "bias on size, slope",
    "sd_intercept": "standard deviation at size 0",
    "sd_slope": "standard deviation on size, slope",
    "var_between_items": "variance of differences between items",
    "var_within_items": "variance of differences within items",
    "var_item_means": "variance of items' mean differences",
    "var_within_first": "variance within items, first rater",
    "var_within_second": "variance within items, second rater",
    "n_occasions": "occasions",
    "n_replicates": "readings by each rater",
    "intra_rater_icc": "a rater with themself",
    "averaged_raters": "mean over raters",
    "averaged_occasions": "mean over occasions",
    "var_signal": "variance of the signal",
    "var_noise": "variance of the error of the mean",
    "coefficient": "coefficient",
    "share": "share of the variance",
    "var_occasions": "variance of occasions",
    "ms_occasions": "mean square of occasions",
    "var_items_raters": "variance of items × raters",
    "ms_items_raters": "mean square of items × raters",
    "var_items_occasions": "variance of items × occasions",
    "ms_items_occasions": "mean square of items × occasions",
    "var_raters_occasions": "variance of raters × occasions",
    "ms_raters_occasions": "mean square of raters × occasions",
    "var_items": "variance of items",
    "ms_items": "mean square of items",
    "var_raters": "variance of raters",
    "ms_raters": "mean square of raters",
    "var_error": "variance of error",
    "ms_error": "mean square of error",
}
#: Tests of the estimate against a value that the details name.
_PLAIN_TESTS = {"t", "z of ranks", "signs", "chi-square of the variance"}
_GUESSED = " (guessed)"
#: Said by the line about columns already.
_SHOWN_ABOVE = {"roles-guessed", "kinds-guessed"}


def page(result: Result, ratings: Read, audit: bool) -> str:
    """The number, what stands behind it, what was read, and what to know."""
    facts = [*_details(result), *_uncertainty(result), ("rests on", _basis(result, ratings))]
    notes = [note.text for note in (*result.notes, *ratings.audit.notes) if note.code not in _unsaid(result)]
    return _joined([headline(result)], _table(facts), _parts(result), *_reading(ratings, notes, audit))


def _unsaid(result: Result) -> set[str]:
    """What the page says elsewhere, and that rows are pooled where they are not: repeats side by side."""
    pooled = result.measure == "difference" or any(note.code == "clustered-by-item" for note in result.notes)
    guessed = {"scale-inferred"} if _measured(result) else set()
    return _SHOWN_ABOVE | guessed if pooled else _SHOWN_ABOVE | guessed | {"clustered-by-item"}


def _measured(result: Result) -> bool:
    """Whether numbers were taken as they are, so that no category had to be guessed."""
    return result.measure in BY_NAME and BY_NAME[result.measure].statistic is Moments


def slices_page(found: Sliced, audit: bool) -> str:
    """One row for each slice."""
    rows = [(tuple(map(str, values)), result) for values, result in found]
    parts = [str(p.category) for p in rows[0][1].parts] if _measured(rows[0][1]) else []
    cells = [[*found.by, "items", "estimate", "interval", *parts]]
    cells += [
        [*value, show_count(r.n_items), show(r.estimate), _interval(r.interval), *_named_parts(r, parts)]
        for value, r in rows
    ]
    unsaid = _unsaid(rows[0][1])
    notes = [*_slice_notes(rows), *(note.text for note in found.audit.notes if note.code not in unsaid)]
    return _joined([_title(rows[0][1])], _table(cells), *_reading(found, notes, audit))


def _named_parts(result: Result, names: Sequence[str]) -> Lines:
    found = {str(p.category): show(p.estimate) for p in result.parts}
    return [found.get(name, "–") for name in names]


def _slice_notes(rows: Sequence[tuple[tuple[str, ...], Result]]) -> Lines:
    """Each note once: with the slices it is about, unless it is about all of them."""
    about: dict[str, dict[str, list[str]]] = {}
    for value, result in rows:
        for note in result.notes:
            about.setdefault(note.code, {}).setdefault(note.text, []).append(" ".join(value))
    lines: Lines = []
    for texts in about.values():
        shown = [text if len(v) == len(rows) else f"{', '.join(v)}: {text}" for text, v in texts.items()]
        if len(shown) > _ALIKE:  # the same with other numbers, part by part
            shown = [shown[0], f"{len(shown) - 1} more notes like this one, about other parts: see --json."]
        lines += shown
    return lines


#: So many notes that differ in their numbers only are shown.
_ALIKE = 3


def headline(result: Result) -> str:
    """The title, its options, the estimate and its interval."""
    if not result.defined:
        return f"{_title(result)}: undefined"
    return f"{_title(result)}: {show(result.estimate)}{_with_interval(result.interval)}"


def _title(result: Result) -> str:
    own = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in result.options.items()
        if isinstance(value, str)
    ]
    return result.title + (f" ({', '.join(own)})" if own else "")


def p_words(p: float) -> str:
    """A p-value as people write it."""
    return "p < 0.001" if p < 0.001 else f"p = {written(p, '.3f')}"


def _with_interval(interval: Interval | None) -> str:
    return "" if interval is None else f", {interval.level * 100:.4g}% interval {_interval(interval)}"


def _interval(interval: Interval | None) -> str:
    return "–" if interval is None else " to ".join(interval.ends())


def _details(result: Result) -> list[tuple[str, str]]:
    return [
        (_NAMES.get(name, name.replace("_", " ")), _shown(name, value))
        for name, value in result.details.items()
        if name not in _HIDDEN and isinstance(value, (str, int, float))
    ]


def _shown(name: str, value: str | float) -> str:
    if isinstance(value, str):
        return value
    return show_count(value) if name.startswith("n_") else show(value)


def _uncertainty(result: Result) -> list[tuple[str, str]]:
    rows = [("standard error", f"{show(result.se)} ({result.method})")] if not math.isnan(result.se) else []
    return [*rows, *([] if math.isnan(result.p_value) else [_test(result)])]


def _test(result: Result) -> tuple[str, str]:
    """What was tested, and the statistic, what it rests on and p: `z = 7.62 (…), p < 0.001`."""
    details = result.details
    named, df = str(details.get("test", "")), details.get("df", math.inf)
    letter = named.removeprefix("Wald ").split(",")[0].split(" of ")[0] or ("z" if math.isinf(df) else "t")
    freedom = "" if letter == "z" or math.isinf(df) else f"({show_count(df)})"
    if "df2" in details:
        first = float(details["df1"])
        shown = show_count(first) if first.is_integer() else f"{first:.4g}"
        freedom = f"({shown}, {details['df2']:.4g})"
    error = f" (standard error under no agreement {show(details['se_null'])})" if "se_null" in details else ""
    side = {"greater": ", one-sided: above", "less": ", one-sided: below"}.get(
        str(result.options.get("alternative")), ""
    )
    return (
        _tested(result, named),
        f"{letter}{freedom} = {written(details['statistic'], '.2f')}{error}, {p_words(result.p_value)}{side}",
    )


def _tested(result: Result, named: str) -> str:
    if named == "F":
        null = result.details["null_value"]
        return f"test against {null:g}" if null else "test of no reliability"
    if " of no " in named:
        return "test" + named[named.index(" of no ") :]
    if named.startswith("Wald") or not named or named in _PLAIN_TESTS:
        nothing = "difference" if result.measure == "difference" else "agreement"
        null = result.details["null_value"]
        corrected = result.measure == "difference" or BY_NAME[result.measure].chance_corrected
        return f"test of no {nothing}" if null == 0 and corrected else f"test against {null:g}"
    return "test of no difference" if result.measure == "difference" else "test of no agreement"


def _basis(result: Result, ratings: Read) -> str:
    names = ", ".join(ratings.raters[:6]) + (", …" if ratings.n_raters > 6 else "")
    items = "item" if result.n_items == 1 else "items"
    raters = "rater" if ratings.n_raters == 1 else "raters"
    return f"{show_count(result.n_items)} {items}, {ratings.n_raters} {raters} ({names})"


def _parts(result: Result) -> Lines:
    if not result.parts:
        return []
    rows = [(str(p.category), show(p.estimate), _interval(p.interval)) for p in result.parts]
    return _table([("part" if _measured(result) else "category", "estimate", "interval"), *rows])


def _reading(ratings: Read, notes: Iterable[str], audit: bool) -> list[Lines]:
    shown = [f"Note: {as_flags(text)}" for text in dict.fromkeys(notes)]
    roles, guesses = roles_and_guesses(ratings.audit.roles)
    flags = ", ".join(flag(role) for role in guesses)
    if audit:
        more = [f"To say otherwise than guessed: {flags}."] if guesses else []
        return [[*ratings.audit.but(notes=()).lines(), *more], shown]
    facts = {role: text for role, text in roles.items() if role not in guesses}
    guessed = {role: roles[role] for role in guesses}
    lines = [f"Read {show_count(ratings.audit.rows_read)} rows of {ratings.audit.source}."]
    lines += [f"Columns: {_pairs(facts)}."] if facts else []
    lines += [f"Guessed: {_pairs(guessed)}. To say otherwise: {flags}."] if guessed else []
    return [lines, shown]


def roles_and_guesses(roles: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The column of each role, and the roles that nobody declared."""
    guesses = [role for role, text in roles.items() if text.endswith(_GUESSED)]
    return {role: text.removesuffix(_GUESSED) for role, text in roles.items()}, guesses


def _pairs(roles: Mapping[str, str]) -> str:
    return "; ".join(f"{role.replace('_', ' ')} = {column}" for role, column in roles.items())


# --- laying out -------------------------------------------------------------------------------


def width(text: str) -> int:
    """How many places a text takes in a terminal; Chinese characters take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _table(rows: Sequence[Sequence[str]]) -> Lines:
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [
        "  " + "  ".join(cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _joined(*blocks: Lines) -> str:
    return "\n\n".join("\n".join(block) for block in blocks if block)
