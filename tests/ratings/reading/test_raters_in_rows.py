"""Tables of forms: a row for each rater, a column for each item."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant import AmbiguousReading, OptionError

FORM = {
    "Timestamp": [f"2026/01/0{day} 10:00:00" for day in (1, 2, 3, 4)],
    "Email": ["ann@x.org", "bob@x.org", "cy@x.org", "dan@x.org"],
    "Answer 1?": [1, 1, 2, None],
    "Answer 2?": [5, 5, 4, 5],
    "Answer 3?": [3, 2, 3, 3],
}
TURNED = [("Answer 1?", (1, 1, 2, None)), ("Answer 2?", (5, 5, 4, 5)), ("Answer 3?", (3, 2, 3, 3))]


def values_of(ratings: cc.Ratings) -> dict[str, tuple[Any, ...]]:
    """What each rater gave to the items, in their order."""
    return {
        rater: tuple(None if code < 0 else int(ratings.labels[code]) for code in column)
        for rater, column in zip(ratings.raters, ratings.columns, strict=True)
    }


def test_rows_are_raters_and_columns_items_where_it_is_asked_for() -> None:
    ratings = cc.read(FORM, columns="{item}")
    assert values_of(ratings) == {
        who: tuple(own[place] for _, own in TURNED) for place, who in enumerate(FORM["Email"])
    }
    assert list(ratings.item_labels) == [item for item, _ in TURNED]
    assert "Each row was read as one rater (named in Email) and 3 columns as items." in str(ratings.audit)


def test_the_other_reading_is_asked_about_and_each_offered_one_reads() -> None:
    with pytest.raises(
        AmbiguousReading, match="each row may be a rater, and every other column an item"
    ) as told:
        cc.read(FORM)
    found = [cc.read(FORM, **options) for options in told.value.readings.values()]
    assert [(one.n_raters, one.n_items) for one in found] == [(4, 3), (3, 4)]


def test_a_table_made_the_other_way_round_has_the_same_agreement(tmp_path: Path) -> None:
    lines = ["rater," + ",".join(name for name, _ in TURNED)]
    for place, who in enumerate(["ann", "bob", "cy", "dan"]):
        lines.append(",".join([who, *("" if (x := own[place]) is None else str(x) for _, own in TURNED)]))
    path = tmp_path / "form.csv"
    path.write_text("\n".join(lines))
    wide = {"item": [name for name, _ in TURNED]}
    wide |= {who: [own[place] for _, own in TURNED] for place, who in enumerate(["ann", "bob", "cy", "dan"])}
    turned, usual = cc.read(path, columns="{item}"), cc.read(wide)
    assert cc.krippendorff_alpha(turned).estimate == cc.krippendorff_alpha(usual).estimate


@pytest.mark.parametrize(
    "data",
    [
        {"item": ["a", "b", "c"], "rater": ["x", "y", "z"], "v1": [1, 2, 3], "v2": [1, 2, 2]},
        {"user": ["a", "b", "c"], "human": [1, 2, 3], "judge": [1, 2, 2]},
        {"case": ["a", "b", "c"], "p": [1, 2, 3], "q": [1, 2, 2]},
    ],
)
def test_tables_of_items_are_read_as_before(data: dict[str, Any]) -> None:
    assert cc.read(data).n_items == 3


def test_without_a_column_of_raters_the_option_says_what_it_needs() -> None:
    with pytest.raises(OptionError, match="needs a column of raters and two columns of ratings"):
        cc.read({"a": [1, 2, 3], "b": [1, 2, 2]}, columns="{item}")


def test_three_columns_without_names_are_asked_about_where_they_may_be_one_rating_a_row(
    tmp_path: Path,
) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("".join(f"{i},{who},{(i * who) % 5 + 1}\n" for i in range(1, 31) for who in (1, 2, 3)))
    with pytest.raises(AmbiguousReading, match="may be item, rater and rating") as told:
        cc.read(path)
    found = [cc.read(path, **options) for options in told.value.readings.values()]
    assert [(one.n_raters, one.n_items) for one in found] == [(3, 30), (3, 90)]


def test_three_raters_without_names_are_raters(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("".join(f"{i % 5},{(i * 3) % 5},{(i * 7) % 5}\n" for i in range(40)))
    assert cc.read(path).n_raters == 3
