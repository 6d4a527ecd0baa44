"""A folder of tables comes whole, and keeps what others put there."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from concordant.errors import InputError, OptionError
from concordant.report.write_folder import MANIFEST, check_folder, is_our_folder, write_folder

OLD, NEW = {"measures.csv": b"old", "cuts.csv": b"old"}, {"measures.csv": b"new", "slices.csv": b"new"}


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != MANIFEST}


def test_a_folder_is_made_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", NEW)
    assert held(tmp_path / "out") == NEW
    assert os.listdir(tmp_path) == ["out"]


def test_an_earlier_report_is_replaced_whole(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", OLD)
    (tmp_path / "out" / ".DS_Store").write_bytes(b"")
    write_folder(tmp_path / "out", NEW)
    assert held(tmp_path / "out") == NEW


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_folder(tmp_path / "out", NEW)
    assert held(tmp_path / "out") == NEW


def test_a_folder_with_other_files_is_refused_and_forced_without_loss(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", OLD)
    (tmp_path / "out" / "thesis.doc").write_bytes(b"mine")
    with pytest.raises(OptionError, match=r"such as 'thesis\.doc'"):
        write_folder(tmp_path / "out", NEW)
    assert held(tmp_path / "out") == OLD | {"thesis.doc": b"mine"}
    write_folder(tmp_path / "out", NEW, force=True)
    assert held(tmp_path / "out") == OLD | NEW | {"thesis.doc": b"mine"}
    assert os.listdir(tmp_path) == ["out"]


def test_a_list_that_is_not_ours_makes_no_folder_ours(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / MANIFEST).write_text("[1]", encoding="utf-8")
    (tmp_path / "out" / "measures.csv").write_bytes(b"mine")
    with pytest.raises(OptionError, match="not part of a report"):
        write_folder(tmp_path / "out", NEW)


def test_a_list_that_names_what_we_never_write_does_not_give_it_away(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    listed = '{"format": "concordant report", "files": ["measures.csv", "thesis.docx", ["x"], 3]}'
    (tmp_path / "out" / MANIFEST).write_text(listed, encoding="utf-8")
    (tmp_path / "out" / "measures.csv").write_bytes(b"old")
    (tmp_path / "out" / "thesis.docx").write_bytes(b"mine")
    with pytest.raises(OptionError, match=r"such as 'thesis\.docx'"):
        write_folder(tmp_path / "out", NEW)
    assert (tmp_path / "out" / "thesis.docx").read_bytes() == b"mine"


def test_somebodys_file_of_the_name_of_our_list_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / MANIFEST).write_text('{"mine": 1}', encoding="utf-8")
    with pytest.raises(OptionError, match=f"such as '{MANIFEST}'"):
        write_folder(tmp_path / "out", NEW)
    assert not is_our_folder(tmp_path / "out")


def test_rights_of_folder_and_files_are_kept(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", OLD)
    assert is_our_folder(tmp_path / "out")
    (tmp_path / "out").chmod(0o750)
    (tmp_path / "out" / "measures.csv").chmod(0o640)
    write_folder(tmp_path / "out", NEW)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o750
    assert (tmp_path / "out" / "measures.csv").stat().st_mode & 0o777 == 0o640
    assert held(tmp_path / "out") == NEW


def test_a_place_is_tried_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none does not exist"):
        check_folder(tmp_path / "none" / "out")
    with pytest.raises(OptionError, match="is empty"):
        check_folder("")
    check_folder(tmp_path / "out")
    assert os.listdir(tmp_path) == []


def test_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"mine")
    with pytest.raises(OptionError, match="is a file, but tables are written to a folder"):
        write_folder(tmp_path / "out", NEW)
    with pytest.raises(InputError, match="cannot be written"):
        write_folder(tmp_path / "none" / "out", NEW)
    assert (tmp_path / "out").read_bytes() == b"mine"


@pytest.mark.parametrize("wrong", [KeyboardInterrupt, OSError(5, "broken")])
def test_what_goes_wrong_while_moving_keeps_the_old_folder(
    wrong: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(tmp_path / "out", OLD)
    real = os.replace

    def fails(source: Path, target: Path) -> None:
        if (source / "measures.csv").read_bytes() == b"new":
            raise wrong
        real(source, target)

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises((KeyboardInterrupt, InputError)):
        write_folder(tmp_path / "out", NEW)
    assert held(tmp_path / "out") == OLD
    assert os.listdir(tmp_path) == ["out"]


def test_several_at_once_give_one_of_them(tmp_path: Path) -> None:
    contents = [
        {f"{name}.csv": bytes(str(i), "utf-8") for name in ("measures", "cuts", "slices")} for i in range(300)
    ]
    with ThreadPoolExecutor(6) as pool:
        assert len(list(pool.map(lambda one: write_folder(tmp_path / "out", one), contents))) == 300
    assert held(tmp_path / "out") in contents
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("force", [False, True])
def test_a_pipe_is_never_taken_for_a_folder(tmp_path: Path, force: bool) -> None:
    place = tmp_path / "sink"
    os.mkfifo(place)
    with pytest.raises(OptionError, match="neither a file nor a folder"):
        write_folder(place, {"measures.csv": b"1"}, force=force)
    assert place.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["sink"]
