"""`cc.track`: rounds that are kept, what holds from one to the next, and what is said of them."""

from __future__ import annotations

import math
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.rounds.change import change
from concordant.interpret.rounds.round import ComparedRound
from concordant.language.render import LANGUAGES
from concordant.ratings.read import DEFAULTS
from concordant.surfaces.store.store import Store
from concordant.surfaces.track import project as tracked
from tests.interpret.study_cases import CASES
from tests.surfaces.track_data import AGREED, N, write, write_all

WHEN = "2026-03-01T14:30:00+00:00"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONCORDANT_STORE", raising=False)


@pytest.fixture(scope="module")
def stored_rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three rounds, as files and in a store."""
    folder = tmp_path_factory.mktemp("rounds")
    project = cc.track("chat judge", store=folder / "concordant.db")
    for name in AGREED:
        project.add(write(folder / f"{name}.csv", name), round=name, when=WHEN)
    return folder


@pytest.fixture
def project(stored_rounds: Path, tmp_path: Path) -> cc.Project:
    """Three rounds, in this test's own folder."""
    shutil.copytree(stored_rounds, tmp_path, dirs_exist_ok=True)
    return cc.track("chat judge")


# --- keeping ------------------------------------------------------------------------------------


def test_a_round_is_kept_with_its_ratings_and_its_study(tmp_path: Path) -> None:
    file = write(tmp_path / "v1.csv", "v1")
    project = cc.track("chat judge")
    (kept,) = project.add(file, round="v1", note="first try", who="ann", when=WHEN, model="m-1")
    assert (kept.project, kept.name, kept.place, kept.n_items) == ("chat judge", "v1", 1, N)
    assert (kept.about.note, kept.about.who, kept.about.when) == ("first try", "ann", WHEN)
    assert kept.about.marks["model"].name == "m-1"
    assert kept.about.marks["data"].name == "v1.csv"
    assert project.rounds == (kept,)
    read = cc.read(file, engine="memory")
    back = project.ratings("v1")
    assert back.raters == read.raters
    assert all(np.array_equal(a, b) for a, b in zip(back.columns, read.columns, strict=True))
    assert project.study("v1").to_dict()["comparisons"] == cc.study(file).to_dict()["comparisons"]
    assert Path("concordant.db").exists()


def test_the_store_is_the_one_given_else_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(Path("v1.csv"), "v1")
    monkeypatch.setenv("CONCORDANT_STORE", "team.db")
    cc.track("p").add(file, round="v1")
    cc.track("p", store="own.db").add(file, round="v2")
    assert [one.last for one in cc.projects()] == ["v1"]
    assert [one.last for one in cc.projects("own.db")] == ["v2"]
    with Store("own.db") as store:
        cc.track("p", store=store).add(write(Path("w.csv"), "v3"), round="v3")
        assert [one.name for one in store.rounds("p")] == ["v2", "v3"]
    assert not Path("concordant.db").exists()


def test_a_column_of_rounds_makes_a_round_of_each_value() -> None:
    project = cc.track("p")
    added = project.add(write_all(Path("all.csv")))
    assert [(one.name, one.place, one.n_items) for one in added] == [("v1", 1, N), ("v2", 2, N), ("v3", 3, N)]
    assert project.ratings("v2").round is None
    alone = cc.track("q")
    alone.add(write(Path("v2.csv"), "v2"), round="v2")
    both = [one.study("v2").comparison("judge").main.result for one in (project, alone)]
    assert both[0].estimate == both[1].estimate


def test_rounds_that_are_numbers_are_added_by_size() -> None:
    file = write_all(Path("all.csv"), ["v3", "v1", "v2"])
    file.write_text(
        file.read_text().replace(",v3\n", ",10\n").replace(",v1\n", ",9\n").replace(",v2\n", ",2\n")
    )
    assert [one.name for one in cc.track("p").add(file)] == ["2", "9", "10"]


def test_one_round_of_several_is_chosen_by_name() -> None:
    project = cc.track("p")
    file = write_all(Path("all.csv"))
    assert [one.name for one in project.add(file, round="v2")] == ["v2"]
    with pytest.raises(cc.OptionError, match=r"no round 'v9' in the data.*'v1', 'v2', 'v3'"):
        project.add(file, round="v9")


def test_a_column_of_rounds_with_another_name_can_be_named() -> None:
    file = write_all(Path("all.csv"))
    file.write_text(file.read_text().replace("judge,round", "judge,prompt_no"))
    project = cc.track("p")
    assert [one.name for one in project.add(file, round_column="prompt_no")] == ["v1", "v2", "v3"]


def test_several_rounds_are_added_all_or_none() -> None:
    project = cc.track("p")
    project.add(write(Path("other.csv"), "v1"), round="v3")
    with pytest.raises(cc.OptionError, match=r"'v3'.*already"):
        project.add(write_all(Path("all.csv")))
    assert [one.name for one in project.rounds] == ["v3"]


def test_a_round_without_a_name_is_asked_for_one(project: cc.Project) -> None:
    with pytest.raises(cc.OptionError, match=r"Name this round, for example round='v4'"):
        project.add("v1.csv")


