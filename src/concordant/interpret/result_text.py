"""Results and frames in words: the number, what is behind it, its parts and its notes, in either language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..coefficients.catalogue import BY_NAME, CATALOGUE
from ..coefficients.reliability import FORMS
from ..columns import N_ITEMS
from ..errors import choose
from ..frame import Frame, lines_of, width
from ..inference.data_notes import POOLED
from ..language.chinese import enumerated
from ..language.numerals import true_minus, written
from ..language.render import LANGUAGES, Language, measure_name, render, topic
from ..language.translate_errors import translate
from ..number_text import show, show_count
from ..option_values import option_value_name
from ..reduce.moments import Moments
from ..result import Interval, Result, Sentence
from .notes import note_text

Lines = list[str]

#: Details that the line about the test speaks of, or that say nothing new to a reader.
TEST_DETAILS = {
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
HIDDEN = TEST_DETAILS | {"n_pairable", "form", "model"}
#: Tests of the estimate against a value that the details name.
_PLAIN_TESTS = {"t", "z of ranks", "signs", "chi-square of the variance"}


def result_text(result: Result, lang: Language = "en") -> str:
    """The whole result, a line for each fact."""
    choose("lang", lang, LANGUAGES)
    facts = [
        *details(result, lang),
        *uncertainty(result, lang),
        (word("based-on", lang), basis(result, lang)),
    ]
    notes = [word("note", lang, text=note_text(note, lang)) for note in result.notes]
    return joined([headline(result, lang)], table(facts), parts(result, lang), notes)


def word(key: str, lang: Language, **facts: Any) -> str:
    """One of the words of results."""
    return render(f"results.{key}", facts, lang)


def is_measured(result: Result) -> bool:
    """Whether numbers were taken as they are, so that no category had to be guessed."""
    return result.measure in BY_NAME and BY_NAME[result.measure].statistic is Moments


# --- the headline -----------------------------------------------------------------------------------


def headline(result: Result, lang: Language = "en") -> str:
    """The title, its options, the estimate and its interval."""
    title = titled(result, lang)
    if result.in_parts:
        return title
    if not result.defined:
        return word("undefined", lang, title=title)
    if result.interval is None:
        return word("number", lang, title=title, estimate=result.estimate)
    level = f"{result.interval.level * 100:.4g}"
    between = ends(result.interval, lang)
    return word("number-interval", lang, title=title, estimate=result.estimate, level=level, interval=between)


def titled(result: Result, lang: Language) -> str:
    """The title with the options that are names."""
    own = [
        word("option", lang, name=_option_name(name, lang), value=_option_value(name, value, lang))
        for name, value in result.options.items()
        if isinstance(value, str) and name not in _IN_TITLE
    ]
    title = title_in(result, lang)
    return word("with-options", lang, title=title, options=own) if own else title


#: Options that the title of a family has already: ICC(A,1), two-way mixed.
_IN_TITLE = ("form", "model", "kind", "divisor")


def title_in(result: Result, lang: Language) -> str:
    """The title of a coefficient, or of what was made of several, in one language."""
    if lang == "en":
        return result.title
    if result.measure not in BY_NAME:
        return title_text(result.title, lang)
    known = translate("results", result.title, lang, "title-") if BY_NAME[result.measure].variants else None
    return known or measure_name((result.measure, _family(result)), lang)


def title_text(title: str, lang: Language) -> str:
    """A title that was written in English, in one language."""
    said = translate("results", title, lang, "title-") or title
    for c in sorted(CATALOGUE, key=lambda c: -len(c.title)) if lang != "en" else ():
        said = said.replace(c.title, c.title_zh)
    return said


def _family(result: Result) -> dict[str, Any]:
    """What a family's title depends on; other options stand behind the title."""
    return {"weights": result.options.get("weights")} if result.measure == "gwet_ac" else {}


def _option_name(name: str, lang: Language) -> str:
    known = topic("results").get(f"option-{name}")
    return known[lang] if known else name.replace("_", " ")


