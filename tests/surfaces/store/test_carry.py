"""Carrying rounds between stores: the same bytes whatever keeps them, and nothing loaded from a bad file."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from concordant.errors import InputError, OptionError
from concordant.surfaces.store.carried import HEAD
from concordant.surfaces.store.store import Store
from tests.ratings.test_packed import alike
from tests.surfaces.store.conftest import Fresh
from tests.surfaces.store.material import new_round, rated


@pytest.fixture
def filled(address: str) -> Iterator[Store]:
    """A store with two projects, one of whose rounds was replaced."""
    with Store(address) as store:
        store.add([new_round("v1"), new_round("v2", seed=2), new_round("<b>", "other / project")])
        store.add([new_round("v1", seed=3)], replace=True)
        yield store


def test_what_is_exported_can_be_loaded_whole(filled: Store, fresh: Fresh, tmp_path: Path) -> None:
    path = filled.export(tmp_path / "all.zip")
    with Store(fresh()) as other:
        loaded = other.load(path)
        assert [(k.project, k.name, k.generation) for k in loaded.added] == [
            ("other / project", "<b>", 1), ("助手", "v1", 1), ("助手", "v1", 2), ("助手", "v2", 1),
        ]  # fmt: skip
        assert loaded.known == ()
        assert other.projects() == filled.projects()
        assert other.rounds("助手") == filled.rounds("助手")
        for kept in loaded.added:
            alike(other.ratings(kept), filled.ratings(kept))
            assert other.study(kept) == filled.study(kept)
        (next_one,) = other.add([new_round("v3")])
        assert next_one.place == 3
        again = other.load(path)
        assert again.added == ()
        assert again.known == loaded.added


def test_both_engines_export_the_same_bytes(fresh_database: Fresh, tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as here, Store(fresh_database()) as there, Store(tmp_path / "b.db") as back:
        here.add([new_round("v1"), new_round("w", "p"), new_round("v2", seed=2)])
        here.add([new_round("v1", seed=3)], replace=True)
        files = [here.export(tmp_path / "1.zip")]
        for number, store in enumerate((there, back), 2):
            store.load(files[-1])
            files.append(store.export(tmp_path / f"{number}.zip"))
        assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()


def test_one_project_can_be_exported_alone(filled: Store, fresh: Fresh, tmp_path: Path) -> None:
    with Store(fresh()) as other:
        other.load(filled.export(tmp_path / "one.zip", "助手"))
        assert [p.name for p in other.projects()] == ["助手"]
    with pytest.raises(OptionError, match="There is no project 'nobody' in "):
        filled.export(tmp_path / "none.zip", "nobody")
    assert sorted(os.listdir(tmp_path))[-1] == "one.zip"


def test_rounds_are_loaded_behind_those_that_are_there(filled: Store, fresh: Fresh, tmp_path: Path) -> None:
    with Store(fresh()) as other:
        other.add([new_round("mine", seed=4), new_round("v2", seed=2)])
        loaded = other.load(filled.export(tmp_path / "all.zip"))
        assert [k.name for k in loaded.known] == ["v2"]
        assert [(k.name, k.place, k.generation) for k in other.rounds("助手")] == [
            ("mine", 1, 1), ("v2", 2, 1), ("v1", 3, 2),
        ]  # fmt: skip


def test_a_round_of_one_name_with_other_content_stops_the_loading(
    filled: Store, fresh: Fresh, tmp_path: Path
) -> None:
    path = filled.export(tmp_path / "all.zip")
    with Store(fresh()) as other:
        other.add([new_round("v2", seed=9)])
        with pytest.raises(
            OptionError, match=r"'v2' of project '助手' .* with other ratings\. Nothing was loaded"
        ):
            other.load(path)
        assert [p.name for p in other.projects()] == ["助手"]
        assert len(other.rounds("助手")) == 1


def test_nothing_is_written_over_unless_asked(filled: Store, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(OptionError, match="exists: choose another name, or pass force=True"):
        filled.export(path)
    assert path.read_text(encoding="utf-8") == "mine"
    assert filled.export(path, force=True).read_bytes()[:2] == b"PK"
    for wrong, words in (
        (tmp_path, "is a folder"),
        (tmp_path / "no" / "x.zip", "does not exist"),
        ("", "empty"),
    ):
        with pytest.raises((InputError, OptionError), match=words):
            filled.export(wrong)
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".part")]


def test_a_store_is_not_written_over_by_its_own_export(tmp_path: Path) -> None:
    with Store(tmp_path / "s.db") as store:
        store.add([new_round("v1")])
        with pytest.raises(OptionError, match="is the store itself"):
            store.export(tmp_path / "s.db", force=True)
        assert len(store.rounds("助手")) == 1


def test_an_export_that_fails_leaves_the_old_file(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled.export(tmp_path / "all.zip")
    before = path.read_bytes()

    def fails(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("concordant.surfaces.store.carry.head_bytes", fails)
    with pytest.raises(KeyboardInterrupt):
        filled.export(path, force=True)
    assert path.read_bytes() == before
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".part")]


# --- files that are not as they should be --------------------------------------------------------


def changed(
    change: Callable[[dict[str, bytes]], Any], compression: int = zipfile.ZIP_STORED
) -> Callable[[bytes], bytes]:
    """The same file with other parts in it."""

    def apply(data: bytes) -> bytes:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {name: packed.read(name) for name in packed.namelist()}
        change(parts)
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", compression) as packed:
            for name, part in parts.items():
                packed.writestr(name, part)
        return made.getvalue()

    return apply


def head(**more: Any) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        parts[HEAD] = json.dumps(json.loads(parts[HEAD]) | more).encode()

    return change


def in_first(field: str, value: Any) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        told = json.loads(parts[HEAD])
        told["rounds"][0]["kept"][field] = value
        parts[HEAD] = json.dumps(told).encode()

    return change


def swapped(parts: dict[str, bytes]) -> None:
    parts["000001.ratings"], parts["000001.study"] = parts["000001.study"], parts["000001.ratings"]


BAD: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "a text": lambda data: b"a,b\n1,2\n",
    "cut off": lambda data: data[: len(data) // 2],
    "a byte of the ratings": lambda data: data.replace(b"\x93ratings", b"\x92ratings", 1),
    "no head": changed(lambda parts: parts.pop(HEAD)),
    "no ratings": changed(lambda parts: parts.pop("000002.ratings")),
    "swapped": changed(swapped),
    "another format": changed(head(format="something")),
    "rounds of nothing": changed(head(rounds=[{}])),
    "rounds that are a number": changed(head(rounds=3)),
    "a bomb": changed(lambda parts: parts.update({HEAD: b" " * 50_000_000}), zipfile.ZIP_DEFLATED),
    "compressed": changed(lambda parts: None, zipfile.ZIP_DEFLATED),
    "a name that cannot be": changed(in_first("name", "a\nb")),
    "no place": changed(in_first("place", "first")),
    "a generation out of reach": changed(in_first("generation", 2**40)),
    "other content": changed(in_first("content", "sha256:0")),
    "items without end": changed(in_first("n_items", {"float": "NaN"})),
    "options of another kind": changed(in_first("options", None)),
}  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file as it should be."""
    folder = tmp_path_factory.mktemp("good")
    with Store(folder / "s.db") as store:
        store.add([new_round("v1"), new_round("v2", seed=2)])
        return store.export(folder / "good.zip").read_bytes()


