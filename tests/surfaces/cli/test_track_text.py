"""What `track` says of rounds: growing files, goals, slices, several judges, replaced rounds, what next."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from tests.surfaces.track_data import AGREED, N, human, judge, write, write_all

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONCORDANT_STORE", raising=False)


def judged(name: str, people: int = 1, **agreed: Iterable[int]) -> Path:
    """A file of one round: people who agree with each other, and judges with the items they agree on."""
    sets = {who: set(items) for who, items in agreed.items()}
    heads = ["id", "kind", *(f"human_{i}" for i in range(people)), *sets]
    lines = [
        ",".join(
            map(str, [f"a{i:02}", ("chat", "code")[i % 2], *[human(i)] * people]
                + [judge(i, items) for items in sets.values()])
        )
        for i in range(N)
    ]  # fmt: skip
    path = Path(f"{name}.csv")
    path.write_text("\n".join([",".join(heads), *lines]) + "\n", encoding="utf-8")
    return path


def add(run: Run, *rounds: tuple[str, Mapping[str, Iterable[int]]], people: int = 1, more: Any = ()) -> Any:
    """Add rounds of a project; what was said of the last."""
    for name, agreed in rounds:
        file = judged(name, people, **agreed)
        done = run("track", "add", file, "--project", "p", "--round", name, *more)
        assert done.exit_code == 0, done.output
    return done


def after(title: str, text: str) -> str:
    return text.split(title, 1)[1]


# --- a file that grows ----------------------------------------------------------------------------


def test_of_a_file_that_grows_only_the_new_round_is_added(run: Run) -> None:
    names = list(AGREED)
    first = cc.track("p").add(write_all(Path("all.csv"), names[:2]), model="m-1", goal="first")
    grown = write_all(Path("all.csv"))
    grown.write_text(  # another category, another kind and another judge, in the new round only
        "".join(
            line.rstrip("\n") + (",other\n" if not place else ",5\n" if line.endswith("v3\n") else ",\n")
            for place, line in enumerate(
                grown.read_text().replace("chat,1,1,v3", "poem,1,5,v3").splitlines(True)
            )
        )
    )
    done = run("track", "add", "all.csv", "--model", "m-2", "--goal", "mature")
    assert done.exit_code == 0, done.output
    title = "3 rounds of p are in concordant.db: v3 added, v1 and v2 already there with the same ratings"
    assert title in done.stdout
    rounds = cc.track("p").rounds
    assert rounds[:2] == first
    assert (rounds[2].name, rounds[2].about.marks["model"].name) == ("v3", "m-2")
    assert cc.track("p").ratings("v1").raters == ("human", "judge")


def test_a_round_whose_ratings_changed_in_a_grown_file_is_refused() -> None:
    project = cc.track("p")
    project.add(write_all(Path("all.csv"), ["v1", "v2"]))
    grown = write_all(Path("all.csv"))
    grown.write_text(grown.read_text().replace("a00,chat,1,1,v1", "a00,chat,1,2,v1"))
    with pytest.raises(cc.OptionError, match=r"'v1' .* differs in its ratings:"):
        project.add(grown)
    assert [one.name for one in project.rounds] == ["v1", "v2"]


def test_a_round_of_a_file_with_others_is_the_same_as_in_a_file_of_its_own() -> None:
    (alone,) = cc.track("p").add(write(Path("v1.csv"), "v1"), round="v1")
    among = cc.track("q").add(write_all(Path("all.csv")))
    assert among[0].content == alone.content


def test_rows_without_a_round_are_counted_in_grammar() -> None:
    file = write_all(Path("all.csv"))
    file.write_text(file.read_text().replace(",v3\n", ",\n", 3))
    with pytest.raises(cc.InputError, match="3 rows of the data have no round"):
        cc.track("p").add(file)
    file.write_text(write_all(file).read_text().replace(",v3\n", ",\n", 1))
    with pytest.raises(cc.InputError, match="1 row of the data has no round"):
        cc.track("p").add(file)


# --- goals and what next --------------------------------------------------------------------------


def test_the_goal_is_named_and_its_failing_targets_told(run: Run) -> None:
    added = add(run, ("v1", {"judge": range(8)}), more=("--goal", "first")).stdout
    status, listed = run("track", "status").stdout, run("track", "list", "--project", "p").stdout
    report = cc.track("p").progress("v1")[0].goal
    assert report is not None
    assert report.paid is not None
    assert report.paid.text() in added
    assert report.outcome == "not-met"
    assert report.missing
    for said in (report.said, *(one.said for one in report.missing)):
        assert said.text() in added
        assert said.text() in status
    assert "goal “first version”" in status
    assert "first version" in listed
    assert "--baseline" not in after("Next step", status)


def test_a_goal_that_is_met_is_to_be_held(run: Run) -> None:
    add(run, ("v1", {"judge": range(38)}), ("v2", {"judge": range(38)}), more=("--goal", "first"))
    said = after("Next step", run("track", "status").stdout)
    assert "Goal “first version” is met in v2." in said
    assert "concordant check FILE --goal first --baseline v2 --project p" in said
    assert "--goal first --baseline v2" in cc.track("p").status()


@pytest.mark.slow
def test_what_next_is_told_of_each_judge_where_they_differ(run: Run) -> None:
    add(
        run,
        ("v1", {"judge_up": range(4), "judge_down": range(36), "judge_too": range(5)}),
        ("v2", {"judge_up": range(36), "judge_down": range(4), "judge_too": range(37)}),
    )
    lines = after("Next step", run("track", "status").stdout).strip().split("\n")
    assert len(lines) == 2
    assert lines[0].strip().startswith("judge_up and judge_too: Continue")
    assert (
        lines[1].strip().startswith("judge_down: See which items worsened, and return to the best round (v1)")
    )


@pytest.mark.slow
def test_what_next_asks_for_the_items_that_the_verdict_asks_for(run: Run) -> None:
    add(run, ("v1", {"judge": range(20)}), ("v2", {"judge": range(2, 26)}))
    (progress,) = cc.track("p").progress()
    assert progress.convergence is not None
    assert 0 < (progress.convergence.items_needed or 0) < 20 * N
    said = after("Next step", run("track", "status").stdout)
    assert "Have those items rated" in said
    assert "last two versions" not in said
    add(run, ("v3", {"judge": range(2, 26)}), ("v4", {"judge": range(2, 26)}))
    add(run, ("v5", {"judge": [*range(2, 20), *range(30, 36)]}))
    (progress,) = cc.track("p").progress()
    assert progress.convergence is not None
    assert progress.convergence.items_needed == float("inf")
    assert "More items are unlikely to settle this" in after("Next step", run("track", "status").stdout)


def test_too_few_rounds_are_followed_by_the_next_one(run: Run) -> None:
    add(run, ("v1", {"judge": range(20)}), ("v2", {"judge": range(20)}))
    status = run("track", "status").stdout
    assert "after 2 more rounds at the earliest" in status
    assert after("Next step", status).strip().startswith("Continue")


def test_rounds_on_other_items_are_to_be_rated_on_the_same(run: Run) -> None:
    for name, prefix in (("v1", "a"), ("v2", "b")):
        run("track", "add", write(Path("x.csv"), "v2", prefix=prefix), "--project", "p", "--round", name)
    assert "Have the items of an earlier round rated again" in run("track", "status").stdout


def test_commands_answer_in_the_language_they_are_printed_in(run: Run) -> None:
    told = add(run, ("v1", {"judge": range(20)}), ("v2", {"judge": range(26)}), more=("--lang", "zh")).stdout
    told += run("track", "status", "--lang", "zh").stdout + cc.track("p").status("zh")
    commands = re.findall(r"concordant (?:track|check) .*", told)
    assert len(commands) >= 5
    assert all(one.endswith("--lang zh") for one in commands)
    assert "--lang" not in cc.track("p").status()


# --- slices ---------------------------------------------------------------------------------------

CHAT = range(0, N, 2)


def test_a_slice_that_lost_is_told_everywhere(run: Run) -> None:
    added = add(run, ("v1", {"judge": range(N)}), ("v2", {"judge": CHAT})).stdout
    table = run("track", "compare", "--items", "0").stdout
    (row,) = (line for line in table.split("\n") if line.strip().startswith("kind = code"))
    assert "−100.0 pp" in row
    assert row.endswith("declined")
    assert "100%" in row
    (row,) = (line for line in table.split("\n") if line.strip().startswith("kind = chat"))
    assert row.endswith("no detectable change")
    for text in (added, run("track", "status").stdout):
        assert "Slices in which judge declined since v1: kind = code, −100.0 pp" in text
        assert "kind = chat" not in text
    assert "明确变差的切片：kind = code" in run("track", "status", "--lang", "zh").stdout
    data = json.loads(run("track", "compare", "--json").stdout)
    lost = {one["value"]: one["lost"] for one in data["slices"]["judge"]}
    assert lost == {"chat": False, "code": True}
    assert [one.lost for one in cc.track("p").slices("v1", "v2")["judge"]] == [False, True]


def test_a_slice_that_gained_or_is_small_is_marked(run: Run) -> None:
    for name, agreed in (("v1", CHAT), ("v2", range(N))):
        file = judged(name, judge=agreed)
        file.write_text(re.sub(r"(a3[13579]),code", r"\1,poem", file.read_text()))
        run("track", "add", file, "--project", "p", "--round", name)
    rows = {line.split()[2]: line for line in run("track", "compare").stdout.split("\n") if "kind = " in line}
    assert rows["code"].endswith("improved")
    assert rows["poem"].endswith("too few items")
    assert "declined since" not in run("track", "status").stdout


# --- several judges, and people -------------------------------------------------------------------


@pytest.mark.slow
def test_people_who_rated_once_get_a_line_and_judges_come_first(run: Run) -> None:
    rounds = [("v1", {"judge": range(20)}), ("v2", {"judge": range(26)})]
    added = add(run, *rounds, people=2).stdout
    status, compared = run("track", "status").stdout, run("track", "compare").stdout
    assert "Human ratings are the same as in v1" in added
    assert "Human ratings are the same as in v1" in compared
    assert "Human ratings are the same in all rounds" in status
    assert status.count("Convergence\n") == 1
    assert "From v1 to v2: people" not in compared
    third = judged("v3", 2, judge=range(26))
    third.write_text(re.sub(r"^(a\d+,\w+,\d),\d,", r"\1,1,", third.read_text(), flags=re.MULTILINE))
    run("track", "add", third, "--project", "p", "--round", "v3")
    status = run("track", "status").stdout
    assert status.index("Convergence: judge") < status.index("Convergence: people")


@pytest.mark.slow
def test_a_judge_that_is_gone_is_told_once_and_a_new_one_too(run: Run) -> None:
    stay = {"judge_a": range(20), "judge_b": range(22)}
    rounds = (("v1", {**stay, "judge_c": range(24)}), ("v2", {**stay, "judge_d": range(30)}))
    added = add(run, *rounds).stdout
    for text in (added, run("track", "compare").stdout):
        assert text.count("Judges in v1 but not in v2") == 1
        assert text.count("Judges in v2 but not in v1") == 1
    assert run("track", "status").stdout.count("no progress is shown here: judge_c") == 1


# --- replaced, and the same again -----------------------------------------------------------------


def test_a_round_that_was_replaced_is_marked_and_still_to_be_seen(run: Run) -> None:
    rounds = {name: {"judge": AGREED[name]} for name in AGREED}
    add(run, *rounds.items())
    done = add(run, ("v2", {"judge": range(N)}), more=("--replace",))
    commands = re.findall(r"compare (\S+ \S+)", after("Next step", done.stdout))
    assert commands == ["v1 v2", "v2 v3"]
    listed = run("track", "list", "--project", "p").stdout
    assert "v2 (replaced 1 time)" in listed
    assert "v1 (replaced" not in listed
    old = run("track", "show", "v2", "--generation", "1")
    assert "This is version 1 of 2" in old.stdout
    assert "65%" in old.stdout
    assert "100%" in run("track", "show", "v2").stdout
    project = cc.track("p")
    assert project.round("v2", generation=1).generation == 1
    assert "第 1 个版本" in project.show("v2", "zh", generation=1)
    exact = project.study("v2", generation=1).comparison("judge").measure("exact_agreement")
    assert exact is not None
    assert exact.result.estimate == 26 / N
    done = run("track", "show", "v2", "--generation", "3")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "generations 1 to 2" in done.stderr


def test_the_ratings_of_an_earlier_round_are_doubted(run: Run) -> None:
    said = "Is this the right file?"
    assert said not in add(run, ("v1", {"judge": range(20)})).stdout
    assert f"v2 has the same ratings as v1. {said}" in add(run, ("v2", {"judge": range(20)})).stdout
    assert said not in add(run, ("v3", {"judge": range(21)})).stdout


def test_what_differs_from_the_round_that_is_there_is_named(run: Run) -> None:
    marks = ("--prompt", "Score from 0 to 4.", "--model", "m-1")
    done = add(run, ("v1", {"judge": range(20)}), more=marks)
    assert "Versions: prompt “Score from 0 to 4.” and model m-1." in done.stdout
    done = run("track", "add", "v1.csv", "--round", "v1", "--prompt", "Be strict.", "--level", "0.9")
    assert done.exit_code == 2
    prompt = "prompt (“Score from 0 to 4.”, now “Be strict.”)"
    assert f"differs in its {prompt}, model (m-1, now none) and options (level): choose" in done.stderr


# --- figures and words in Python ------------------------------------------------------------------


def test_a_project_can_be_drawn_and_drift_says_what_it_found() -> None:
    project = cc.track("p")
    project.add(write_all(Path("all.csv"), ["v1"]))
    for draw in (cc.figures.rounds_strip, cc.figures.drift):
        with pytest.raises(cc.OptionError, match="has only one round"):
            draw(project)
    project.add(write_all(Path("all.csv")))
    (progress,) = project.progress()
    (found,) = project.drift()
    assert cc.figures.rounds_strip(project).spec == cc.figures.rounds_strip(project.study()).spec
    assert cc.figures.drift(project).spec == cc.figures.drift(progress).spec
    assert str(found) == "\n".join(said.text() for said in found.sentences)
    assert found.text("zh") == "\n".join(said.text("zh") for said in found.sentences)
    assert "Anchored(" not in str(found)
