"""Rounds in the page, the text, the tables and the paper: the study's own numbers, in both languages."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from concordant.digits import rounded
from concordant.interpret.rounds.progress import Progress
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.outline import glance, outline
from concordant.interpret.study.study import Study
from concordant.language.message import Message
from concordant.language.render import LANGUAGES
from concordant.report.page.bilingual import in_each
from concordant.report.page.flips import rounds_sentence
from concordant.report.page.panels import panels_of
from concordant.report.page.progress import ProgressView, progress
from concordant.report.page.render import _environment
from concordant.report.page.table import PageTable
from concordant.report.page.text_helpers import Panel
from concordant.report.page.verdict import chips
from concordant.report.paper.methods import methods
from concordant.report.paper.results import results
from concordant.report.render.csv import csv_files
from concordant.report.render.markdown import to_markdown
from concordant.report.tables import tables_of
from tests.report import progress_made as made
from tests.report.page_read import PageRead
from tests.report.progress_made import HOSTILE, ROUNDS, convergence, in_rounds, rounds_study


@cache
def study() -> Study:
    return rounds_study()


@cache
def odd(name: str) -> Study:
    return in_rounds(name)


def main(found: Study) -> ComparisonReport:
    assert found.main is not None
    return found.main


def over(found: Study) -> Progress:
    shown = main(found).progress
    assert shown is not None
    return shown


def with_rounds(found: Progress) -> Study:
    """The study of the example, with other rounds."""
    one = replace(main(study()), progress=found)
    return replace(study(), comparisons=tuple(one if c is study().main else c for c in study().comparisons))


def view_of(found: Study) -> ProgressView:
    view = progress(main(found))
    assert view is not None
    return view


def panel(found: Study) -> str:
    """The panel alone, without the page around it."""
    shown = Panel("progress", rounds_sentence("title"), progress(main(found)))
    template = _environment().get_template("progress.html")
    return f'<section id="progress">{template.render(view=shown.view, panel=shown, level=2)}</section>'


def words_of(found: Study, lang: str = "en") -> str:
    return PageRead(panel(found)).words(lang)


def text(words: Any, lang: str = "en") -> str:
    return in_each(words)[lang]


def column(shown: PageTable, head: str) -> list[str]:
    place = [text(cell.words) for cell in shown.heads].index(head)
    return [text(one.cells[place].words) for one in shown.rows]


# --- the page -------------------------------------------------------------------------------------


def test_the_panel_stands_behind_the_measures_and_only_where_there_are_rounds() -> None:
    keys = [panel.key for panel in panels_of(study())]
    assert keys.index("measures") < keys.index("progress") < keys.index("goals")
    assert progress(replace(main(study()), progress=None)) is None


def test_every_round_has_its_numbers() -> None:
    found = over(study())
    shown = view_of(study()).rounds
    assert column(shown, "round") == ["v1", "v2", "v3", "v4"]
    assert column(shown, "items") == ["120"] * 4
    # counted by hand from the file: 66, 75, 94 and 93 of 120 agree
    assert column(shown, "Exact agreement") == ["55%", "63%", "78%", "78%"]
    assert [round(120 * r.tracked.estimate) for r in found.rounds] == [66, 75, 94, 93]
    assert column(shown, "change from previous round, percentage points") == ["–", "+7.5", "+15.8", "−0.8"]
    flips = [c.flips for c in found.changes]
    told = ["–", *(f"{f.n_mended:.0f} / {f.n_broken:.0f}" for f in flips if f is not None)]
    assert column(shown, "improved / worsened") == told
    # mended less broken is what agreement gained, in items
    assert [f.n_mended - f.n_broken for f in flips if f is not None] == [9, 19, -1]


def test_what_was_recorded_of_a_round_is_shown() -> None:
    shown = view_of(with_rounds(made.progress([0.5, 0.7]))).rounds
    assert column(shown, "when") == ["2026-05-01 10:00", "2026-05-02 10:00"]
    assert column(shown, "by") == ["ann", "ann"]
    assert column(shown, "changes") == ["–", "prompt"]
    assert column(shown, "goal") == ["not met", "met"]
    assert column(shown, "stage") == ["first version", "first version"]
    words = words_of(with_rounds(made.progress([0.5, 0.7])))
    assert "a note" in words
    assert "prompt-1.txt" in words


def test_rounds_on_other_items_are_said_to_be() -> None:
    shown = view_of(odd("other items"))
    notes = [text(note) for note in shown.rounds.notes]
    assert any("Different items" in note for note in notes)
    changed = [row.cells[3] for row in shown.rounds.rows]
    assert text(changed[1].aside).endswith("; different items")  # what the note speaks of is seen
    assert shown.changed is not None
    assert "each on all items" in text(shown.changed.measures.caption)
    assert not any("Different items" in text(note) for note in view_of(study()).rounds.notes)


def test_items_that_flipped_are_cards_with_everybodys_values_before_and_after() -> None:
    changed, found = view_of(study()).changed, over(study()).changes[-1].flips
    assert changed is not None
    assert found is not None
    for shown, flips in zip(changed.flips, (found.mended, found.broken), strict=True):
        for card, flip in zip(shown.cards, flips, strict=False):
            assert text(card.title) == flip.item
            judge = next(m for m in card.moves if text(m.rater) == "judge")
            assert judge.moved
            assert (text(judge.before), text(judge.after)) == (
                str(flip.before["judge"]), str(flip.after["judge"])
            )  # fmt: skip
            assert dict(card.texts) == dict(flip.texts)
    words = words_of(study())
    assert found.mended[0].texts["response"] in words


@pytest.mark.parametrize(
    ("verdict", "state", "said"),
    [
        ("converged", "met", ("v4: converged", "v4：已收敛")),
        ("improving", "word", ("v4: still improving", "v4：仍在提升")),
        ("worse", "not-met", ("v4: declining", "v4：正在变差")),
        ("cannot-tell", "cannot-tell", ("v4: convergence inconclusive", "v4：尚无法判断")),
    ],
)
def test_the_verdict_is_a_chip_at_the_top_and_in_the_panel(
    verdict: str, state: str, said: tuple[str, str]
) -> None:
    found = replace(over(study()), convergence=convergence(verdict))
    chip = list(chips(replace(main(study()), progress=found)))[-1]
    view = view_of(with_rounds(found))
    assert chip.state == view.state == state
    for lang, words in zip(LANGUAGES, said, strict=True):
        assert text(chip.message, lang).startswith(words)
        assert view.call is not None
        assert text(view.call, lang).startswith(words)


def test_convergence_and_drift_say_all_that_the_study_says() -> None:
    found = over(study())
    view = view_of(study())
    assert found.convergence is not None
    *told, step = view.convergence
    assert tuple(told) == found.convergence.sentences
    assert text(step).startswith("Next: continue.")
    assert text(step, "zh").startswith("下一步：继续。")
    assert found.drift is not None
    assert view.drift is not None
    assert all(said in view.drift.sentences for said in found.drift.sentences)
    words = words_of(study())
    for said in (*found.convergence.sentences, *found.drift.sentences):
        assert text(said) in words


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", ROUNDS)
def test_odd_data_with_rounds_have_a_sound_panel_in_both_languages(name: str) -> None:
    found = odd(name)
    assert any(one.progress is not None for one in found.comparisons)
    for lang in LANGUAGES:
        words = words_of(found, lang)
        assert not re.search(r"\b(nan|None|inf)\b", words), words
        assert not re.search(r"\b(progress|page_progress|rounds|convergence|anchors)\.[a-z]", words), words
        assert "{" not in words
    if name == "harm":
        return
    chinese = words_of(found, "zh")
    known = set(json.dumps(found.to_dict(), ensure_ascii=False).replace('"', " ").split())
    ours = {
        "Cohen",
        "s",
        "Kappa",
        "Krippendorff",
        "Alpha",
        "p",
        "Pearson",
        "ICC",
        "Lin",
        "Fleiss",
        "Gwet",
        "AC",
    }
    left = {w for w in re.findall(r"[A-Za-z]{3,}", chinese) if w not in ours and w not in known}
    assert not {w for w in left if not any(w in k for k in known)}, left


def test_names_that_mean_harm_are_only_text_and_are_cut() -> None:
    html = panel(odd("harm"))
    assert "<script" not in html
    assert "<img" not in html
    words = PageRead(html).words()
    assert "<script>alert(1)</script>" in words
    assert "y" * 61 not in words
    assert HOSTILE[3] not in words  # the sign that turns the line is gone


def test_numbers_in_the_panel_are_in_the_json() -> None:
    view = view_of(study())
    known = set(_written(json.loads(json.dumps(over(study()).to_dict()))))
    shown = [*_numbers(view.rounds), *_numbers(view.changed.measures if view.changed else None)]
    assert len(shown) > 60
    assert not [number for number in shown if number not in known]


def _numbers(shown: PageTable | None) -> Iterator[str]:
    for row in () if shown is None else shown.rows:
        for cell in row.cells[1:]:
            for words in (cell.words, cell.aside):
                if words is not None:
                    yield from re.findall(r"\d+(?:\.\d+)?", text(words))


def _written(value: Any) -> Iterator[str]:
    """Every way in which the panel may write a number of the JSON."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _written(part)
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        for x in (abs(value), 100 * abs(value)):
            for spec in (".0f", ".1f", ".2f", ".3f", ".3g"):
                yield format(x, spec)
                yield format(math.nextafter(x, math.inf) * (1 + 1e-9), spec)  # halves go up


