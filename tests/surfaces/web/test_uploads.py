"""Uploads: streamed, limited, named safely, read with roles that can be corrected."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import concordant as cc
from concordant.interpret.notes import places
from concordant.language.render import LANGUAGES, topic
from concordant.ratings.audit import CHOICES, WARNINGS
from concordant.surfaces.web.actions.studies import StudyFilter
from concordant.surfaces.web.actions.uploads import safe_name
from concordant.surfaces.web.settings import WebLimits, WebSettings

#: Two people and a judge; `score` looks like a rater and is none, `shift` looks like nothing.
CSV = "id,ann,bob,judge_x,score,shift\n" + "".join(
    f"{i},{i % 3},{(i * 7) % 3},{(i * 5) % 3},{(i * 11) % 3},{'day' if i % 2 else 'night'}\n"
    for i in range(60)
)


def put(client: Any, content: bytes | str, name: str = "scores.csv") -> Any:
    return client.put(f"/api/v1/uploads/{name}", content=content)


def folders(settings: WebSettings) -> list[Path]:
    return list(settings.folder.iterdir()) if settings.folder.exists() else []


def test_an_upload_says_what_it_was_read_as(client: Any) -> None:
    answer = put(client, CSV)
    assert answer.status_code == 201
    found = answer.json()
    assert found["n_items"] == 60
    assert found["roles"]["id"] == "item"
    assert found["roles"]["ann"] == "rating"
    assert found["problem"] is None


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "gpt was not used, because its values, such as"), ("zh", "未使用“gpt”")]
)
def test_the_first_screen_names_a_column_called_like_a_rater_that_is_none(
    client: Any, lang: str, said: str
) -> None:
    rows = (f"{i},{1 + i % 5},{1 + (i * 7) % 5},{'ABCDE'[i % 5]}\n" for i in range(30))
    key = put(client, "id,ann,bob,gpt\n" + "".join(rows)).json()["upload"]
    page = client.get(f"/uploads/{key}", headers={"accept-language": lang}).text
    assert said in page.partition("<details>")[0]


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "enter it under “Codes for no rating”."), ("zh", "请填入“表示缺失的代码”。")],
)
def test_a_warning_names_the_field_that_changes_it(client: Any, lang: str, said: str) -> None:
    rows = (f"{i},{99 if i % 9 == 0 else 1 + i % 5},{1 + (i * 7) % 5}\n" for i in range(60))
    key = put(client, "id,ann,bob\n" + "".join(rows)).json()["upload"]
    page = client.get(f"/uploads/{key}", headers={"accept-language": lang}).text
    assert '<li class="warning">99 ' in page
    assert said in page
    assert "missing=" not in page


def test_no_doubt_about_a_file_is_stated_in_python() -> None:
    """A sentence that names an option of Python has one of the page instead, with facts that its note has."""
    notes, fields = topic("notes"), topic("web_reading")
    option = re.compile(r"\b[a-z_]+=(?!=)|\{(take|option)\}")
    doubts = [key for key in notes if key.partition(".")[0] in (*WARNINGS, *CHOICES)]
    for key in {*doubts, *fields}:
        for lang in LANGUAGES:
            shown = fields.get(key, notes[key])[lang]
            assert not option.search(shown), (key, lang)
            assert set(places(shown)) <= {place for text in notes[key].values() for place in places(text)}


def test_a_longer_file_than_allowed_is_refused_and_leaves_nothing(
    tmp_path: Path, settings_in: Callable[..., WebSettings], client_for: Callable[..., Any]
) -> None:
    settings = settings_in(tmp_path, limits=WebLimits(upload_bytes=1000, form_bytes=500))
    client = client_for(settings)
    assert put(client, b"x" * 1001).status_code == 413  # by its stated length
    pieces = (b"1,2,3\n" * 20 for _ in range(20))  # without one, as a stream: 2,400 bytes
    answer = put(client, pieces)
    assert answer.status_code == 413
    assert answer.json()["code"] == "too-large"
    form = client.post("/uploads", files={"file": ("scores.csv", b"x" * 2000)})
    assert form.status_code == 413
    assert folders(settings) == []
    assert put(client, b"a,b,c\n" + b"1,2,1\n" * 100).status_code == 201


def bomb(n_bytes: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("scores.csv", b"0" * n_bytes)
    return out.getvalue()


def equal_rows(n: int) -> bytes:
    """A Parquet file of n equal rows."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        duckdb.sql(
            f"COPY (SELECT 1 AS ann, 2 AS bob, 'x' AS item FROM range({n})) TO '{path}' (FORMAT parquet)"
        )
        return path.read_bytes()


