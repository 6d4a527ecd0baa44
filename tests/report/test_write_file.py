"""Files are whole or not there, and nothing else is written over."""

from __future__ import annotations

import os
import re
import resource
import socket
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from concordant.errors import InputError, OptionError
from concordant.quote import LONGEST_PATH, shorten
from concordant.report.formats import FormatName, study_format
from concordant.report.write_file import (
    JSON_MARK,
    LATEX_MARK,
    MARK,
    PAGE_MARK,
    check_file,
    check_ours,
    write_whole,
)
from tests.interpret.study_cases import studied


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    assert write_whole(tmp_path / "a.md", "短 text\n") == tmp_path / "a.md"
    assert (tmp_path / "a.md").read_bytes() == "短 text\n".encode()
    assert left(tmp_path) == ["a.md"]


def test_a_new_file_may_be_read_by_whom_new_files_may_be_read_by(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("x", encoding="utf-8")
    write_whole(tmp_path / "ours", "x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_write_that_fails_keeps_the_old_file_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"a\.md cannot be written: No space left on device\.$"):
        write_whole(tmp_path / "a.md", "new")
    assert left(tmp_path) == ["a.md"]
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("at", ["open", "fsync", "replace"])
def test_an_interrupt_leaves_nothing(at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = getattr(os, at)

    def interrupted(*given: object, **more: object) -> None:
        if at == "open":
            os.close(real(*given, **more))
        raise KeyboardInterrupt

    monkeypatch.setattr(os, at, interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.md", "new")
    assert left(tmp_path) == []


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    script = textwrap.dedent(f"""
        import resource
        from concordant.report.write_file import write_whole
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, {resource.RLIM_INFINITY}))
        try:
            write_whole({str(tmp_path / "a.md")!r}, "x" * 5000)
        except ValueError as why:
            print(why)
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path}/a.md cannot be written: File too large.\n"
    assert left(tmp_path) == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the folder .*/none does not exist\.$"):
        write_whole(tmp_path / "none" / "a.md", "x")


def test_a_place_is_tried_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "none" / "a.md")
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for place, said in (
        ("none/a.md", f"the folder {tmp_path}/none does not exist."),
        ("link", f"the folder {tmp_path}/none does not exist."),
        ("file/a.md", "Not a directory."),
        ("x" * 300, "File name too long."),
    ):
        shown = shorten(f"{tmp_path}/{place}", LONGEST_PATH)
        with pytest.raises(InputError, match=re.escape(f"{shown} cannot be written: {said}")):
            check_file(tmp_path / place)
    check_file(tmp_path / "a.md")
    assert left(tmp_path) == ["file", "link"]


def test_a_folder_in_which_nothing_can_be_made_is_not_called_missing() -> None:
    if not Path("/proc/self").exists():
        pytest.skip("no such folder here")
    with pytest.raises(InputError, match=r"/proc/x\.md cannot be written: no file can be made in /proc\.$"):
        check_file("/proc/x.md")


def test_a_socket_and_a_name_without_signs_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's name is short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")
        for use in (check_file, lambda place: write_whole(place, "x")):
            with pytest.raises(OptionError, match="socket is neither a file nor a pipe"):
                use("socket")
            with pytest.raises(OptionError, match="is empty"):
                use("")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_who_might_read_the_old_file_may_read_the_new_one(mode: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old", encoding="utf-8")
    (tmp_path / "a.md").chmod(mode)
    write_whole(tmp_path / "a.md", "new")
    assert (tmp_path / "a.md").stat().st_mode & 0o777 == mode


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    check_file(pipe)
    check_ours(pipe)
    write_whole(pipe, "through")
    reader.join(5)
    assert got == [b"through"]
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_text("old", encoding="utf-8")
    (tmp_path / "link.md").symlink_to("real.md")
    write_whole(tmp_path / "link.md", "new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "real.md").read_text(encoding="utf-8") == "new"


@pytest.mark.parametrize("format", ["html", "md", "json", "latex", "bibtex", "word"])
def test_every_report_is_known_as_one_and_may_be_written_over(format: FormatName, tmp_path: Path) -> None:
    study_format("", format).save(studied("two slice columns"), tmp_path / "a", "en")
    assert (tmp_path / "a").stat().st_size > 0
    check_ours(tmp_path / "a")
    # as editors of another system save it
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "a").read_bytes().replace(b"\n", b"\r\n"))
    check_ours(tmp_path / "a")


def test_an_empty_file_may_be_written_over(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    check_ours(tmp_path / "a")
    check_ours(tmp_path / "not there")


@pytest.mark.parametrize(
    "content",
    [
        "my thesis",
        "run:\n\tconcordant report scores.csv -o report.html\n",
        "x" * 5000 + MARK,
        f"# Notes\n\nA report begins with {MARK}.\n",
        f"{MARK} is what a report begins with.\n",
        f"\\documentclass{{article}}\n{LATEX_MARK}\n",
        f'{{"mine": 1, {JSON_MARK}}}',
        f"<!doctype html>\n<p>{MARK}",
        f"<!doctype html>\n<html><head><title>x</title></head><body><pre>{PAGE_MARK}</pre>",
    ],
)
def test_what_only_speaks_of_reports_is_not_one(content: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(content, encoding="utf-8")
    with pytest.raises(OptionError, match=r"is not a concordant report: choose another name"):
        check_ours(tmp_path / "a")


def test_a_folder_is_no_place_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="is a folder"):
        check_ours(tmp_path)


def test_two_at_once_give_one_of_them(tmp_path: Path) -> None:
    texts = [str(i) * 200_000 for i in range(8)]
    threads = [threading.Thread(target=write_whole, args=(tmp_path / "a", text)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / "a").read_text(encoding="utf-8") in texts
    assert left(tmp_path) == ["a"]
