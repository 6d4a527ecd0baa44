"""The items behind numbers: cells, findings, the leaderboard; searched, sorted and paged."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from concordant.surfaces.api.examples import examples

from .demos import Demos, all_rows, items_in

DEMOS = [
    "scores",
    pytest.param("judge", marks=pytest.mark.slow),
    pytest.param("rounds", marks=pytest.mark.slow),
    pytest.param("judge-zh", marks=pytest.mark.slow),
]


def links(page: str, within: str) -> list[tuple[str, str]]:
    """Addresses and texts of links in the part of a page that begins with `within`."""
    part = page[page.index(within) :]
    part = part[: part.index("</section>")]
    found = re.findall(r'<a href="([^"]+)"[^>]*>(.*?)</a>', part, re.S)
    return [(html.unescape(address), text) for address, text in found]


def count_in(markup: str) -> float:
    """The number of items that a cell of the matrix shows, below its percentage."""
    text = re.search(r"<small>(.*?)</small>", markup, re.S)
    assert text is not None
    plain = re.sub(r'<span class="zh".*?</span>|<[^>]+>', "", text[1])
    return float(plain.replace(",", "").strip())


@pytest.mark.parametrize("name", DEMOS)
def test_every_cell_leads_to_the_items_it_counts(demos: Demos, name: str) -> None:
    """The count shown is that of the items listed; of items shared among people it is the sum of shares."""
    at = demos.at(name)
    study = demos.web.studies.stored(demos.kept(name))
    n_cells = 0
    for one in study.comparisons:
        if one.confusion is None:
            continue
        page = demos.client.get(at, params={"judge": one.name}).text
        found = links(page, '<table class="confusion"')
        stated = {(c.first + 1, c.second + 1): c.n for c in one.confusion.items}
        assert len(found) == sum(n > 0 for row in one.confusion.cells for n in row)
        for address, markup in found:
            cell = tuple(map(int, re.search(r"cell=(\d+)%2C(\d+)", address).groups()))  # type: ignore[union-attr]
            api = address.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
            answer = demos.client.get(api).json()
            assert answer["n"] == stated[cell]
            assert answer["counted"] == pytest.approx(one.confusion.cells[cell[0] - 1][cell[1] - 1], abs=1e-9)
            assert count_in(markup) == pytest.approx(answer["counted"], abs=0.051)
            n_cells += 1
        largest = max(found, key=lambda link: count_in(link[1]))
        rows = all_rows(demos.client.get, largest[0])
        assert len(rows) == len(set(rows))
        assert len(rows) >= count_in(largest[1]) - 0.051
    assert n_cells > 10


@pytest.mark.parametrize("name", ["judge", pytest.param("pathology", marks=pytest.mark.slow)])
def test_every_finding_leads_to_as_many_items_as_it_rests_on(demos: Demos, name: str) -> None:
    at = demos.at(name)
    study = demos.web.studies.stored(demos.kept(name))
    api = at.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
    assert study.findings
    for number, finding in enumerate(study.findings, 1):
        answer = demos.client.get(f"{api}/items", params={"finding": number}).json()
        assert answer["n"] == finding.evidence.n_items, finding.code
        one = next(c for c in study.comparisons if c.name == finding.about["comparison"])
        page = demos.client.get(at, params={"judge": one.name}).text
        assert f"finding={number}&amp;sort=spread" in page


def test_the_numbers_of_the_leaderboard_lead_to_the_items_of_each_judge(demos: Demos) -> None:
    found = links(demos.client.get(demos.at("scores")).text, 'id="leaderboard"')
    judges = {"judge_v2", "judge"}
    for judge in judges:
        own = [address for address, _ in found if address.endswith(f"judge={judge}")]
        assert len(own) == 1
        numbers = [address for address, _ in found if f"comparison={judge}&" in address]
        assert len(numbers) >= 5
        page = demos.client.get(numbers[0]).text
        assert "600 items" in page  # every item has both


def test_pages_of_fifty_hold_every_item_once(demos: Demos) -> None:
    at = f"{demos.at('scores')}/items"
    rows = all_rows(demos.client.get, at)
    assert len(rows) == len(set(rows)) == 600
    first = items_in(demos.client.get(at).text)
    assert len(first) == 50
    for sort in ("spread", "-item"):
        assert sorted(all_rows(demos.client.get, f"{at}?sort={sort}")) == sorted(rows)


def test_items_are_sorted_by_how_far_raters_are_apart(demos: Demos) -> None:
    api = "/api/v1/projects/scores/rounds/v1/items"
    demos.at("scores")
    page = demos.client.get(api, params={"sort": "spread", "limit": 200}).json()
    spreads = [max(map(int, r)) - min(map(int, r)) for r in (i["ratings"].values() for i in page["items"])]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] > spreads[-1]


def test_items_are_searched_in_names_texts_and_comments(demos: Demos) -> None:
    at = f"{demos.at('judge')}/items"
    assert "No item matches" in demos.client.get(at, params={"q": "no such words"}).text
    found = demos.client.get(at, params={"q": "RECESSION"}).text
    assert items_in(found)
    assert all("recession" in part.lower() for part in found.split("<article")[1:])
    by_name = demos.client.get(at, params={"q": "q001"}).text
    assert all("<bdi>q001</bdi>" in part for part in by_name.split("<article")[1:])


def test_items_are_filtered_by_rater_value_and_difference(demos: Demos) -> None:
    demos.at("scores")
    api = "/api/v1/projects/scores/rounds/v1/items"
    given = demos.client.get(api, params={"rater": "human", "value": "4", "limit": 200}).json()
    assert given["items"]
    assert {one["ratings"]["human"] for one in given["items"]} == {4}
    apart = demos.client.get(api, params={"differ": "1", "limit": 200}).json()
    assert all(len(set(one["ratings"].values())) > 1 for one in apart["items"])
    sliced = demos.client.get(api, params={"slice": "content_type:chat", "limit": 200}).json()
    assert {one["about"]["content_type"] for one in sliced["items"]} == {"chat"}
    rows = examples()["scores"].path.read_text(encoding="utf-8").splitlines()
    assert sliced["n"] == sum(",chat," in row for row in rows)


@pytest.mark.parametrize(
    "query",
    [
        {"cell": "9,9"}, {"cell": "x"}, {"cell": "1"}, {"finding": "99"}, {"finding": "-1"}, {"sort": "king"},
        {"rater": "nobody"}, {"slice": "nothing"}, {"slice": "no:where"}, {"after": "x"},
        {"comparison": "x", "cell": "1,1"}, {"raters": ["human"]}, {"dimension": "x"}, {"weights": "heavy"},
        {"preset": "x"},
    ],
)  # fmt: skip
def test_what_does_not_exist_is_a_sentence(demos: Demos, query: dict[str, Any]) -> None:
    at = demos.at("scores")
    answer = demos.client.get(f"{at}/items", params=query)
    assert answer.status_code in (404, 422), query
    assert 'role="alert"' in answer.text


def test_every_measure_leads_to_the_items_it_is_measured_on(demos: Demos) -> None:
    at = demos.at("scores")
    study = demos.web.studies.stored(demos.kept("scores"))
    api = at.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
    for one in study.comparisons:
        page = demos.client.get(at, params={"judge": one.name}).text
        found = [address for address, _ in links(page, 'class="measures-list"') if "compared=1" in address]
        shown = [m for m in one.measures if m.measure != "signed_bias" and m.result.defined]
        assert len(found) == len(shown)
        assert "compared=1" in links(page, '<p class="number"')[0][0]
        answer = demos.client.get(found[0].replace(at, api)).json()
        assert answer["n"] == one.main.result.n_items


@pytest.mark.parametrize("name", ["scores", pytest.param("judge", marks=pytest.mark.slow)])
def test_every_slice_leads_to_its_items(demos: Demos, name: str) -> None:
    at = demos.at(name)
    study = demos.web.studies.stored(demos.kept(name))
    api = at.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
    assert study.main is not None
    page = demos.client.get(at).text
    found = {address for address, _ in links(page, 'class="dots"') if address.count("within=") == 1}
    (table,) = (one for one in study.main.slices if one.column == "content_type")
    for row in table.rows:
        (address,) = (one for one in found if f"within=content_type%3A{row.value}&" in one)
        answer = demos.client.get(address.replace(at, api)).json()
        assert answer["n"] == row.results[row.tested].n_items
        assert {item["about"]["content_type"] for item in answer["items"]} == {row.value}


def test_every_pair_of_raters_leads_to_the_items_that_both_rated(demos: Demos) -> None:
    at = demos.at("scores")
    matrix = demos.web.studies.stored(demos.kept("scores")).matrix
    assert matrix is not None
    found = {address for address, _ in links(demos.client.get(at).text, "heat matrix") if "pair=" in address}
    assert len(found) == len(matrix.raters) * (len(matrix.raters) - 1)  # agreement, and how many items
    first, second = matrix.raters[:2]
    api = at.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
    answer = demos.client.get(f"{api}/items", params={"pair": [first, second]}).json()
    assert answer["n"] == matrix.overlap[0][1]
    assert all(item["ratings"][first] is not None for item in answer["items"])
    page = demos.client.get(f"{at}/items", params={"pair": [first, second]}).text
    assert f"Items rated by {first} and {second}" in page


def test_items_of_a_filter_need_no_study(demos: Demos, monkeypatch: pytest.MonkeyPatch) -> None:
    at = demos.at("scores")

    def never(*_: object) -> None:
        raise AssertionError("a study was made")

    monkeypatch.setattr(demos.web.studies, "of", never)
    page = demos.client.get(f"{at}/items", params={"slice": "content_type:chat", "differ": "1"}).text
    assert items_in(page)
