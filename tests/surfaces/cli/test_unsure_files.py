"""Files that used to be read with a confident wrong guess: the whole first screen of each, as a file to read.

After a change of words, look at what `python -m tests.surfaces.cli.test_unsure_files` writes before you keep
it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from concordant.surfaces.cli.main import main
from tests.surfaces.cli import unsure_files as files

SNAPSHOTS = Path(__file__).parent / "snapshots"

#: For each screen the files that it needs, and the command line.
SCREENS: dict[str, tuple[tuple[Callable[[], str], ...], str]] = {
    "1_label_studio": ((files.label_studio,), "study label_studio.csv"),
    "1_gold_beside_ratings": ((files.gold_beside_ratings,), "study gold_beside_ratings.csv"),
    "2_other_scale": ((files.other_scale,), "study other_scale.csv"),
    "2_other_scale_checked": ((files.other_scale,), "check other_scale.csv --goal first"),
    "2_model_in_letters": ((files.model_in_letters,), "study model_in_letters.csv"),
    "2_model_checked": ((files.model_in_letters,), "check model_in_letters.csv --goal first"),
    "2_mean_beside_raters": ((files.mean_beside_raters,), "study mean_beside_raters.csv"),
    "2_judge_beside_rows": ((files.judge_beside_rows,), "study judge_beside_rows.csv"),
    "2_dropped_rows": ((files.dropped_rows,), "study dropped_rows.csv"),
    "3_several_values": ((files.several_values,), "study several_values.csv"),
    "3_unknown_parts": ((files.unknown_parts,), "study unknown_parts.csv"),
    "4_dimensions_and_raters": ((files.dimensions_and_raters,), "study dimensions_and_raters.csv"),
    "4_runs": ((files.runs,), "study runs.csv"),
    "4_system": ((files.system_beside_human,), "study system_beside_human.csv"),
    "5_nested": ((files.nested_scores,), "study nested_scores.jsonl --value judge.output.score"),
    "5_spoken": ((files.spoken_scores,), "study spoken_scores.jsonl"),
    "6_joined": ((files.humans, files.judge_file), "study humans.csv judge_file.jsonl --join id"),
    "7_decimals": ((files.decimals,), "study decimals.csv"),
    "7_decimals_checked": ((files.decimals,), "check decimals.csv --goal first"),
    "7_half_points": ((files.half_points,), "study half_points.csv"),
    "7_grades": ((files.grades_in_words,), "study grades_in_words.csv"),
    "7_chinese_grades": ((files.chinese_grades,), "study chinese_grades.csv --lang zh"),
    "8_scales_made_alike": (
        (files.hundred_points,),
        "study hundred_points.csv --rescale judge=1..100:1..5 --reverse strict",
    ),
    "8_decimal_commas": ((files.decimal_commas,), "study decimal_commas.csv"),
}


def screen(name: str) -> str:
    """What a command prints, standard error included."""
    makers, line = SCREENS[name]
    with TemporaryDirectory() as folder, chdir(folder):
        for make in makers:
            text = make()
            Path(f"{make.__name__}{'.jsonl' if text.startswith('{') else '.csv'}").write_text(text, "utf-8")
        return CliRunner().invoke(main, line.split(), catch_exceptions=False).output


@pytest.mark.parametrize("name", SCREENS)
def test_the_first_screen_is_as_it_was(name: str) -> None:
    assert screen(name) == (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")


#: What each screen must say, whatever the words around it are.
MUST_SAY = {
    "1_label_studio": ["ann@x.org and bob@x.org give the same score on 67% of 24 items"],
    "1_gold_beside_ratings": ["so label was used for the ratings", "--value score"],
    "2_other_scale": ["judge was not used", "from 20 to 100", "--rescale judge=0..100:1..5", "tokens"],
    "2_other_scale_checked": ["judge was not used", "--rescale judge=0..100:1..5"],
    "2_model_in_letters": ["model was read as a slice", "--merge A=1"],
    "2_model_checked": ["model was read as a slice", "--merge A=1"],
    "2_mean_beside_raters": ["final was not used", "the mean of ann and bob", "confidence"],
    "2_judge_beside_rows": ["judge_score was not used as a rater"],
    "2_dropped_rows": ["24 rows of 72 (33%)", "source = eval", "--rater"],
    "3_several_values": ["--value helpful", "--value safe"],
    "3_unknown_parts": ["--columns '{dimension}_{rater}'", "--columns '{rater}_{dimension}'", "--raters"],
    "4_dimensions_and_raters": ["2 dimensions (helpfulness, safety)", "human, judge"],
    "4_runs": ["repeats of one judge", "--raters human,judge_run1,judge_run2,judge_run3"],
    "4_system": ["system compared with human"],
    "5_nested": ["judge and human"],
    "5_spoken": ["2 of 24 answers of judge could not be parsed", "22 items"],
    "6_joined": [
        "22 items are in both files",
        "only in humans.csv: q0, q1",
        "only in judge_file.jsonl: q24",
    ],
    "7_decimals": [
        "rounded to the nearest point from 1 to 5",
        "same score on",
        "Without rounding, Cohen's kappa",
        "--rounded",
    ],
    "7_decimals_checked": ["Exact agreement", "rounded to the nearest point"],
    "7_half_points": ["rounded", "first version"],
    "7_grades": ["Very poor < Poor < Fair < Good < Excellent"],
    "7_chinese_grades": ["无 < 轻 < 中 < 重"],
    "8_scales_made_alike": ["rescaled from 1–100 to 1–5", "reversed within 1 to 5"],
    "8_decimal_commas": ["decimal comma", "--decimal ."],
}


@pytest.mark.parametrize("name", SCREENS)
def test_the_first_screen_says_what_matters(name: str) -> None:
    said = (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")
    assert [part for part in MUST_SAY[name] if part not in said] == []


def test_every_screen_is_named() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.txt")} == set(SCREENS) == set(MUST_SAY)


if __name__ == "__main__":
    os.makedirs(SNAPSHOTS, exist_ok=True)
    for each in SCREENS:
        (SNAPSHOTS / f"{each}.txt").write_text(screen(each), encoding="utf-8")
