"""`concordant report` as people run it: a process, its files, its words, and what is left after Ctrl-C."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import concordant as cc
from concordant.frame import width
from concordant.report.formats import Format
from concordant.surfaces.cli import report as cli_report
from concordant.surfaces.cli import study as cli_study
from concordant.surfaces.option_help import REPORT_WORDS
from tests.surfaces.child import child

Run = Callable[..., Any]
GUIDE = Path(__file__).parents[3] / "docs"
COMMAND = [sys.executable, "-m", "concordant", "report"]
HOSTILE = """id,<script>alert(1)</script>,"[red]b[/red]",=cmd()
a,1,1,2
b,2,2,2
c,3,3,1
d,1,2,1
e,2,2,2
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **more,
    )


# --- where it goes ------------------------------------------------------------------------------


def test_a_page_is_written_and_the_main_things_are_said(scores: Path) -> None:
    done = call(scores.name)
    assert (done.returncode, done.stderr) == (0, "")
    study = cc.study(scores)
    assert study.headline[0].text() in done.stdout
    assert "Columns: shape = wide (inferred); item = id (inferred)" in done.stdout
    assert done.stdout.endswith("\nReport written to scores-report.html.\n")
    assert Path("scores-report.html").read_text(encoding="utf-8") == cc.study(scores.name).to_html()
    assert sorted(os.listdir()) == ["scores-report.html", "scores.csv"]
    assert "\x1b" not in done.stdout


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("ending", ["md", "json", "tex", "doc", "bib"])
def test_the_ending_of_the_output_says_the_format(ending: str, scores: Path, run: Run) -> None:
    assert run("report", scores, "-o", f"out.{ending}").exit_code == 0
    cc.study(scores).save(f"other.{ending}")
    assert Path(f"out.{ending}").read_bytes() == Path(f"other.{ending}").read_bytes()


def test_tables_go_to_a_folder(scores: Path, run: Run) -> None:
    assert run("report", scores, "-o", "tables/").exit_code == 0
    assert run("report", scores, "--format", "csv").output.endswith("Report written to scores-report/.\n")
    assert sorted(os.listdir("tables")) == sorted(os.listdir("scores-report"))
    assert "measures.csv" in os.listdir("tables")


def test_minus_prints_it_and_the_summary_goes_to_standard_error(scores: Path, run: Run) -> None:
    done = run("report", scores, "-o", "-", "--format", "json")
    assert json.loads(done.stdout)["format"] == "concordant report"
    assert cc.study(scores).headline[0].text() in done.stderr
    assert os.listdir() == ["scores.csv"]
    assert run("report", scores, "-o", "-", "--format", "csv").stdout.startswith("comparison,measure,")


def test_standard_input_is_read(scores: Path, run: Run) -> None:
    done = run("report", "-", "--format", "md", stdin=scores.read_bytes())
    assert done.output.endswith("Report written to report.md.\n")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a/scores.csv", "scores"),
        ("a/*.parquet", "report"),
        ("s p a.csv", "s-p-a"),
        ("评分.csv", "评分"),
        (".", "report"),
    ],
)
def test_a_report_is_called_after_its_file(file: str, name: str) -> None:
    kind = cli_report.study_format("x.html")
    assert cli_report.default_place(file, kind) == (
        "report.html" if name == "report" else f"{name}-report.html"
    )


