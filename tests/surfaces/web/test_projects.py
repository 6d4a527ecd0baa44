"""Projects over rounds: what changed, goals, plans; by page and by program."""

from __future__ import annotations

import html
import re
from typing import Any

import concordant as cc

from .demos import Demos


def test_a_project_shows_its_rounds_and_what_changed(demos: Demos) -> None:
    demos.at("rounds")
    page = demos.client.get("/p/rounds").text
    for name in ("v1", "v2", "v3", "v4"):
        assert f'href="/p/rounds/r/{name}"' in page
    study = demos.web.studies.stored(demos.kept("rounds"))
    assert f"{study.main.main.result.estimate:.2f}" in page  # type: ignore[union-attr]
    assert "Still improving" in page
    assert "/p/rounds/compare" in page


def test_two_rounds_are_compared_as_python_does(demos: Demos, tmp_path: Any) -> None:
    demos.at("rounds")
    project = cc.track("rounds", store=tmp_path / "own.db")
    project.add(cc.example("rounds"))
    (python,) = project.compare("v1", "v4")
    answer = demos.client.get("/api/v1/projects/rounds/compare", params={"a": "v1", "b": "v4"}).json()
    assert answer["changes"] == [python.to_dict()]
    page = demos.client.get("/p/rounds/compare?a=v1&b=v4").text
    assert "v4 vs v1 on the same 120 items" in page
    assert "a001" in page  # an item that flipped
    links = re.findall(r'<th scope="row"><a href="(/p/rounds/items/[^"]+)">', page)
    assert len(links) == sum(min(len(some), 10) for some in (python.flips.mended, python.flips.broken))
    assert demos.client.get(links[0]).status_code == 200
    rest = html.unescape(re.search(r'<a class="button" href="(/p/rounds/compare[^"]+)">', page)[1])  # type: ignore[index]
    (every,) = project.compare("v1", "v4", examples=1000)
    whole = re.findall(r'<th scope="row"><a href="(/p/rounds/items/[^"]+)"', demos.client.get(rest).text)
    assert len(whole) == len(every.flips.mended) + len(every.flips.broken) > len(links)
    assert demos.client.get("/p/scores/compare").status_code == 404


def test_a_goal_is_set_judged_and_not_overwritten_unseen(demos: Demos) -> None:
    demos.at("scores")
    page = demos.client.get("/p/scores/goals")
    assert page.status_code == 200
    own = {
        "goal": "own", "name": "release", "version": "0", "measure": ["exact_agreement", "", "", ""],
        "bound": ["more_than"] * 4, "threshold": ["0.1", "", "", ""],
    }  # fmt: skip
    saved = demos.client.post("/p/scores/goals", data=own)
    assert saved.status_code == 200
    assert "release" in saved.text
    tag = demos.client.get("/api/v1/projects/scores/goal").headers["etag"]
    assert tag == '"1"'
    study = demos.client.get("/api/v1/projects/scores/rounds/v1/study").json()
    main = next(one for one in study["comparisons"] if one["name"] == "judge_v2")
    assert main["goal"]["outcome"] == "met"  # 10 % is far below what the judge reaches
    late = demos.client.post("/p/scores/goals", data=own)
    assert late.status_code == 412
    put = demos.client.put("/api/v1/projects/scores/goal", json="mature", headers={"if-match": tag})
    assert put.json()["goal"]["key"] == "mature"
    assert demos.client.put("/api/v1/projects/scores/goal", json="first").status_code == 428
    stale = demos.client.put("/api/v1/projects/scores/goal", json="first", headers={"if-match": tag})
    assert stale.status_code == 412
    assert stale.json()["version"] == 2
    json_type = {"if-match": '"2"', "content-type": "application/json"}
    gone = demos.client.put("/api/v1/projects/scores/goal", content="null", headers=json_type)
    assert gone.json()["goal"] is None
    wrong = {**own, "version": "3", "threshold": ["many", "", "", ""]}
    assert demos.client.post("/p/scores/goals", data=wrong).status_code == 422


def test_a_plan_is_that_of_python(demos: Demos) -> None:
    demos.at("scores")
    query = {"question": "kappa", "kappa": "0.6", "null": "0.4", "shares": "0.3,0.7"}
    page = demos.client.get("/p/scores/plan", params=query).text
    needed = cc.plan("kappa", kappa=0.6, null=0.4, shares=[0.3, 0.7])["items"]
    assert f"{needed:.0f} items" in page
    assert needed == 184  # by the interval of concordant, as in the documentation of `cc.plan`
    answer = demos.client.post(
        "/api/v1/plan", json={"question": "kappa", "kappa": 0.6, "null": 0.4, "shares": [0.3, 0.7]}
    )
    assert answer.json()["answer"]["items"] == 184
    assert "<code>" not in page  # fields are described, not named as in Python
    from_data = demos.client.get("/p/scores/plan").text
    python = cc.plan(cc.example("scores"), width=0.2)
    assert python.text("en").split("\n")[0] in html.unescape(from_data)
    for question in ("share", "icc", "goal", "labels", "nonsense"):
        found = demos.client.get("/p/scores/plan", params={"question": question})
        assert found.status_code == (422 if question == "nonsense" else 200), question
    assert demos.client.post("/api/v1/plan", json={"question": "nonsense"}).status_code == 422
    assert 'role="alert"' in demos.client.get("/p/scores/plan", params={**query, "kappa": "9"}).text


def test_projects_are_listed_with_their_verdict(demos: Demos) -> None:
    demos.at("rounds")
    page = demos.client.get("/").text
    assert 'href="/p/rounds"' in page
    assert 'class="chip' in page
    listed = demos.client.get("/api/v1/projects").json()
    assert {"name": "rounds", "n_rounds": 4, "last": "v4"}.items() <= next(
        one for one in listed if one["name"] == "rounds"
    ).items()
    assert demos.client.get("/p/nothing").status_code == 404
    assert demos.client.get("/api/v1/projects/nothing").json()["code"] == "no-project"


def test_every_screen_says_everything_in_chinese_too(demos: Demos) -> None:
    """No sentence of ours is left in English: words of `web.toml` are looked for on the Chinese pages."""
    import tomllib
    from pathlib import Path

    import concordant

    at = demos.at("scores")
    words = tomllib.loads(
        (Path(concordant.__file__).parent / "language/words/web.toml").read_text(encoding="utf-8")
    )
    plain = [e["en"] for e in words.values() if "{" not in e["en"] and len(e["en"].split()) > 1]
    assert len(plain) > 60
    upload = demos.upload("scores")
    pages = ["/", upload, at, f"{at}/items", f"{at}/export", "/p/scores", "/p/scores/goals", "/p/scores/plan"]
    for address in pages:
        page = demos.client.get(address, params={"lang": "zh"}).text
        body = page[page.index("<body") :]
        assert [text for text in plain if f">{text}<" in body] == [], address
    demos.client.cookies.clear()
