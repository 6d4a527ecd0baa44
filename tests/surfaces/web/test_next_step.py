"""What to rate next where the verdict is inconclusive: a queue one click away."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from concordant.surfaces.store.store import Store
from concordant.surfaces.track.project import Project

#: Of the rated items judge and person agree on six of ten: 24 of 40 prove neither more nor less than half.
GOAL = {"name": "half", "targets": [{"measure": "exact_agreement", "more_than": 0.5}]}


def scores(rated: int, judged: int, *, agreeing: int = 6) -> dict[str, list[Any]]:
    """A judge that scores every item and a person who scores the first ones."""
    judge = [item % 2 for item in range(judged)]
    ann = [
        (score if item % 10 < agreeing else 1 - score) if item < rated else None
        for item, score in enumerate(judge)
    ]
    return {
        "item": [f"i{item}" for item in range(judged)],
        "text": [f"Text {item}" for item in range(judged)],
        "ann": ann,
        "judge": judge,
    }


def made(client: Any, data: dict[str, list[Any]], goal: Any = GOAL, name: str = "p") -> str:
    """The address of a project with this round and this goal."""
    store: Store = client.app.app.state.web.store
    Project(name, store).add(data, round="v1", raters=["ann", "judge"], rater_kind={"judge": "judge"})
    headers = {"if-match": '"0"'}
    assert client.put(f"/api/v1/projects/{name}/goal", json=goal, headers=headers).status_code == 200
    return f"/p/{name}"


def button(page: str) -> str:
    """Where the panel on what to rate next leads."""
    panel = re.search(r'<section class="panel next-step">.*?</section>', page, re.DOTALL)
    assert panel is not None
    return html.unescape(re.findall(r'href="([^"]+)"', panel[0])[0])


def test_unrated_items_are_proposed_where_more_items_would_settle_the_goal(client: Any) -> None:
    at = made(client, scores(40, 60))
    study = client.get("/api/v1/projects/p/rounds/v1/study").json()
    (target,) = next(one for one in study["comparisons"] if one["name"] == "judge")["goal"]["targets"]
    assert (target["outcome"], target["items_needed"] > 60) == ("cannot-tell", True)
    there = button(client.get(f"{at}/r/v1").text)
    assert there == f"{at}/queues?round=v1&rule=new&n=20#rate"  # all 20 that only the judge scored
    assert button(client.get(at).text) == there
    form = client.get(there).text
    assert '<option value="new" selected>' in form
    assert 'name="n" value="20"' in form
    body = {
        "kind": "rate",
        "round": "v1",
        "rule": "new",
        "n": 20,
        "raters": ["ann"],
        "per_item": 1,
        "repeats": 0,
    }
    queue = client.post("/api/v1/projects/p/queues", json=body).json()
    progress = client.get(f"/api/v1/projects/p/queues/{queue['id']}").json()["progress"]
    assert progress == {"ann": [0, 20]}
    text = client.get(queue["links"]["ann"]).text
    assert int(re.search(r"Text (\d+)", text)[1]) >= 40  # type: ignore[index]


def test_as_many_items_are_proposed_as_are_missing(client: Any) -> None:
    made(client, scores(40, 600))
    study = client.get("/api/v1/projects/p/rounds/v1/study").json()
    (target,) = next(one for one in study["comparisons"] if one["name"] == "judge")["goal"]["targets"]
    there = button(client.get("/p/p/r/v1").text)
    n = int(re.search(r"&n=(\d+)", there)[1])  # type: ignore[index]
    assert 0 <= 40 + n - target["items_needed"] < 1


def test_new_items_are_planned_where_every_item_is_rated(client: Any) -> None:
    at = made(client, scores(40, 40))
    page = client.get(f"{at}/r/v1?lang=zh").text
    assert button(page) == f"{at}/plan?round=v1"
    assert "个新条目" in page
    body = {"kind": "rate", "round": "v1", "rule": "new", "raters": ["ann"]}
    refused = client.post("/api/v1/projects/p/queues", json=body)
    assert refused.status_code == 422
    assert "add new items as a round" in refused.text


def test_disputed_items_are_proposed_where_more_items_would_not_help(client: Any) -> None:
    goal = {"name": "line", "targets": [{"measure": "exact_agreement", "more_than": 0.6}]}
    at = made(client, scores(40, 60), goal)  # 24 of 40 are 60 %, the goal itself
    there = button(client.get(f"{at}/r/v1").text)
    assert there == f"{at}/queues?round=v1&rule=disputed#adjudicate"
    assert "(16)" in client.get(f"{at}/r/v1").text  # the items on which they differ


@pytest.mark.parametrize("threshold", [0.1, 0.95])
def test_a_verdict_that_is_settled_proposes_nothing(client: Any, threshold: float) -> None:
    goal = {"name": "sure", "targets": [{"measure": "exact_agreement", "more_than": threshold}]}
    at = made(client, scores(40, 60), goal)
    assert "next-step" not in client.get(f"{at}/r/v1").text


def test_a_part_of_a_round_proposes_nothing_about_the_whole(client: Any) -> None:
    at = made(client, scores(40, 60))
    assert "next-step" not in client.get(f"{at}/r/v1", params={"weights": "linear"}).text
