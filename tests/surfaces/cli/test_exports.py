"""`formats`, `import` and `export`, and an export of a tool on its way to a report in one command."""

from __future__ import annotations

import json
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.ratings.formats import formats
from concordant.surfaces.cli.main import main
from tests.ratings.formats.golden import Rating, golden
from tests.ratings.formats.test_golden import flat, one_or_all, put
from tests.ratings.formats.writers import WRITERS

TWELVE = (
    "label-studio", "label-studio-min", "label-studio-csv", "argilla", "langfuse", "promptfoo", "langsmith",
    "deepeval", "inspect", "prodigy", "doccano", "mt-bench",
)  # fmt: skip


def run(folder: Path, *arguments: str) -> Any:
    with chdir(folder):
        return CliRunner().invoke(main, list(arguments), standalone_mode=True)


@pytest.mark.by_turns(6)
@pytest.mark.parametrize("name", TWELVE)
def test_from_export_to_report_in_one_command(name, tmp_path):
    paths = put(WRITERS[name](), tmp_path)
    source = paths[0] if len(paths) == 1 else str(tmp_path / "*.jsonl")
    done = run(tmp_path, "report", source, "-o", "page.html")
    assert done.exit_code == 0, done.output
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "ann" in page or "person" in page
    assert "12 items" in done.output


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("name", WRITERS)
def test_the_table_that_import_writes_is_read_as_the_export_is(name, tmp_path):
    paths = put(WRITERS[name](), tmp_path)
    for output in ("ratings.csv", "ratings.jsonl"):
        done = run(tmp_path, "import", *paths, "-o", output)
        assert done.exit_code == 0, done.output
        again = cc.read(tmp_path / output)
        before = cc.read(one_or_all(paths))
        assert _bare(again) == _bare(before)
        assert again.reading.effort == before.reading.effort


def _bare(ratings: Any) -> set[Rating]:
    return set(flat(ratings, ""))


def test_import_says_what_was_read_and_left_out_in_both_languages(tmp_path):
    path = put(WRITERS["label-studio"](), tmp_path)[0]
    english, chinese = (
        run(tmp_path, "import", path, "-o", "r.csv", "--lang", lang).output for lang in ("en", "zh")
    )
    assert english.splitlines() == [
        "90 ratings of 12 items by 4 raters on 2 dimensions.",
        "Excluded 1: skipped or cancelled annotations.",
        "Excluded 1: records without any rating.",
        "Excluded 2: earlier ratings of the same item by the same rater.",
        "Read as Label Studio, JSON. To read it as a plain table, pass --input-format table.",
        "Written to r.csv.",
    ]
    assert chinese.splitlines()[:2] == [
        "共 90 个评分：12 个条目，4 位评分者，2 个维度。",
        "排除 1 条：已跳过或取消的标注。",
    ]


def test_import_prints_the_table_alone_on_standard_output(tmp_path):
    path = put(WRITERS["langsmith"](), tmp_path)[0]
    done = run(tmp_path, "import", path, "-o", "-")
    header, *rows = done.stdout.splitlines()
    assert header.startswith("item_id,rater_id,rater_kind,dimension,score,timestamp,comment")
    assert len(rows) == len(golden())


def test_a_plain_table_needs_no_import(tmp_path):
    (tmp_path / "scores.csv").write_text("item,a,b\n1,2,3\n2,3,3\n", encoding="utf-8")
    done = run(tmp_path, "import", "scores.csv")
    assert (done.exit_code, "is not an export of a known tool" in done.output) == (3, True)


def test_formats_lists_every_format_with_what_it_was_checked_against(tmp_path):
    listed = json.loads(run(tmp_path, "formats", "--json").output)["formats"]
    assert [one["format"] for one in listed] == [known.name for known in formats()]
    assert all(one["checked_against"] for one in listed)
    assert "核对依据" in run(tmp_path, "formats", "--lang", "zh").output


def test_export_writes_a_file_named_after_the_data(tmp_path):
    path = put(WRITERS["label-studio"](), tmp_path)[0]
    done = run(tmp_path, "export", path, "--to", "label-studio", "--what", "gold")
    assert done.exit_code == 0, done.output
    tasks = json.loads((tmp_path / "export-gold-label-studio.json").read_text(encoding="utf-8"))
    assert tasks[0]["annotations"][0]["result"][0]["to_name"] == "answer"  # as the export named it
    assert "split" in done.output


def test_a_study_shows_the_seconds_and_the_cost_of_each_rater(tmp_path):
    timed, priced = (cc.study(put(WRITERS[name](), tmp_path)[0]) for name in ("label-studio", "deepeval"))
    assert {profile.rater: profile.seconds for profile in timed.profiles if profile.rater == "ann"} == {
        "ann": 4.25
    }
    assert "seconds per rating" in timed.text()
    assert "每次评分成本" in priced.text("zh")
    again = cc.Study.from_dict(priced.to_dict())
    assert [profile.cost for profile in again.profiles] == pytest.approx([0.001] * 4)


def test_export_takes_files_that_are_joined(tmp_path):
    (tmp_path / "people.csv").write_text("id,ann,bob\n1,3,3\n2,4,1\n3,5,5\n", encoding="utf-8")
    (tmp_path / "judge.csv").write_text("id,judge\n3,1\n1,3\n2,4\n", encoding="utf-8")
    files = [str(tmp_path / name) for name in ("people.csv", "judge.csv")]
    done = run(tmp_path, "export", *files, "--join", "id", "--to", "langfuse", "-o", "-")
    assert [json.loads(line)["objectId"] for line in done.output.splitlines()] == ["3", "2"]


def test_what_formats_were_checked_against_is_said_in_chinese():
    assert [one.name for one in formats() if not one.seen_zh or one.seen_zh.isascii()] == []


def test_why_rows_of_an_export_were_excluded_is_said_in_chinese(tmp_path):
    paths = put(WRITERS["mt-bench"](), tmp_path)
    study = cc.study(one_or_all(paths))
    assert "excluded: ratings that failed or could not be parsed." in study.summary()
    assert "ratings that" not in study.summary("zh")
