"""Own goals: from a file or a mapping, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from concordant.errors import InputError, OptionError
from concordant.interpret.goals.evaluate import read_goals
from concordant.interpret.goals.goal import Target

OWN = """
name = "release gate"
name_zh = "发布门槛"

[[targets]]
measure = "cohen_kappa"
options = { weights = "quadratic" }
at_least = 0.6

[[targets]]
measure = "exact_agreement"
more_than = 0.7
on = { content_type = "chat" }
"""


def test_own_goals_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "gate.toml"
    path.write_text(OWN, encoding="utf-8")
    own = read_goals(str(path))
    assert own == read_goals(path)
    assert own.name == {"en": "release gate", "zh": "发布门槛"}
    assert own.targets == (
        Target(measure="cohen_kappa", bound="at_least", threshold=0.6, options={"weights": "quadratic"}),
        Target(measure="exact_agreement", bound="more_than", threshold=0.7, on={"content_type": "chat"}),
    )


KAPPA = {"measure": "cohen_kappa", "at_least": 0.5}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("matur", "or a .toml file, got 'matur'. Did you mean 'mature'?"),
        ({"targets": [KAPPA]}, "The goal needs a name, for example name = 'release gate'."),
        ({"name": "x"}, "The goal needs targets: a list, each with a measure and a threshold."),
        ({"name": "x", "targets": []}, "The goal needs targets: a list"),
        ({"name": "x", "targets": [3]}, "target 1 must be a table with a measure and a threshold, got 3."),
        ({"name": "x", "target": [KAPPA]}, "got 'target'. Did you mean 'targets'?"),
        ([{**KAPPA, "measure": "cohen_kapa"}], "got 'cohen_kapa'. Did you mean 'cohen_kappa'?"),
        ([KAPPA, {**KAPPA, "atleast": 1}], "target 2: a key must be one of"),
        ([{"measure": "cohen_kappa", "at_leest": 0.5}], "got 'at_leest'. Did you mean 'at_least'?"),
        ([{**KAPPA, "options": {"weight": "linear"}}], "got 'weight'. Did you mean 'weights'?"),
        ([{**KAPPA, "options": "linear"}], "target 1: options must be a table, such as { name = 'value' }"),
        ([{"measure": "cohen_kappa"}], "target 1 needs one of ['at_least', 'more_than', 'at_most', "),
        ([{**KAPPA, "at_most": 0.9}], "got ['at_least', 'at_most']."),
        ([{**KAPPA, "at_least": "0.5"}], "target 1: at_least must be a number, got '0.5'."),
        ([{**KAPPA, "at_least": True}], "target 1: at_least must be a number, got True."),
        (
            [{"measure": "exact_agreement", "at_least": 70}],
            "'exact_agreement' must lie between 0 and 1, got 70. Did you mean 0.7?",
        ),
        ([{"measure": "exact_agreement", "more_than": 1.0}], "target 1 can never be met"),
        ([{"measure": "mean_absolute_error", "less_than": 0}], "target 1 can never be met"),
    ],
)
def test_a_goal_that_is_not_one_is_refused_in_one_sentence(given: Any, message: str) -> None:
    with pytest.raises(OptionError) as error:
        read_goals({"name": "x", "targets": given} if isinstance(given, list) else given)
    assert message in str(error.value)


def test_a_file_that_is_no_goal_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"The goal file .*none\.toml cannot be read"):
        read_goals(tmp_path / "none.toml")
    path = tmp_path / "bad.toml"
    path.write_text("name = ", encoding="utf-8")
    with pytest.raises(InputError, match=r"The goal file .*bad\.toml is not TOML"):
        read_goals(path)