@pytest.mark.parametrize("name", BAD)
def test_nothing_is_loaded_from_a_bad_file(good: bytes, tmp_path: Path, name: str) -> None:
    path = tmp_path / "bad.zip"
    path.write_bytes(BAD[name](good))
    with Store(tmp_path / "s.db") as store:
        with pytest.raises(InputError) as problem:
            store.load(path)
        assert str(problem.value) == (
            f"{path} is damaged, or is no file of rounds that concordant exported. Nothing was loaded."
        )
        assert store.projects() == ()


def test_a_file_of_a_newer_version_says_to_update(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "new.zip"
    path.write_bytes(changed(head(version=2))(good))
    with Store(tmp_path / "s.db") as store:
        with pytest.raises(
            InputError, match=r"made by a newer version .* update concordant. Nothing was loaded\."
        ):
            store.load(path)
        with pytest.raises(
            InputError, match=r"none\.zip cannot be read: No such file or directory\. Nothing"
        ):
            store.load(tmp_path / "none.zip")


def test_a_file_that_was_not_changed_is_loaded(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "same.zip"
    path.write_bytes(changed(lambda parts: None)(good))
    with Store(tmp_path / "s.db") as store:
        assert len(store.load(path).added) == 2
        alike(store.ratings(store.round("助手", "v2")), rated(2))
