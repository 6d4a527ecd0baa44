"""Streams: what is no data or never ends is refused; what is no file is not opened as one."""

from __future__ import annotations

import io
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.ratings.reading import files
from concordant.ratings.reading.files import copy_stream

Run = Callable[..., Any]
SCORES = b"a,b\n1,1\n2,2\n1,2\n2,2\n1,1\n"


class Endless(io.RawIOBase):
    """The same bytes for ever."""

    def __init__(self, part: bytes) -> None:
        self.part = part

    def read(self, size: int = -1) -> bytes:
        return (self.part * (size // len(self.part) + 1))[:size]


@pytest.mark.parametrize("part", [b"\0", b"\x07\xfe\0\x81\xff"], ids=["null", "noise"])
def test_an_endless_stream_that_is_no_data_is_refused_at_once(part: bytes, tmp_path: Path) -> None:
    with pytest.raises(
        cc.InputError, match=r"standard input (contains a null|looks like a binary)|Line 1 of"
    ):
        copy_stream(Endless(part), tmp_path / "copy", "standard input")  # type: ignore[arg-type]
    assert (tmp_path / "copy").stat().st_size == 0


def test_an_endless_stream_of_text_is_refused_at_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 3_000_000)
    with pytest.raises(cc.InputError, match="gave more than 3,000,000 bytes and may never end: save"):
        copy_stream(Endless(b"y\n"), tmp_path / "copy", "standard input")  # type: ignore[arg-type]
    assert (tmp_path / "copy").stat().st_size <= 3_000_000


def test_the_limit_leaves_room_for_what_people_have() -> None:
    assert files.MOST_BYTES >= 300_000_000


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null", "/dev/full"])
def test_a_device_is_no_file(device: str, run: Run) -> None:
    done = run("study", device)
    assert (done.exit_code, done.stderr) == (
        3,
        f"concordant: {device} is a device, not a file: save the ratings to a file and name that file.\n",
    )


def test_a_socket_is_no_file_and_neither_is_a_pipe_in_python(tmp_path: Path, run: Run) -> None:
    os.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("here")
        assert "is a socket, not a file" in run("study", "here").stderr
    os.mkfifo("pipe")
    with pytest.raises(cc.InputError, match="a pipe, which can be read only once"):
        cc.read("pipe")


def test_a_pipe_with_a_name_is_read_by_the_command(tmp_path: Path, run: Run) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(SCORES,))
    writer.start()
    done = run("kappa", pipe)
    writer.join()
    assert done.exit_code == 0
    assert "Read 5 rows of pipe." in done.output


def test_standard_input_that_is_no_data_is_one_sentence(run: Run) -> None:
    done = run("study", "-", stdin=b"\0" * 5_000_000)
    assert done.exit_code == 3
    assert "standard input contains a null character" in done.stderr
    assert run("kappa", "-", stdin=SCORES).exit_code == 0
