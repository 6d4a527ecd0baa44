"""Every figure is what Vega-Lite understands: the page draws them without asking, so the tests ask."""

from __future__ import annotations

import altair
import pytest

from concordant.language.render import Language
from tests.example_studies import example_study


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("lang", ["en", pytest.param("zh", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["judge", "clinical", "pathology", "methods"])
def test_figures_keep_to_the_schema(name: str, lang: Language) -> None:
    figures = example_study(name).figures(lang)
    assert figures
    for figure in figures.values():
        altair.Chart.from_dict(dict(figure.spec), validate=True)