def test_the_panel_has_its_pictures_and_needs_no_script() -> None:
    html = panel(study())
    read = PageRead(html)
    assert len(read.ids) == len(set(read.ids))
    assert html.count("<svg") == 4  # the strip and drift, in both languages
    assert "<script" not in html
    assert "style=" not in re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL)


# --- the text, the tables, the paper ----------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_glance_has_the_last_change_and_the_verdict_in_one_sentence(lang: Any) -> None:
    said = [s.text(lang) for s in glance(study())[0].sentences]
    wanted = {
        "en": "v4: Exact agreement −0.8 pp (−8.7 to +7.0) since v3 on the same 120 items; "
        "still improving over the last 3 rounds.",
        "zh": "v4：与 v3 相比，在相同的 120 个条目上，完全一致率变化 −0.8 个百分点（−8.7 至 +7.0）；"
        "最近 3 轮合计仍在提升。",
    }
    assert wanted[lang] in said
    # (10 − 11) / 120 is −0.8 points
    assert over(study()).changes[-1].measure("exact_agreement").difference.estimate == pytest.approx(-1 / 120)  # type: ignore[union-attr]


def test_an_undefined_change_is_said_to_be_none() -> None:
    found = made.progress([0.5, math.nan])
    said = [s.text("en") for s in glance(with_rounds(found))[0].sentences]
    assert any(s.startswith("v2: the change in Exact agreement since v1 is undefined") for s in said)
    assert column(view_of(with_rounds(found)).rounds, "Exact agreement") == ["50%", "–"]


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_of_odd_data_has_a_section_of_rounds(name: str, lang: Any) -> None:
    sections = [s for s in outline(odd(name)) if s.title.code == "study.rounds"]
    assert len(sections) == sum(one.progress is not None for one in odd(name).comparisons)
    for section in sections:
        body = section.body(lang, places=100)
        assert not re.search(r"\b(nan|None)\b", body), body
        assert section.tables


