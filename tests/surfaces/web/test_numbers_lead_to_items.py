"""Goals, boundaries, categories, rater profiles, rounds and changes lead to the items they are about."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from concordant.surfaces.api.examples import examples

from .demos import Demos, all_rows
from .test_items import links


def listed(demos: Demos, address: str) -> dict[str, Any]:
    """What a list of items says of itself to programs; the page of it opens as well."""
    page = demos.client.get(address)
    assert page.status_code == 200, address
    assert '<p class="problem"' not in page.text, address
    api = address.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
    found: dict[str, Any] = demos.client.get(api).json()
    assert found["n"] > 0, address
    return found


JUDGES = ["scores", pytest.param("judge", marks=pytest.mark.slow)]


@pytest.mark.parametrize("name", [*JUDGES, "pathology"])
def test_a_boundary_leads_to_the_items_it_splits(demos: Demos, name: str) -> None:
    """The share that is shown is that of the items listed, each with the share of its pairs that is split."""
    study = demos.web.studies.stored(demos.kept(name))
    for one in study.comparisons[:2]:
        page = demos.client.get(demos.at(name), params={"judge": one.name}).text
        panel = re.search(r'id="[^"]*cuts"', page)
        assert panel is not None
        found = [a for a, _ in links(page, panel[0]) if f"comparison={one.name}&" in a and "cut=" in a]
        assert len(found) >= len(one.boundaries) > 1
        for address in dict.fromkeys(found):
            place = int(re.search(r"cut=(\d+)", address)[1])  # type: ignore[index]
            cut = one.boundaries[place - 1]
            counted = listed(demos, address)["counted"]
            assert counted / cut.flips.n_items == pytest.approx(cut.flips.estimate, abs=1e-9)
            assert f"between {cut.lower} and {cut.upper}" in demos.client.get(address).text


@pytest.mark.parametrize("name", JUDGES)
def test_a_category_leads_to_the_items_to_which_the_rater_gave_it(demos: Demos, name: str) -> None:
    study = demos.web.studies.stored(demos.kept(name))
    one = study.main
    assert one is not None
    assert one.bands is not None
    page = demos.client.get(demos.at(name)).text
    found = {a for a, _ in links(page, 'id="cuts"') if "cell=" in a}
    for rater, form in enumerate(("cell={}%2C0&", "cell=0%2C{}&")):
        counted = {}
        for place, band in enumerate(one.bands.bands, 1):
            addresses = [a for a in found if form.format(place) in a]
            assert len(addresses) == (1 if band.counts[rater] else 0)
            counted[place] = listed(demos, addresses[0])["counted"] if addresses else 0.0
        shares = [band.shares[rater] for band in one.bands.bands]
        assert [n / sum(counted.values()) for n in counted.values()] == pytest.approx(shares, abs=1e-9)


def test_a_category_of_several_raters_leads_to_the_items_of_one(demos: Demos) -> None:
    page = demos.client.get(demos.at("pathology")).text
    study = demos.web.studies.stored(demos.kept("pathology"))
    assert study.main is not None
    assert study.main.bands is not None
    bands, raters = study.main.bands.bands, study.main.bands.raters
    for rater in raters[:2]:
        for band in bands:
            found = [
                a for a, _ in links(page, 'id="cuts"')
                if f"rater={rater}&" in a.replace("+", " ") and f"value={band.label}&" in a.replace("+", " ")
            ]  # fmt: skip
            n = band.counts[raters.index(rater)]
            assert len(found) == (1 if n else 0)
            if found:
                assert listed(demos, found[0])["n"] == n


def test_a_category_leads_to_the_items_to_which_anybody_gave_it(demos: Demos) -> None:
    """As many as the study counts; and the filter of the list finds the same without a comparison."""
    at = demos.at("pathology")
    study = demos.web.studies.stored(demos.kept("pathology"))
    assert study.main is not None
    assert study.main.bands is not None
    found = [
        a for a, _ in links(demos.client.get(at).text, 'id="cuts"') if "value=" in a and "rater=" not in a
    ]
    assert len(found) == len(study.main.bands.bands)
    for address, band in zip(found, study.main.bands.bands, strict=True):
        assert f"value={band.label}&" in address
        assert listed(demos, address)["n"] == band.n
        assert listed(demos, f"{at}/items?value={band.label}")["n"] == band.n


@pytest.mark.parametrize("name", [*JUDGES, "pathology"])
def test_a_rater_leads_to_the_items_shared_with_others(demos: Demos, name: str) -> None:
    study = demos.web.studies.stored(demos.kept(name))
    found = [a for a, _ in links(demos.client.get(demos.at(name)).text, 'id="raters"') if "shared=1" in a]
    assert study.profiles
    for profile in study.profiles:
        own = [a for a in found if f"rater={profile.rater.replace(' ', '+')}&" in a]
        assert len(own) >= 3
        assert len(set(own)) == 1
        assert listed(demos, own[0])["n"] == profile.n_shared


@pytest.mark.slow
def test_a_rater_leads_to_what_was_rated_again(demos: Demos) -> None:
    """Every rating of what was rated more than once is listed; who repeated nothing leads nowhere."""
    study = demos.web.studies.stored(demos.kept("judge"))
    page = demos.client.get(demos.at("judge")).text
    found = {a for a, _ in links(page, 'id="raters"') if "again=1" in a}
    repeated = [part for one in study.within for part in one.again.parts if part.n_items]
    assert len(found) == len(repeated) > 0
    for part in repeated:
        (address,) = (a for a in found if f"rater={part.category}&" in a)
        rows = all_rows(demos.client.get, address)
        assert len(rows) == 2 * part.n_items


def test_the_page_of_goals_leads_to_items(demos: Demos) -> None:
    demos.at("scores")
    study = demos.web.studies.stored(demos.kept("scores"))
    page = demos.client.get("/p/scores/goals").text
    assert study.main is not None
    n = study.main.main.result.n_items
    for part in ('id="verdict"', 'id="goals"', 'id="measures"'):
        found = [a for a, _ in links(page, part) if a.startswith("/p/")]
        assert found, part
        compared = [a for a in found if "compared=1" in a]
        assert all(listed(demos, address)["n"] == n for address in set(compared)), part
    stages = study.main.stages
    assert stages is not None
    targets = sum(len(stage.targets) for stage in stages.stages)
    assert page.count("</a>", page.index('id="goals"')) >= targets


def test_the_rounds_of_a_project_lead_to_their_items(demos: Demos) -> None:
    demos.at("rounds")
    page = demos.client.get("/p/rounds").text
    rounds = demos.web.store.rounds("rounds")
    strip = page[page.index('<ol class="strip">') : page.index("</ol>", page.index('<ol class="strip">'))]
    found = [html.unescape(a) for a in re.findall(r'<a class="large" href="([^"]+)"', strip)]
    assert [address.split("/r/")[1].split("/")[0] for address in found] == [one.name for one in rounds]
    for kept, address in zip(rounds, found, strict=True):
        assert listed(demos, address)["n"] == kept.n_items


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_changes_between_rounds_lead_to_items(demos: Demos, lang: str) -> None:
    """A measure to the items it is measured on, a slice to its own, a flip to the item."""
    demos.at("rounds")
    page = demos.client.get("/p/rounds/compare", params={"lang": lang}).text
    demos.client.cookies.clear()
    found = [html.unescape(a) for a in re.findall(r'<th scope="row"><a href="([^"]+)"', page)]
    assert page.count('<th scope="row">') == len(found)
    n_items = demos.web.store.rounds("rounds")[-1].n_items
    measures = [a for a in found if "compared=1" in a and "within=" not in a]
    slices = [a for a in found if "within=" in a]
    items = [a for a in found if "/items/" in a]
    assert len(measures) >= 3
    assert items
    assert listed(demos, measures[0])["n"] == n_items
    assert sum(listed(demos, address)["n"] for address in slices) == n_items
    assert all(demos.client.get(address).status_code == 200 for address in items[:3])


@pytest.mark.parametrize("query", [{"cut": "9"}, {"cut": "0"}, {"cut": "x"}, {"cell": "0,0"}])
def test_what_is_no_boundary_is_a_sentence(demos: Demos, query: dict[str, Any]) -> None:
    answer = demos.client.get(f"{demos.at('scores')}/items", params=query)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_a_gap_of_a_slice_is_said_in_the_language_of_the_page(demos: Demos) -> None:
    rows = "".join(f"q{i},{1 + i % 3},{1 + i * 7 % 3},{'' if i % 2 else 'chat'}\n" for i in range(30))
    key = demos.client.put("/api/v1/uploads/gaps.csv", content=f"item,ann,bob,type\n{rows}").json()["upload"]
    added = demos.client.post(f"/uploads/{key}/round", data={"project": "gaps", "round": "v1"})
    assert added.status_code == 200
    for lang, word in (("en", "(missing)"), ("zh", "（缺失）")):
        page = demos.client.get("/p/gaps/r/v1/items", headers={"accept-language": lang}).text
        assert page.count(word) == 15


def test_every_example_has_no_link_to_nothing(demos: Demos) -> None:
    """Of the smaller examples every list of items that a page leads to has items."""
    names = [one for one in ("scores", "pathology") if one in examples()]
    for name in names:
        page = demos.client.get(demos.at(name)).text
        found = {html.unescape(a) for a in re.findall(r'href="(/p/[^"]+/items\?[^"]+)"', page)}
        assert len(found) > 20
        empty = []
        for address in found:
            api = address.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
            if demos.client.get(api).json().get("n", 0) == 0:
                empty.append(address)
        assert empty == []