def test_adding_the_same_again_changes_nothing(project: cc.Project) -> None:
    before = project.rounds
    assert project.add("v2.csv", round="v2") == (before[1],)
    Path("copy.csv").write_bytes(Path("v2.csv").read_bytes())
    assert project.add("copy.csv", round="v2") == (before[1],)
    assert project.rounds == before


def test_another_round_of_the_same_name_has_to_replace_it(project: cc.Project) -> None:
    with pytest.raises(cc.OptionError, match="v1"):
        project.add("v3.csv", round="v1")
    (kept,) = project.add("v3.csv", round="v1", replace=True)
    assert (kept.place, kept.generation) == (1, 2)
    assert [one.name for one in project.rounds] == ["v1", "v2", "v3"]
    assert project.study("v1").comparison("judge").measure("exact_agreement").result.estimate == 30 / N


def test_data_that_cannot_be_read_leave_no_store() -> None:
    with pytest.raises(cc.InputError):
        cc.track("p").add("missing.csv", round="v1")
    with pytest.raises(cc.InputError, match="There is no store"):
        cc.track("p").rounds  # noqa: B018
    assert list(Path.cwd().iterdir()) == []


def test_what_is_not_there_is_answered_with_what_is(project: cc.Project) -> None:
    with pytest.raises(cc.OptionError, match=r"no project 'chat jugde'.*Did you mean 'chat judge'"):
        cc.track("chat jugde").progress()
    with pytest.raises(cc.OptionError, match=r"no round 'v4' in .* The rounds are: 'v1', 'v2', 'v3'\."):
        project.study("v4")


def test_who_and_when_are_this_user_now_unless_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("no user has this number")

    monkeypatch.setattr(tracked, "getuser", nobody)
    file = write(Path("v1.csv"), "v1")
    (kept,) = cc.track("p").add(file, round="v1")
    assert kept.about.who == ""
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", kept.about.when)
    monkeypatch.setattr(tracked, "getuser", lambda: "bob")
    (kept,) = cc.track("q").add(file, round="v1", when="2026-03-01T10:00+02:00")
    assert (kept.about.who, kept.about.when) == ("bob", "2026-03-01T08:00:00+00:00")
    with pytest.raises(cc.OptionError, match="when='yesterday' is not a date"):
        cc.track("q").add(file, round="v2", when="yesterday")


# --- what holds from one round to the next --------------------------------------------------------


@pytest.mark.slow
def test_what_was_said_of_the_data_holds_for_later_rounds() -> None:
    project = cc.track("p")
    said = {"reference": "judge", "goal": "first", "categories": [0, 1, 2, 3, 4], "level": 0.9}
    project.add(write(Path("v1.csv"), "v1"), round="v1", **said)
    (kept,) = project.add(write(Path("v2.csv"), "v2"), round="v2")
    assert kept.options == {"reference": "judge", "categories": [0, 1, 2, 3, 4], "level": 0.9}
    study = project.study("v2")
    assert study.who.judges == ("human",)
    assert study.scale.categories == ("0", "1", "2", "3", "4")
    goal = study.comparison("human").goal
    assert goal is not None
    assert goal.goal.key == "first"
    (kept,) = project.add(write(Path("v3.csv"), "v3"), round="v3", reference="human", goal="mature")
    assert (kept.options["reference"], kept.options["level"]) == ("human", 0.9)
    assert kept.goal is not None
    assert kept.goal["key"] == "mature"


def test_fresh_forgets_what_was_said() -> None:
    project = cc.track("p")
    project.add(write(Path("v1.csv"), "v1"), round="v1", reference="judge", goal="first")
    (kept,) = project.add(write(Path("v2.csv"), "v2"), round="v2", fresh=True)
    assert (kept.options, kept.goal) == ({}, None)


def test_a_scale_and_kinds_of_raters_hold_too() -> None:
    project = cc.track("p")
    scale = cc.Scale.ordinal([1, 2, 3, 4, 5], [0, 1, 2, 4, 8])
    kinds = {"human": "judge", "judge": "human"}
    project.add(write(Path("v1.csv"), "v1"), round="v1", scale=scale, rater_kind=kinds)
    project.add(write(Path("v2.csv"), "v2"), round="v2")
    back = project.ratings("v2")
    assert back.scale.values == (0, 1, 2, 4, 8)
    assert dict(zip(back.raters, back.rater_kinds, strict=True)) == kinds


def test_a_complaint_says_what_was_taken_over() -> None:
    project = cc.track("p")
    project.add(write(Path("v1.csv"), "v1"), round="v1", categories=[1, 2, 3, 4])
    file = write(Path("v2.csv"), "v2")
    file.write_text(file.read_text().replace("a00,chat,1", "a00,chat,7"))
    with pytest.raises(
        cc.ScaleError, match=r"7 .*Settings of the previous round were used: categories=\[1, 2, 3, 4\]"
    ):
        project.add(file, round="v2")
    assert [one.name for one in project.rounds] == ["v1"]


