"""Charts put together are written as Altair writes them, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import altair as alt
import numpy as np
import pytest

from concordant.report.figures.drawing import channels, titled, values
from concordant.report.figures.layering import beside, layered
from concordant.report.figures.theme import themed

ONE = values([{"x": 1, "y": 2.5}, {"x": 2, "y": float("nan")}])
OTHER = values([{"x": 0, "y": 0}])


def chart(data: Any, mark: str = "point") -> Any:
    return getattr(alt.Chart(data), f"mark_{mark}")(color="red").encode(**channels(x="x:Q", y="y:Q"))


LOOK = {"width": 200, "height": alt.Step(20), "title": titled("a", "b")}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (layered(chart(ONE), chart(OTHER), **LOOK), alt.layer(chart(ONE), chart(OTHER)).properties(**LOOK)),
        (layered(chart(ONE), chart(ONE, "line")), alt.layer(chart(ONE), chart(ONE, "line"))),
        (layered(chart(ONE)), alt.layer(chart(ONE))),
        (
            layered(layered(chart(ONE), chart(ONE, "line")), chart(OTHER)).properties(width=9),
            alt.layer(alt.layer(chart(ONE), chart(ONE, "line")), chart(OTHER)).properties(width=9),
        ),
        (
            beside(layered(chart(ONE)), layered(chart(OTHER), chart(ONE)), spacing=5),
            alt.hconcat(alt.layer(chart(ONE)), alt.layer(chart(OTHER), chart(ONE)), spacing=5),
        ),
        (
            beside(chart(ONE), chart(OTHER), resolve={"scale": {"y": "shared"}}),
            alt.hconcat(chart(ONE), chart(OTHER)).resolve_scale(y="shared"),
        ),
        (
            beside(layered(chart(ONE)), layered(chart(ONE), chart(ONE, "line"))),
            alt.hconcat(alt.layer(chart(ONE)), alt.layer(chart(ONE), chart(ONE, "line"))),
        ),
    ],
    ids=[
        "other data",
        "same data",
        "one layer",
        "layers in layers",
        "beside",
        "one scale",
        "beside, same data",
    ],
)
def test_it_is_what_altair_writes(ours: Any, theirs: Any) -> None:
    assert themed("a", ours).json() == themed("a", theirs).json()


def test_a_field_by_its_channel_is_the_same_as_a_plain_text() -> None:
    fields = {"x": "a:Q", "x2": "b", "y": "c:N", "text": "d:N", "order": "e:Q"}
    typed, plain = (alt.Chart(ONE).mark_text().encode(**how) for how in (channels(**fields), fields))
    assert typed.to_dict() == plain.to_dict()


def test_numbers_of_numpy_are_plain_numbers_in_a_figure() -> None:
    row = {"x": np.int64(3), "y": np.float64("nan"), "z": np.float64(0.5), "word": np.str_("a")}
    drawn = themed("a", layered(chart(values([row]))))
    assert drawn.spec["data"] == {"values": [{"x": 3, "y": None, "z": 0.5, "word": "a"}]}
    assert json.loads(drawn.json())["data"] == drawn.spec["data"]