BOMBS = {
    "scores.zip": lambda: bomb(30_000_000), "scores.xlsx": lambda: bomb(30_000_000),
    "scores.csv.gz": lambda: gzip.compress(b"0" * 30_000_000),
    "scores.parquet": lambda: equal_rows(4_000_000),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_unpacks_to_very_much_is_refused(client: Any, settings: WebSettings, name: str) -> None:
    content = BOMBS[name]()
    assert len(content) < 100_000
    answer = put(client, content, name)
    assert answer.status_code == 422
    assert "unpacks to more than 10 MB" in answer.json()["title"]
    assert "10 MB" in answer.json()["title_zh"]
    assert folders(settings) == []


def test_a_file_may_not_unpack_to_more_than_may_be_uploaded(
    client_for: Any, settings_in: Any, tmp_path: Path
) -> None:
    """However large it is: the ratio alone would let 1 GB become 100."""
    client = client_for(settings_in(tmp_path, limits=WebLimits(upload_bytes=12_000_000)))
    text = random.Random(1).randbytes(7_000_000).hex().encode()  # noqa: S311 - no secret
    packed = gzip.compress(text, 1)
    assert len(packed) < 12_000_000 < len(text) < 100 * len(packed)
    assert "unpacks to more than 11 MB" in put(client, packed, "a.csv.gz").json()["title"]


def test_a_zip_that_lies_about_its_size_is_refused(client: Any) -> None:
    content = bytearray(bomb(30_000_000))
    true, stated = (30_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little")
    assert content.count(true) == 2  # before the member, and in the directory
    answer = put(client, bytes(content.replace(true, stated)), "scores.zip")
    assert answer.status_code in (201, 422)
    if answer.status_code == 201:  # what does not fit its own statement is damaged, and nothing is read
        assert answer.json()["problem"] is not None


def test_a_packed_table_is_read(client: Any) -> None:
    answer = put(client, gzip.compress(CSV.encode()), "scores.csv.gz")
    assert answer.json()["n_items"] == 60


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\evil.csv", "evil.csv"),
        ("/absolute.csv", "absolute.csv"),
        ("a\x00b\n.csv", "a_b_.csv"),
        ("...", "ratings"),
        ("", "ratings"),
        ("\u202egpj.csv", "_gpj.csv"),
    ],
)
def test_names_lead_nowhere_else(given: str, kept: str) -> None:
    assert safe_name(given) == kept


def test_a_long_name_is_cut_and_keeps_its_ending() -> None:
    assert len(safe_name("x" * 500 + ".parquet")) <= 120
    assert safe_name("x" * 500 + ".parquet").endswith(".parquet")
    chinese = safe_name("评" * 500 + ".csv")
    assert len(chinese.encode()) <= 120
    assert chinese.startswith("评评")
    assert chinese.endswith("评.csv")


def test_no_upload_leaves_its_folder(client: Any, settings: WebSettings) -> None:
    client.put("/api/v1/uploads/..%2F..%2Fescape.csv", content=CSV)
    client.post("/uploads", files={"file": ("../../escape.csv", CSV)})
    assert not list(settings.folder.parent.glob("escape*"))
    assert all(path.parent.parent == settings.folder for path in settings.folder.rglob("*.csv"))


def test_an_empty_file_and_no_file_are_said_so(client: Any) -> None:
    assert "empty" in put(client, b"").json()["title"]
    answer = client.post("/uploads", files={"other": ("a.csv", b"1")})
    assert answer.status_code == 422
    assert "Choose a file" in answer.text


def test_an_upload_that_is_not_there_is_a_page(client: Any) -> None:
    answer = client.get("/uploads/nothing")
    assert answer.status_code == 404
    assert "Upload the file again" in answer.text


def test_a_wrong_role_corrected_gives_the_numbers_of_python(client: Any, tmp_path: Path) -> None:
    """`score` is no rater: after its role is changed every number is that of `cc.study` without it."""
    path = tmp_path / "scores.csv"
    path.write_text(CSV, encoding="utf-8")
    made = put(client, CSV).json()
    assert made["roles"]["score"] == "rating"
    form = {f"role-{i}": role for i, role in enumerate(["item", "rating", "rating", "rating", "", "slice"])}
    changed = client.post(f"/uploads/{made['upload']}", data=form)
    assert "60 items, 3 raters and 180 ratings" in changed.text
    answer = client.post(
        f"/uploads/{made['upload']}/round",
        data={"project": "corrected", "round": "v1"},
        follow_redirects=False,
    )
    assert answer.headers["location"] == "/p/corrected/r/v1"
    ours = client.get("/api/v1/projects/corrected/rounds/v1/study").json()
    python = cc.study(path, item="id", raters=["ann", "bob", "judge_x"], slices=["shift"], shape="wide")
    web = client.app.app.state.web
    shown = web.study_of(web.store.rounds("corrected")[0], StudyFilter()).to_dict()
    for part in ("comparisons", "findings", "matrix", "profiles", "who", "scale"):
        assert ours[part] == json.loads(python.to_json())[part], part
        assert shown[part] == python.to_dict()[part], part  # all digits
    assert ours["data"]["fingerprint"] == python.data.fingerprint