@pytest.mark.parametrize("page", ["report.md", "report.zh-CN.md"])
def test_the_guide_names_the_file_that_is_written(
    page: str, scores: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # what is in the file takes seconds, and its name is what is asked
    monkeypatch.setattr(Format, "save", lambda _, found, place, *__, **___: Path(place).touch())
    text = (GUIDE / page).read_text(encoding="utf-8")
    command, named = re.search(r"^(concordant report .*)\n```\n\n\S.*?`(.+?)`", text, re.MULTILINE).groups()  # type: ignore[union-attr]
    words = shlex.split(command)[1:]
    scores.rename(words[1])
    assert run(*words).exit_code == 0
    assert sorted(os.listdir()) == sorted([words[1], named])


# --- what was there ------------------------------------------------------------------------------


def test_a_report_is_replaced_and_said_so(scores: Path, run: Run) -> None:
    run("report", scores, "-o", "out.md")
    assert "replacing an earlier report" in run("report", scores, "-o", "out.md").output


def test_what_was_empty_is_not_called_an_earlier_report(scores: Path, run: Run) -> None:
    Path("tables").mkdir()
    Path("out.md").touch()
    assert run("report", scores, "-o", "tables/").output.endswith("Report written to tables/.\n")
    assert run("report", scores, "-o", "out.md").output.endswith("Report written to out.md.\n")
    assert "replacing an earlier report" in run("report", scores, "-o", "tables/").output


def test_standard_output_by_its_name_among_files_is_standard_output(scores: Path, run: Run) -> None:
    done = run("report", scores, "-o", "-", "--format", "json")
    assert json.loads(done.stdout)["format"] == "concordant report"
    with Path("out.json").open("w", encoding="utf-8") as out:
        command = [*COMMAND, str(scores), "-o", "/dev/stdout", "--format", "json"]
        subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)
    assert json.loads(Path("out.json").read_text(encoding="utf-8")) == json.loads(done.stdout)


def test_what_is_no_report_is_kept_unless_forced(scores: Path, run: Run) -> None:
    before = scores.read_bytes()
    done = run("report", scores, "-o", scores, "--format", "md")
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "is not a concordant report: choose another name, or pass --force to replace it." in done.output
    assert scores.read_bytes() == before
    Path("mine.md").write_text("mine", encoding="utf-8")
    forced = run("report", scores, "-o", "mine.md", "--force")
    assert "replacing a file that was not a report" in forced.output
    assert Path("mine.md").read_text(encoding="utf-8").startswith("<!-- concordant report -->")


def test_the_place_is_looked_at_before_anything_is_computed(
    scores: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("the study was made")

    monkeypatch.setattr(cli_report, "study_beside", never)
    Path("mine.md").write_text("mine", encoding="utf-8")
    assert run("report", scores, "-o", "mine.md").exit_code == 2
    Path("folder").mkdir()
    for place in ("none/out.md", "none/out/", "folder", ""):
        for more in ((), ("--force",)):
            done = run(
                "report", scores, "-o", place, "--format", "csv" if place == "none/out/" else "md", *more
            )
            assert done.exit_code in (2, 3), place
            assert done.output.count("\n") == 1
    assert sorted(os.listdir()) == ["folder", "mine.md", "scores.csv"]


def test_the_file_is_written_though_the_reader_closes_the_pipe(scores: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m concordant report scores.csv -o out.md | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert Path("out.md").read_text(encoding="utf-8") == cc.study("scores.csv").to_markdown()


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("none/out.md", "the folder none does not exist"),
        ("", "the name is empty"),
        ("out.xyz", "does not indicate a format"),
        ("out", "or / for a folder of CSV tables"),
        (".", "contains files that are not part of a report"),
    ],
)
def test_a_place_that_will_not_do_is_said_in_one_sentence(
    place: str, said: str, scores: Path, run: Run
) -> None:
    done = run("report", scores, "-o", place)
    assert done.exit_code in (2, 3)
    assert said in done.output.splitlines()[-1]
    assert os.listdir() == ["scores.csv"]


def test_a_full_disk_is_said_and_leaves_nothing(scores: Path) -> None:
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, -1));"
        "from concordant.surfaces.cli.main import main; main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "report", scores, "-o", "out.md"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr == "concordant: out.md cannot be written: File too large.\n"
    assert os.listdir() == ["scores.csv"]


