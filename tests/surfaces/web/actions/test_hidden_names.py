"""Names are hidden in comments however they are written, and other words are left alone."""

from __future__ import annotations

import pytest

from concordant.surfaces.web.actions.hidden_names import without_names

NAMES = ("Ann Smith", "judge_v2", "王伟", "bob@example.org", "A", "c.d")


@pytest.mark.parametrize(
    ("comment", "shown"),
    [
        ("ann smith says 3", "[…] says 3"),
        ("Smith: 3. ANN-SMITH", "[…]: 3. […]"),
        ("as Judge V2 said, judge-v2", "as […] said, […]"),
        ("judge_v21 and prejudge_v2 are others", "judge_v21 and prejudge_v2 are others"),
        ("我是王伟，给3分", "我是[…]，给3分"),
        ("bob agrees with bob@example.org", "[…] agrees with […]"),
        ("A is right, a fact", "[…] is right, a fact"),
        ("C.D wrote it", "[…] wrote it"),
        ("annual blacksmithing", "annual blacksmithing"),
        ("", ""),
    ],
)
def test_names_are_replaced(comment: str, shown: str) -> None:
    assert without_names(comment, NAMES) == shown


def test_without_names_nothing_is_replaced() -> None:
    assert without_names("Ann says 3", ()) == "Ann says 3"
    assert without_names("Ann says 3", ("", " ", "@", "...")) == "Ann says 3"
