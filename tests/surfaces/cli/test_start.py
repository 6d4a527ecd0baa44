"""The command as a process: told to end it ends quietly and tidily, and closed streams do not matter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from concordant.surfaces.cli.start import asks_the_gate
from tests.surfaces.child import child

#: Waits in the import that takes longest, as a slow disk would; in short steps, as a signal that comes just
#: before a sleep does not end it.
IMPORTING = """
import sys, time
from concordant.surfaces.cli.start import main
class Slow:
    def find_spec(self, name, *_):
        if name == "rich_click":
            print("now", flush=True)
            for _ in range(SECONDS * 20):
                time.sleep(0.05)
sys.meta_path.insert(0, Slow())
main()
"""
#: Waits with the file made but not yet in its place.
WRITING = """
import os, sys, time
from concordant.surfaces.cli.start import main
def wait(_):
    print("now", file=sys.__stderr__, flush=True)
    for _ in range(SECONDS * 20):
        time.sleep(0.05)
os.fsync = wait
main()
"""
ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@contextmanager
def started(script: str, *arguments: str, seconds: int = 30) -> Iterator[subprocess.Popen[str]]:
    """A process that waits where the script says it does."""
    code = script.replace("SECONDS", str(seconds))
    with child(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as working:  # fmt: skip
        assert working.stdout is not None
        while working.stdout.readline() not in ("now\n", ""):
            pass
        yield working


@pytest.mark.parametrize(("number", "code"), ENDS)
def test_while_it_is_loading_it_ends_quietly(number: signal.Signals, code: int) -> None:
    with started(IMPORTING, "--version") as working:
        working.send_signal(number)
        assert working.communicate(timeout=20) == ("", None)
        assert working.returncode == code


@pytest.mark.by_turns(2)
@pytest.mark.parametrize(("number", "code"), ENDS)
@pytest.mark.parametrize("output", ["old.md", pytest.param("new.md", marks=pytest.mark.slow)])
def test_while_a_file_is_written_it_leaves_only_what_was_there(
    output: str, number: signal.Signals, code: int, scores: Path
) -> None:
    old = "<!-- concordant report -->\nold"
    Path("old.md").write_text(old, encoding="utf-8")
    with started(WRITING, "report", scores.name, "-o", output) as working:
        assert len(os.listdir()) == 3, "the new file is there, under another name"
        working.send_signal(number)
        said, _ = working.communicate(timeout=20)
    assert said.strip() == ""
    assert working.returncode == code
    assert sorted(os.listdir()) == ["old.md", "scores.csv"]
    assert Path("old.md").read_text(encoding="utf-8") == old


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    script = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN){IMPORTING}"
    with started(script, "--version", seconds=1) as working:
        working.send_signal(signal.SIGHUP)
        said, _ = working.communicate(timeout=20)
    assert working.returncode == 0
    assert said.startswith("concordant ")


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_matter(closed: str, scores: Path) -> None:
    command = f"{sys.executable} -m concordant report {scores.name} -o out.md {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.stderr == ""
    assert done.returncode == 0
    assert Path("out.md").read_text(encoding="utf-8").startswith("<!-- concordant report -->\n")


def test_what_is_wrong_has_its_exit_code_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "concordant", "report", "none.csv"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr.startswith("concordant: There is no file")


@pytest.mark.parametrize("library", ["rich_click", "sqlalchemy"])
def test_a_library_that_is_gone_is_one_sentence(library: str) -> None:
    script = (
        f"import sys; sys.modules['{library}'] = None; from concordant.surfaces.cli.start import main; main()"
    )
    Path("concordant.db").touch()
    done = subprocess.run(
        [sys.executable, "-c", script, "track", "list"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert done.stderr == (
        f"concordant: {library} is missing, or of a version that does not work here: "
        "run pip install --force-reinstall concordant.\n"
    )


def test_the_command_that_is_installed_starts_here() -> None:
    project = Path(__file__).parents[3] / "pyproject.toml"
    scripts = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts == {"concordant": "concordant.surfaces.cli.start:main"}


@pytest.mark.parametrize(
    ("words", "gate"),
    [
        (["check", "scores.csv"], True),
        (["--lang", "zh", "check", "scores.csv"], True),
        (["study", "check"], False),
        ([], False),
    ],
)
def test_the_gate_is_known_by_its_name_also_behind_an_option(words: list[str], gate: bool) -> None:
    assert asks_the_gate(words) is gate


def test_a_kappa_from_the_shell_does_without_what_takes_long_to_import() -> None:
    Path("scores.csv").write_text("a,b\n" + "1,1\n2,2\n3,2\n1,2\n" * 10, encoding="utf-8")
    script = (
        "import sys; from concordant.surfaces.cli.main import main; main(standalone_mode=False); "
        "print([one for one in ('scipy', 'numpy.ma', 'numpy.random', 'pandas') if one in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "cohen-kappa", "scores.csv"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "95% CI" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