def test_ratings_that_are_read_keep_their_own_scale() -> None:
    project = cc.track("p")
    project.add(write(Path("v1.csv"), "v1"), round="v1", categories=[0, 1, 2, 3, 4])
    ratings = cc.read(write(Path("v2.csv"), "v2"), categories=[1, 2, 3, 4])
    project.add(ratings, round="v2")
    assert project.ratings("v2").scale.categories == (1, 2, 3, 4)


# --- what changed ---------------------------------------------------------------------------------


def test_two_rounds_are_compared_on_the_same_items(project: cc.Project) -> None:
    (found,) = project.compare("v1", "v2")
    exact = found.measure("exact_agreement")
    assert exact is not None
    # 8 of 40 items mended and 2 broken: from 20/40 to 26/40
    assert (found.paired, found.n_common) == (True, N)
    assert (exact.first.estimate, exact.second.estimate) == (20 / N, 26 / N)
    assert math.isclose(exact.difference.estimate, 6 / N)
    assert found.flips is not None
    assert (found.flips.n_mended, found.flips.n_broken) == (8, 2)
    rounds = [
        ComparedRound(name=name, ratings=cc.read(f"{name}.csv", engine="memory")) for name in ("v1", "v2")
    ]
    assert found.measures == change(*rounds)[0].measures


def test_without_names_the_newest_round_is_compared_with_the_one_before(project: cc.Project) -> None:
    (found,) = project.compare()
    assert (found.first, found.second) == ("v2", "v3")
    with pytest.raises(cc.OptionError, match="There is no round before 'v1'"):
        project.compare(second="v1")


def test_progress_and_study_go_up_to_a_round(project: cc.Project) -> None:
    (found,) = project.progress()
    assert [one.tracked.estimate for one in found.rounds] == [20 / N, 26 / N, 30 / N]
    assert [one.about.when for one in found.rounds] == [WHEN] * 3
    (early,) = project.progress("v2")
    assert early == project.study("v2").comparison("judge").progress
    assert [one.name for one in early.rounds] == ["v1", "v2"]
    assert project.study("v1").comparison("judge").progress is None


def test_a_stage_is_shown_at_the_level_of_all_looks_at_the_project() -> None:
    """Checked once v4 reaches the second stage; as the fourth look it does not, in table and study."""
    data, project = cc.example("rounds"), cc.Project("looks", "looks.db")
    project.add(data)
    (found,) = project.progress()
    shown = project.study("v4").comparison("judge").stages
    alone = cc.study(data.where(round="v4")).comparison("judge").stages
    assert (alone.reached, shown.reached) == ("optimised", "first")
    assert found.rounds[-1].stage == shown.reached
    assert shown.paid is not None
    assert shown.paid.facts["look"] == 4
    assert project.study("v1").comparison("judge").stages.paid is None


def test_a_file_is_looked_at_beside_the_rounds_without_being_stored(project: cc.Project) -> None:
    study = project.preview(write(Path("next.csv"), "v3"))
    progress = study.comparison("judge").progress
    assert progress is not None
    assert [one.name for one in progress.rounds] == ["v1", "v2", "v3", "next"]
    assert progress.changes[-1].flips is not None
    assert progress.changes[-1].flips.n_mended == 0
    assert [one.name for one in project.rounds] == ["v1", "v2", "v3"]
    again = project.preview("v2.csv").comparison("judge").progress
    assert again is not None
    assert [one.name for one in again.rounds] == ["v1", "v3", "v2"]


def test_drift_is_asked_of_judges_or_of_anybody(project: cc.Project) -> None:
    (judge,) = project.drift()
    assert (judge.rater, judge.n_anchors, len(judge.runs)) == ("judge", N, 3)
    assert project.drift("judge") == (judge,)
    (human,) = project.drift("human")
    assert human.verdict == "steady"
    with pytest.raises(cc.OptionError, match="Did you mean 'human'"):
        project.drift("humna")


# --- in words -------------------------------------------------------------------------------------


def test_the_status_has_every_round_the_verdict_and_what_is_next(project: cc.Project) -> None:
    text = project.status()
    (found,) = project.progress()
    assert found.convergence is not None
    for said in found.convergence.sentences:
        assert said.text() in text
    for share in ("50%", "65%", "75%"):
        assert share in text
    assert "concordant track" in text.split("Next step")[1]
    assert "项目" in project.show("v2", "zh")
    with pytest.raises(cc.OptionError, match="lang"):
        project.status("fr")  # type: ignore[arg-type]


_READING = DEFAULTS


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("name", [name for name in CASES if "round" not in name][1::25])
def test_data_of_any_shape_can_be_rounds(name: str) -> None:
    data, options = CASES[name]()
    ratings = cc.as_ratings(*data, **{key: value for key, value in options.items() if key in _READING})
    own = {key: value for key, value in options.items() if key not in _READING}
    project = cc.track("p")
    project.add(ratings, round="v1", **own)
    project.add(ratings, round="v2", **own)
    for lang in LANGUAGES:
        told = project.status(lang) + project.show("v2", lang)
        assert not re.search(r"\bnan\b|\bNone\b(?! of )|\b(track|progress|rounds|anchors)\.[a-z]+-", told), (
            told
        )
