"""What a slice column is, by its name."""

from __future__ import annotations

import pytest

from concordant.interpret.where.slices import column_kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dimension", "dimension"),
        ("评分维度", "dimension"),
        ("model", "system"),
        ("model_id", "system"),
        ("SystemName", "system"),
        ("模型版本", "system"),
        ("item_id", "identifier"),
        ("sessionId", "identifier"),
        ("批次", "identifier"),
        ("content_type", "content"),
        ("内容类型", "content"),
        ("video", "content"),  # has "id" in it, but not as a word
        ("notes", "content"),
    ],
)
def test_the_name_says_what_it_is(name: str, kind: str) -> None:
    assert column_kind(name) == kind