def test_tables_of_a_paper_have_the_rounds() -> None:
    names = [table.name for table in tables_of(study())]
    assert {"judge-rounds", "judge-changes", "judge-mended", "judge-broken"} <= set(names)
    assert "v3 to v4" in to_markdown(study())


def rows_of(found: Study, name: str, lang: Any = "en") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_files(found, lang)[f"{name}.csv"].decode("utf-8-sig"))))


def test_csv_files_have_every_round_change_and_flip_to_ten_digits() -> None:
    found = over(study())
    tracked = [row for row in rows_of(study(), "rounds") if row["tracked"] == "1"]
    assert [float(row["estimate"]) for row in tracked] == [rounded(r.tracked.estimate) for r in found.rounds]
    changes = iter(rows_of(study(), "changes"))
    for change in found.changes:
        for m in change.measures:
            row = next(changes)
            assert (row["from_round"], row["to_round"], row["measure"]) == (
                change.first,
                change.second,
                m.measure,
            )
            assert float(row["estimate"]) == rounded(m.difference.estimate)
            assert float(row["before_estimate"]) == rounded(m.first.estimate)
            assert float(row["after_estimate"]) == rounded(m.second.estimate)
            assert float(row["p_value"]) == rounded(m.difference.p_value)
    assert list(changes) == []
    flips = [f for c in found.changes if c.flips for f in (*c.flips.mended, *c.flips.broken)]
    assert len(rows_of(study(), "flips")) == 2 * len(flips)  # two raters each
    assert set(rows_of(study(), "flips", "zh")[0]) >= {"条目", "变化前取值", "变化后取值"}


def test_what_is_not_said_of_rounds_is_not_written_either() -> None:
    plain = replace(main(study()), progress=None)
    without = replace(study(), comparisons=(plain,))
    assert "rounds.csv" not in csv_files(without)
    assert not any("round" in table.name and "mended" in table.name for table in tables_of(without))
    assert "tango1998" not in str(methods(without))
    assert Message("study.rounds", {"name": "judge"}) not in [s.title for s in outline(without)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_paper_says_how_rounds_were_compared_and_what_came_of_it(lang: Any) -> None:
    said = methods(study(), lang).text()
    assert "Tango" in said
    assert {"en": "in 4 rounds", "zh": "分 4 轮"}[lang] in said
    found = results(study(), lang).text()
    assert {"en": "on the same 120 items", "zh": "相同的 120 个条目"}[lang] in found
    assert "−0.8" in found


@pytest.mark.parametrize("name", ROUNDS)
def test_the_paper_of_odd_data_with_rounds_is_whole(name: str) -> None:
    for lang in LANGUAGES:
        for passage in (methods(odd(name), lang), results(odd(name), lang)):
            assert not re.search(r"\b(nan|None)\b", passage.text())