def _option_value(name: str, value: str, lang: Language) -> str:
    return value if lang == "en" else option_value_name(name, value)


def ends(interval: Interval | None, lang: Language) -> str:
    """Both ends of an interval."""
    if interval is None:
        return "–"
    low, high = map(true_minus, interval.ends())
    return word("between", lang, low=low, high=high)


# --- facts ------------------------------------------------------------------------------------------


def details(result: Result, lang: Language) -> list[tuple[str, str]]:
    """What is behind the estimate, by name."""
    return [
        (detail_name(name, lang), _shown(name, value, lang))
        for name, value in result.details.items()
        if name not in HIDDEN and isinstance(value, (str, int, float))
    ]


def detail_name(name: str, lang: Language) -> str:
    """What a detail is called."""
    known = topic("results").get(f"detail-{name}")
    if known:
        return known[lang]
    kind, _, rater = name.partition("_")
    if kind in ("mean", "sd") and rater:
        return word(f"{kind}-of", lang, rater=rater)
    return name.replace("_", " ")


def _shown(name: str, value: str | float, lang: Language) -> str:
    if isinstance(value, str):
        return value if lang == "en" else _value(value, lang)
    return show_count(value) if name.startswith("n_") else true_minus(show(value))


def _value(value: str, lang: Language) -> str:
    if value in BY_NAME:
        return measure_name(value, lang)
    meanings = {form.meaning: form.meaning_zh for form in FORMS}
    return meanings.get(value) or translate("results", value, lang, "value-") or value


def method_name(method: str, lang: Language) -> str:
    """How an interval was made, piece by piece."""
    if lang == "en":
        return method
    return "，".join(translate("results", one, lang, "method-") or one for one in method.split(", "))


def uncertainty(result: Result, lang: Language) -> list[tuple[str, str]]:
    """The standard error, and the test where there is one."""
    rows = []
    if not math.isnan(result.se):
        shown = word("with-method", lang, se=result.se, method=method_name(result.method, lang))
        rows.append((word("standard-error", lang), shown))
    return [*rows, *([] if math.isnan(result.p_value) else [_test(result, lang)])]


def p_words(p: float) -> str:
    """A p-value as people write it."""
    return "p < 0.001" if p < 0.001 else f"p = {written(p, '.3f')}"


def _test(result: Result, lang: Language) -> tuple[str, str]:
    """What was tested, and the statistic, what it rests on and p: `z = 7.62 (…), p < 0.001`."""
    found = result.details
    if "statistic" not in found:
        against = {"corrected_difference": "test-no-difference", "position_bias": "test-no-position-bias"}
        return word(against[result.measure], lang), p_words(result.p_value)
    named, df = str(found.get("test", "")), found.get("df", math.inf)
    letter = named.removeprefix("Wald ").split(",")[0].split(" of ")[0] or ("z" if math.isinf(df) else "t")
    freedom = "" if letter == "z" or math.isinf(df) else f"({show_count(df)})"
    if "df2" in found:
        first = float(found["df1"])
        shown = show_count(first) if first.is_integer() else f"{first:.4g}"
        freedom = f"({shown}, {found['df2']:.4g})"
    error = word("error-under-null", lang, se=found["se_null"]) if "se_null" in found else ""
    side = str(result.options.get("alternative"))
    return _tested(result, named, lang), word(
        "tested",
        lang,
        statistic=(translate("results", letter, lang, "method-") or letter) + freedom,
        value=written(found["statistic"], ".2f"),
        error=error,
        p=p_words(result.p_value),
        side=word(f"side-{side}", lang) if side in ("greater", "less") else "",
    )


