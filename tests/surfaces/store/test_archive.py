"""Carrying rounds between stores: the same bytes whatever keeps them, and nothing loaded from a bad file."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from concordant.errors import InputError, OptionError
from concordant.interpret.goals.goal import GOALS, read_goals
from concordant.ratings.scale import Scale
from concordant.surfaces.store.archive_format import HEAD
from concordant.surfaces.store.records import to_keep
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
            OptionError, match=r"'v2' of project '助手' .* differs in its ratings\. Nothing was loaded"
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
        for end in ("", "-wal", "-shm", "-journal"):
            with pytest.raises(OptionError, match="is the store itself, or belongs to it"):
                store.export(tmp_path / f"s.db{end}", force=True)
        with store._opened.reading(), pytest.raises(OptionError, match="belongs to it"):
            store.export(tmp_path / "s.db-wal", force=True)
        assert len(store.rounds("助手")) == 1


def test_an_export_that_fails_leaves_the_old_file(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled.export(tmp_path / "all.zip")
    before = path.read_bytes()

    def fails(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("concordant.surfaces.store.archive.head_bytes", fails)
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


def in_study(change: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, bytes]], None]:
    """Another study, whose sum is right."""

    def apply(parts: dict[str, bytes]) -> None:
        study = json.loads(zlib.decompress(parts["000001.study"]))
        change(study)
        parts["000001.study"] = zlib.compress(json.dumps(study).encode())
        told = json.loads(parts[HEAD])
        told["rounds"][0]["study"] = hashlib.sha256(parts["000001.study"]).hexdigest()
        parts[HEAD] = json.dumps(told).encode()

    return apply


def swapped(parts: dict[str, bytes]) -> None:
    parts["000001.ratings"], parts["000001.study"] = parts["000001.study"], parts["000001.ratings"]


def goal(**more: Any) -> dict[str, Any]:
    target = {"measure": "exact_agreement", "bound": "at_least", "threshold": 0.7, "options": {}, "on": {}}
    return {"key": "k", "name": {"en": "n", "zh": "n"}, "targets": [target | more]}


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
    "a version that is no number": changed(head(version=float("nan"))),
    "a version that is a text": changed(head(version="1")),
    "a generation without those before it": changed(in_first("generation", 3)),
    "fewer items than none": changed(in_first("n_items", -5)),
    "more items than can be": changed(in_first("n_items", 1e308)),
    "more items than any number": changed(in_first("n_items", 10**400)),
    "a time without end": changed(in_first("about", {"when": "9" * 100_000})),
    "a goal of nothing": changed(in_first("goal", {"zzz": 7})),
    "a goal with a number as its name": changed(in_first("goal", {"name": 7})),
    "a goal without a name": changed(in_first("goal", {"key": "k", "name": 7, "targets": []})),
    "a goal for a measure that is none": changed(in_first("goal", goal(measure="zzz"))),
    "a goal that can never be": changed(in_first("goal", goal(threshold=70))),
    "a reference that is a number": changed(in_first("options", {"reference": 5})),
    "a preset that is none": changed(in_first("options", {"preset": "<x>"})),
    "a level beyond all": changed(in_first("options", {"level": 95})),
    "a scale of nothing": changed(in_first("options", {"scale": {"zzz": 1}})),
    "kinds that are a text": changed(in_first("options", {"rater_kind": "judge"})),
    "a study with many items": changed(in_study(lambda study: study.update(n_items="many"))),
    "a study of other ratings": changed(in_study(lambda study: study.update(n_items=7))),
    "a study that compares nothing": changed(in_study(lambda study: study.update(comparisons=[None]))),
    "a study that lacks all": changed(in_study(dict.clear)),
    "a study with findings of nobody": changed(in_study(
        lambda study: study["findings"].append({"code": "zzz", "facts": {}})
    )),
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
            f"{path} is damaged, or is not a file of rounds exported by concordant. Nothing was loaded."
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


def test_options_and_goals_of_any_kind_that_we_write_are_loaded(tmp_path: Path) -> None:
    options = [
        {}, {"reference": "human_1"}, {"reference": ["human_1", "human_2"], "level": 0.9, "preset": "strict"},
        {"categories": [0, 1, "x"], "missing": ["", -1, 1.5]},
        {"rater_kind": {"judge": "model"}, "of ours": [1]}, {"scale": "ordinal"},
        to_keep({"scale": Scale("ordinal", ("a", "b"))}),
    ]  # fmt: skip
    own = read_goals({"name": "mine", "targets": [{"measure": "cohen_kappa", "at_least": 0.5,
                      "options": {"weights": "linear"}, "on": {"type": "chat"}}]})  # fmt: skip
    with Store(tmp_path / "a.db") as store, Store(tmp_path / "b.db") as other:
        new = [new_round(f"v{i}", options=one, goal=own) for i, one in enumerate(options)]
        new += [new_round(f"g{i}", goal=one) for i, one in enumerate(GOALS)]
        kept = store.add(new)
        assert other.load(store.export(tmp_path / "all.zip")).added == kept


def test_a_file_that_was_not_changed_is_loaded(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "same.zip"
    path.write_bytes(changed(lambda parts: None)(good))
    with Store(tmp_path / "s.db") as store:
        assert len(store.load(path).added) == 2
        alike(store.ratings(store.round("助手", "v2")), rated(2))
