"""Labels as codes: as many as a byte has, and more."""

from __future__ import annotations

import pytest

from concordant.ratings.factorise import factorise


@pytest.mark.parametrize("n", [255, 256, 257, 1000])
@pytest.mark.parametrize("gap", [False, True])
def test_every_row_keeps_its_label_however_many_there_are(n: int, gap: bool) -> None:
    names = [f"label {i % n}" for i in range(3 * n)] + [None] * gap
    column = factorise(names)
    assert column.tolist() == names
    assert column.labels == names[:n]
    assert int(column.codes.max()) == n - 1


def test_words_keep_the_order_in_which_they_first_occur() -> None:
    column = factorise(["b", None, "a", "b"])
    assert column.labels == ["b", "a"]
    assert column.codes.tolist() == [0, -1, 1, 0]