def _tested(result: Result, named: str, lang: Language) -> str:
    difference = result.measure == "difference"
    null = result.details.get("null_value", 0)
    if named == "F":
        return word("test-against", lang, null=f"{null:g}") if null else word("test-no-reliability", lang)
    if " of no " in named:
        return word(f"test-no-{named.rpartition(' of no ')[2]}", lang)
    nothing = word("test-no-difference" if difference else "test-no-agreement", lang)
    if named.startswith("Wald") or not named or named in _PLAIN_TESTS:
        known = BY_NAME.get(result.measure)
        corrected = difference or (known is not None and known.chance_corrected)
        return nothing if null == 0 and corrected else word("test-against", lang, null=f"{null:g}")
    return nothing


def basis(result: Result, lang: Language, raters: Sequence[str] = (), items: int | None = None) -> str:
    """How many items, or ratings of them, and raters it is based on; who they are, where that is known.

    `items` is the number of items in the data: where more are counted, they are ratings.
    """
    if result.measure == "bradley_terry":
        return word("basis-comparisons", lang, n=result.n_items)
    shown = [*raters[:6], *(["…"] if len(raters) > 6 else [])]
    names = ", ".join(shown) if lang == "en" else enumerated(shown)
    counts = {"what": _counted(result, lang, items), "raters": len(raters) or result.n_raters}
    return word("basis", lang, names=names, **counts) if names else word("basis-bare", lang, **counts)


def _counted(result: Result, lang: Language, items: int | None) -> str:
    pooled = next((note for note in result.notes if note.code == POOLED), None)
    known = pooled.facts.get("items") if pooled else None
    if known:
        return word("basis-ratings-of-items", lang, ratings=result.n_items, items=known)
    several = pooled is not None or (items is not None and result.n_items > items)
    key, what = ("basis-ratings", "ratings") if several else ("basis-items", "items")
    return word(key, lang, **{what: result.n_items})


#: What the parts of these results are.
_KINDS = {"intra_rater": "rater", "ccc": "occasion"}


def _part_name(name: str, lang: Language) -> str:
    """The name of a part: of a limit, in that language."""
    known = topic("results").get(f"part-{name.replace(' ', '-')}")
    return known[lang] if known else name


# --- parts and layout -------------------------------------------------------------------------------


def parts(result: Result, lang: Language) -> Lines:
    """One row for each part."""
    if not result.parts:
        return []
    rows = [
        (_part_name(str(p.category), lang), true_minus(show(p.estimate)), ends(p.interval, lang))
        for p in result.parts
    ]
    kind = _KINDS.get(result.measure, "part" if is_measured(result) else "category")
    first = word(f"head-{kind}", lang)
    return table([(first, word("head-estimate", lang), word("head-interval", lang)), *rows])


def table(rows: Sequence[Sequence[str]]) -> Lines:
    """Rows with their cells one below the other."""
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [
        "  " + "  ".join(cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def joined(*blocks: Lines) -> str:
    """Blocks with an empty line between."""
    return "\n\n".join("\n".join(block) for block in blocks if block)


def frame_text(frame: Frame, lang: Language, most: int | None = None, *, notes: bool = True) -> str:
    """The rows as lines, at most so many of them."""
    numbers = [column.dtype.kind in "fiu" for column in frame.columns.values()]
    rows = [
        [true_minus(cell) if number else _cell(cell, lang) for cell, number in zip(row, numbers, strict=True)]
        for row in frame.shown_cells(most)
    ]
    title = [title_text(frame.title, lang)] if frame.title else []
    pooled = any(note.code == POOLED for note in frame.notes)
    heads = [heading("n_ratings" if pooled and name == N_ITEMS else name, lang) for name in frame.names]
    more = len(frame) - len(rows)
    left = [word("more-rows", lang, n=more)] if more else []
    said = [word("note", lang, text=note_text(note, lang)) for note in frame.notes if notes]
    return "\n".join([*title, *lines_of([heads, *rows]), *left, *said])


def heading(name: str, lang: Language) -> str:
    """What a column is called; columns of the data keep their names."""
    known = topic("results").get(f"column-{name}")
    return known[lang] if known else name


def _cell(cell: str, lang: Language) -> str:
    return cell(lang) if isinstance(cell, Sentence) else cell