# --- Ctrl-C -------------------------------------------------------------------------------------


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("after", [0.3, 1.2])
def test_ctrl_c_leaves_the_old_report_whole_and_nothing_beside_it(after: float, scores: Path) -> None:
    old = "<!-- concordant report -->\nold"
    Path("out.md").write_text(old, encoding="utf-8")
    rows = [f"{i},{i % 3},{i * 7 % 3},{i * 5 % 4}" for i in range(20_000)]
    scores.write_text("\n".join(["id,human,judge,other", *rows]), encoding="utf-8")
    whole = cc.study("scores.csv").to_markdown()
    script = (
        "import sys; from concordant.surfaces.cli.main import main; import concordant.surfaces.cli.report;"
        "print('ready', file=sys.stderr, flush=True); main(sys.argv[1:])"
    )
    with child(
        [sys.executable, "-c", script, "report", "scores.csv", "-o", "out.md"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as working:  # fmt: skip
        assert working.stderr is not None
        assert working.stderr.readline() == "ready\n"
        time.sleep(after)
        working.send_signal(signal.SIGINT)
        _, said = working.communicate(timeout=60)
    assert "Traceback" not in said
    # A process that has done its work and is about to end is ended by the signal itself.
    assert working.returncode in (0, 130, -signal.SIGINT), said
    text = Path("out.md").read_text(encoding="utf-8")
    assert text.endswith("old") if working.returncode == 130 else text in (whole, old)
    assert sorted(os.listdir()) == ["out.md", "scores.csv"]


# --- words --------------------------------------------------------------------------------------


def test_it_speaks_chinese(scores: Path, run: Run) -> None:
    output = run("report", scores, "-o", "out.md", "--lang", "zh").output
    assert cc.study(scores).headline[0].text("zh") in output
    assert output.endswith("报告已写入 out.md。\n")
    assert Path("out.md").read_text(encoding="utf-8") == cc.study(scores).to_markdown(lang="zh")


def on_a_terminal(columns: int, *arguments: str) -> list[str]:
    """What the command prints on a terminal so wide, without colours."""
    child, terminal = pty.fork()
    if child == 0:
        time.sleep(0.2)
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [*COMMAND, *arguments])  # noqa: S606 - the command itself
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    out = b""
    while True:
        try:
            out += os.read(terminal, 65536)
        except OSError:
            break
    os.waitpid(child, 0)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out.decode()).replace("\r\n", "\n")
    return [
        line.rpartition("\r")[2] for line in plain.split("\n")
    ]  # a bar is drawn over and over on its line


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_terminal_of_80_columns_is_enough(lang: str, scores: Path) -> None:
    lines = on_a_terminal(80, str(scores), "-o", "out.md", "--lang", lang)
    assert max(map(width, lines)) <= 80
    (rule,) = (i for i, line in enumerate(lines) if set(line.strip()) == {"─"})
    table = lines[rule + 1 : lines.index("", rule)]
    found = [found for line in table if (found := re.match(r"\S.*?  +−?[\d.]+%?(?= )", line))]
    assert len(found) > 3
    assert len({width(one[0]) for one in found}) == 1, "numbers end below each other"


def test_names_steer_neither_terminal_nor_markup(run: Run) -> None:
    Path("bad.csv").write_text(HOSTILE.replace("b,2", "\x1b[2Jb,2"), encoding="utf-8")
    output = run("report", "bad.csv", "-o", "out.md").output
    assert "[red]b[/red]" in output
    assert "\x1b" not in output
    assert not re.search(r"(?<!\\)<script", Path("out.md").read_text(encoding="utf-8"))


def test_options_are_those_of_a_study_and_every_one_has_words() -> None:
    own = {"file", "lang", "output", "format_name", "force", "open_it"}
    names = {p.name for p in cli_report.command.params}
    study = {p.name for p in cli_study.command.params} - {"full", "as_json_too"}
    assert names == study | own
    assert all(p.help for p in cli_report.command.params if isinstance(p, click.Option))
    assert len(REPORT_WORDS) == 4


def test_options_reach_the_study(scores: Path, run: Run) -> None:
    done = run("report", scores, "--reference", "human", "--by", "type", "--level", "0.9", "-o", "out.json")
    assert done.exit_code == 0, done.output
    wanted = cc.study(scores, reference="human", by="type", level=0.9).to_json()
    assert Path("out.json").read_text(encoding="utf-8") == wanted


def test_it_is_opened_when_asked(scores: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", opened.append)
    monkeypatch.setattr(cli_report.click, "launch", opened.append)
    run("report", scores, "-o", "a.md")
    assert opened == []
    run("report", scores, "-o", "a.md", "--open")
    assert opened == ["a.md"]


def test_a_measure_without_a_value_says_why_on_the_terminal(scores: Path, run: Run) -> None:
    rows = [f"{i},yes,yes" for i in range(12)]
    scores.write_text("\n".join(["id,human,other", *rows]), encoding="utf-8")
    output = run("report", scores, "-o", "out.md").output
    assert "Gwet's AC1: undefined. The scale has only one category" in output