def test_roles_are_changed_by_program_and_an_old_version_is_refused(client: Any) -> None:
    made = put(client, CSV)
    key, tag = made.json()["upload"], made.headers["etag"]
    first = client.patch(f"/api/v1/uploads/{key}/roles", json={"score": ""}, headers={"if-match": tag})
    assert first.status_code == 200
    assert first.json()["roles"]["score"] == ""
    assert sorted(first.json()["raters"]) == ["ann", "bob", "judge_x"]
    late = client.patch(f"/api/v1/uploads/{key}/roles", json={"shift": ""}, headers={"if-match": tag})
    assert late.status_code == 412
    strange = client.patch(f"/api/v1/uploads/{key}/roles", json={"nope": "item"})
    assert strange.status_code == 422
    wrong = client.patch(f"/api/v1/uploads/{key}/roles", json={"id": "king"})
    assert wrong.status_code == 422


def test_of_two_browsers_that_correct_a_file_the_second_sees_both(client: Any) -> None:
    made = put(client, CSV.encode()).json()
    page = f"/uploads/{made['upload']}"
    role = f"role-{list(made['roles']).index('score')}"
    form = {"version": "1", role: "text"}
    assert client.post(page, data=form, follow_redirects=False).status_code == 303
    late = client.post(page, data={"version": "1", role: "slice"})
    assert late.status_code == 412
    assert "now “Text shown with the item”, you chose “Slice”" in late.text
    assert client.get(f"/api/v1{page}").json()["roles"]["score"] == "text"
    assert client.post(page, data={**form, "version": "2"}, follow_redirects=False).status_code == 303


def test_a_kind_that_is_corrected_holds_in_the_study(client: Any) -> None:
    key = put(client, CSV).json()["upload"]
    raters = list(client.get(f"/api/v1/uploads/{key}").json()["raters"])
    kinds = {f"kind-{i}": "judge" if name == "bob" else "human" for i, name in enumerate(raters)}
    client.post(f"/uploads/{key}", data=kinds)
    assert client.get(f"/api/v1/uploads/{key}").json()["raters"]["bob"] == "judge"
    client.post(f"/uploads/{key}/round", data={"project": "kinds", "round": "v1"})
    study = client.get("/api/v1/projects/kinds/rounds/v1/study").json()
    assert study["who"]["judges"] == ["bob"]


def test_a_file_that_can_be_read_in_two_ways_asks_which(client: Any) -> None:
    """An item rated twice by the same rater: the answer is chosen with a button, and the file is read."""
    rows = "item,rater,score\n" + "".join(f"{i % 9},r{i % 2},{i % 4}\n" for i in range(72))
    key = put(client, rows).json()["upload"]
    found = client.get(f"/api/v1/uploads/{key}").json()
    assert found["problem"] is not None
    page = client.get(f"/uploads/{key}").text
    assert 'role="alert"' in page
    for what in found["readings"] or ():
        assert what.split("'")[0] in page
        client.post(f"/uploads/{key}", data={"reading": what})
        assert client.get(f"/api/v1/uploads/{key}").json()["problem"] is None
        break


def test_old_uploads_are_removed(tmp_path: Path) -> None:
    import os

    from concordant.surfaces.web.actions.uploads import remove_old

    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "scores.csv").write_text("1")
    os.utime(tmp_path / "old", (0, 0))
    assert remove_old(tmp_path, 7) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["new"]


def test_roles_that_cannot_be_guessed_are_chosen_one_by_one(client: Any) -> None:
    """The columns are there, and what was chosen stays while the file cannot be read yet."""
    rows = "".join(f"{i},{i % 2},{i % 3 % 2},words {i}\n" for i in range(40))
    key = put(client, f"item,<x>,judge,answer\n{rows}").json()["upload"]
    page = client.get(f"/uploads/{key}").text
    assert "set the role “Rating” for the column of ratings" in page
    assert "Choose the roles of the columns below." in page
    for column, role in enumerate(("item", "rating", "rating", "text")):
        client.post(f"/uploads/{key}", data={f"role-{column}": role})
        found = client.get(f"/api/v1/uploads/{key}").json()
        assert list(found["roles"].values())[column] == role
    assert (found["problem"], found["n_items"], found["n_ratings"]) == (None, 40, 80)
