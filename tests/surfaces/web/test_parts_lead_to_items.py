"""Sources of disagreement, robustness, measurements and kinds of raters lead to the items they are about."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import concordant as cc

from .demos import Demos
from .test_items import links
from .test_numbers_lead_to_items import JUDGES, listed

#: item → what each of three people and a judge gave; a gap is "".
Rows = dict[str, dict[str, str]]


def asked(address: str) -> dict[str, list[str]]:
    """What an address asks for."""
    return parse_qs(urlsplit(address).query, keep_blank_values=True)


def panel(demos: Demos, at: str, key: str, judge: str = "") -> tuple[str, str]:
    """The page of a comparison in English words, and how one of its panels begins."""
    page = demos.client.get(at, params={"judge": judge}).text
    found = re.search(rf'id="[^"]*{key}"', page)
    assert found is not None
    return page, found[0]


def plain(markup: str) -> str:
    """English words of a cell."""
    return html.unescape(re.sub(r'<span class="zh".*?</span>|<[^>]+>', "", markup, flags=re.S)).strip()


def no_links(page: str, within: str, until: str = "</section>") -> list[str]:
    """Cells with a number that leads nowhere, in a part of the page."""
    part = page[page.index(within) :]
    found = re.findall(r"<td[^>]*>(?!<a )(.*?)</td>", part[: part.index(until)], re.S)
    return [words for words in map(plain, found) if re.search(r"\d", words)]


def kept_as(demos: Demos, name: str, text: str) -> tuple[str, cc.Study]:
    """A file as the round of a project: its address and its study."""
    key = demos.client.put(f"/api/v1/uploads/{name}.csv", content=text).json()["upload"]
    added = demos.client.post(f"/uploads/{key}/round", data={"project": name, "round": "v1"})
    assert added.status_code == 200
    return f"/p/{name}/r/v1", demos.web.studies.stored(demos.web.store.rounds(name)[-1])


@pytest.fixture(scope="module")
def people() -> Rows:
    """Three people and a judge on a scale of three, each with gaps of their own."""
    rows: Rows = {}
    for i in range(90):
        row = {
            "human_1": 1 + i % 3,
            "human_2": 1 + i * i % 3,
            "human_3": 1 + i // 2 % 3,
            "judge_1": 1 + i // 5 % 3,
        }
        left_out = {"human_1": 4, "human_2": 3, "human_3": 5, "judge_1": 7}
        rows[f"q{i}"] = {who: "" if i % left_out[who] == 1 else str(row[who]) for who in row}
    return rows


@pytest.fixture(scope="module")
def of_people(demos: Demos, people: Rows) -> tuple[str, cc.Study]:
    """The round of these people."""
    lines = [f"{item},{','.join(row.values())},{'ab'[len(item) % 2]}" for item, row in people.items()]
    return kept_as(demos, "parts", "\n".join(["item,human_1,human_2,human_3,judge_1,type", *lines]))


HUMANS = ("human_1", "human_2", "human_3")


@pytest.mark.parametrize("name", JUDGES)
def test_a_source_of_disagreement_leads_to_its_items(demos: Demos, name: str) -> None:
    """The share of ratings that is shown is that of what the list counts."""
    study = demos.web.studies.stored(demos.kept(name))
    for one in study.comparisons[:2]:
        if one.confusion is None or one.ledger is None:
            continue
        page, begins = panel(demos, demos.at(name), "ledger", one.name)
        found = [address for address, _ in links(page, begins) if "/items?" in address]
        book, labels = one.ledger, one.confusion.labels
        pairs = {
            f"{labels.index(str(a)) + 1},{labels.index(str(b)) + 1}": entry.size
            for entry in book.category_pairs
            for a, b in [entry.name]
        }
        of_cells = {asked(a)["cell"][0]: a for a in found if "cell" in asked(a)}
        assert of_cells.keys() == pairs.keys()
        for cell, address in of_cells.items():
            assert listed(demos, address)["counted"] / one.confusion.total == pytest.approx(pairs[cell])
        slices = {
            f"{column}:{entry.name[0]}": entry.size
            for column, entries in book.slices.items()
            for entry in entries
        }
        within = {asked(a)["within"][0]: a for a in found if "within" in asked(a)}
        assert within.keys() == slices.keys()
        for value, address in within.items():
            assert listed(demos, address)["counted"] / book.n_items == pytest.approx(slices[value])
        of_pairs = {tuple(asked(a)["pair"]) for a in found if "pair" in asked(a)}
        assert len(of_pairs) == (len(book.rater_pairs) if len(book.rater_pairs) > 1 else 0)
        assert no_links(page, begins, 'ledger-items"') == []


def test_two_categories_lead_to_the_items_that_were_given_both(
    demos: Demos, people: Rows, of_people: tuple[str, cc.Study]
) -> None:
    at, study = of_people
    one = study.comparison("people")
    assert one.ledger is not None
    page, begins = panel(demos, at, "ledger", "people")
    found = {tuple(asked(a)["both"]): a for a, _ in links(page, begins) if "both" in asked(a)}
    assert found.keys() == {tuple(map(str, entry.name)) for entry in one.ledger.category_pairs}
    for both, address in found.items():
        given = [{row[who] for who in HUMANS} for row in people.values()]
        assert listed(demos, address)["n"] == sum(set(both) <= values for values in given)
        assert f"Items rated {both[0]} by one rater and {both[1]} by another" in plain(
            demos.client.get(address).text
        )


def test_raters_and_pairs_of_raters_lead_to_what_they_rated(
    demos: Demos, people: Rows, of_people: tuple[str, cc.Study]
) -> None:
    page, begins = panel(demos, of_people[0], "ledger", "people")
    found = {a for a, _ in links(page, begins) if "rater" in asked(a) or "pair" in asked(a)}
    assert len(found) == 6
    for address in found:
        names = asked(address).get("pair") or asked(address)["rater"]
        compared = [row for row in people.values() if sum(bool(row[who]) for who in HUMANS) > 1]
        assert listed(demos, address)["n"] == sum(all(row[who] for who in names) for row in compared)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_kinds_of_raters_lead_to_what_a_pair_of_them_rated(
    demos: Demos, people: Rows, of_people: tuple[str, cc.Study], lang: str
) -> None:
    page, begins = panel(demos, of_people[0], "raters")
    found = {tuple(asked(a)["kinds"]): a for a, _ in links(page, begins) if "kinds" in asked(a)}
    each = [(sum(bool(row[who]) for who in HUMANS), bool(row["judge_1"])) for row in people.values()]
    assert {kinds: listed(demos, address)["n"] for kinds, address in found.items()} == {
        ("human", "human"): sum(n > 1 for n, _ in each),
        ("human", "judge"): sum(n > 0 and judge for n, judge in each),
    }
    words = {
        "en": "Items rated by a pair of raters of these kinds: human – judge",
        "zh": "由以下类型的一对评分者共同评过的条目：人工评分者 – 模型评审",
    }
    assert words[lang] in demos.client.get(f"{found['human', 'judge']}&lang={lang}").text
    demos.client.cookies.clear()


@pytest.mark.parametrize("name", [*JUDGES, "pathology", "clinical"])
def test_robustness_leads_to_the_items_it_is_computed_from(demos: Demos, name: str) -> None:
    """A stratum to its own; tests of margins, which are about no items, lead nowhere."""
    study = demos.web.studies.stored(demos.kept(name))
    one = study.main
    assert one is not None
    assert one.ledger is not None
    page, begins = panel(demos, demos.at(name), "trust")
    found = [(address, plain(text)) for address, text in links(page, begins)]
    within = {asked(a)["within"][0]: a for a, _ in found if "within" in asked(a)}
    strata = {
        f"{kept.column}:{part.value}": part.result.n_items for kept in one.strata for part in kept.strata
    }
    assert {value: listed(demos, a)["n"] for value, a in within.items()} == strata
    whole = {a for a, _ in found if "within" not in asked(a)}
    assert [listed(demos, a)["counted"] for a in whole] == [pytest.approx(one.ledger.n_items)]
    counts = [(a, int(text)) for a, text in found if text.isdigit()]
    assert len(counts) >= len(strata)
    assert all(listed(demos, address)["n"] == n for address, n in counts)
    tests = [] if one.paradox is None else [test for test in one.paradox.homogeneity if test.defined]
    assert len(no_links(page, begins)) <= 3 * len(tests)


def test_measurements_lead_to_the_items_they_are_measured_on(demos: Demos) -> None:
    """Where each item was measured twice both are listed, so that numbers of items are no links there."""
    for name, at, n in (("methods", demos.at("methods"), 34), ("scales", _scales(demos), 40)):
        page, begins = panel(demos, at, "measurements")
        found = [(address, plain(text)) for address, text in links(page, begins)]
        assert {listed(demos, address)["n"] for address, _ in found} == {n}
        counts = [int(text) for _, text in found if text.isdigit()]
        assert counts
        assert set(counts) == {n}
        rest = no_links(page, begins)
        assert rest == (["17"] * len(rest) if name == "methods" else [])


def _scales(demos: Demos) -> str:
    """Two scales that measured forty items once."""
    rows = [f"q{i},{20 + i * 1.37:.2f},{20.5 + i * 1.37 + (i * 7 % 11) / 10:.2f}" for i in range(40)]
    return kept_as(demos, "scales", "\n".join(["item,ann,bob", *rows]))[0]


def test_strata_with_gaps_lead_to_as_many_items_as_they_state(demos: Demos) -> None:
    """One stratum has no kappa, so that the mean of strata is about fewer items: no link."""
    types = ("", "code", "chat", "", "chat", "code")
    rows = [f"q{i},{1 + i % 3},{1 + i * 7 % 3},{types[i % 6]}" for i in range(120)]
    at, study = kept_as(demos, "gappy", "\n".join(["item,ann,bob,type", *rows]))
    assert study.main is not None
    assert study.main.strata[0].size_weighted.n_items < 120
    page, begins = panel(demos, at, "trust")
    counts = [(a, int(plain(text))) for a, text in links(page, begins) if plain(text).isdigit()]
    assert len(counts) >= 3
    assert all(listed(demos, address)["n"] == n for address, n in counts)


@pytest.mark.parametrize("kinds", [["human"], ["human", "judge", "human"]])
def test_a_pair_has_two_kinds(demos: Demos, of_people: tuple[str, Any], kinds: list[str]) -> None:
    answer = demos.client.get(f"{of_people[0]}/items", params={"kinds": kinds})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
