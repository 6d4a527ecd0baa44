"""What stops a file from being read names the controls of the page, not options of Python."""

from __future__ import annotations

import html
import re
from string import Formatter
from typing import Any

import pytest

from concordant.errors import InputError
from concordant.language.render import LANGUAGES, topic
from concordant.surfaces.web.actions.refusal import CONTROLS, texts_of

from .test_uploads import put

TOPICS = ("errors", "errors_reading")
OPTION = re.compile(r"\b[a-z_]+=(?!=)|\bmemory_limit\b")
#: Errors that no file and no control of the page can lead to.
ELSEWHERE = {
    # several sequences, matrices, frames, databases, several files, and options that the page does not have
    "two-raters", "two-occasions", "scores-weights", "interval-not", "exists-report", "round-name",
    "cli-where", "raters-too-many", "raters-reading-ratings", "feature-each-row", "feature-each-row-known",
    "columns-fits-agreement", "columns-are-items", "column-addition-those", "two-rows-rows",
    "rated-twice-also", "contains-files-several", "memory-limit-engine-duckdb", "other-columns-than",
    "memory-limit-what-duckdb", "memory-limit-size", "memory-limit-files-duckdb", "csv-jsonl-parquet",
    "database-counts-itself", "duckdb-database-read", "files-engine-memory", "dimensions-chooses-among",
    "raters-needs-rater", "rounded-scores-nearly", "no-column-to-join-otherwise",
    # what to do in another tool
    "export-feedback-itself", "langfuse-open-scores-export",
}  # fmt: skip


def places(text: str) -> set[str]:
    return {place for _, place, _, _ in Formatter().parse(text) if place}


def test_every_error_about_a_file_has_words_of_the_page() -> None:
    """One that names an option is said by the page in its own words, unless the page cannot lead to it."""
    own = topic(CONTROLS)
    known = {key: said for name in TOPICS for key, said in topic(name).items()}
    named = {key for key, said in known.items() if OPTION.search(said["en"])}
    assert named - set(own) == ELSEWHERE
    assert set(own) <= set(known)
    for key, said in own.items():
        for lang in LANGUAGES:
            assert not OPTION.search(said[lang]), (key, lang)
            assert places(said[lang]) <= places(known[key]["en"]), (key, lang)


def labels(lang: str) -> set[str]:
    """What controls of the page and their choices are called."""
    words, kinds = topic("web"), re.compile("role-|shape-|reading-|level-")
    found = {said[lang] for key, said in words.items() if kinds.match(key)}
    return found | {words[key][lang] for key in ("scale-categories", "missing-codes")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_named_is_on_the_page(lang: str) -> None:
    """Every label in quotation marks is one of a control, or of one of its choices."""
    known = labels(lang) | {"Score: 4", "评分：4"}
    for key, said in topic(CONTROLS).items():
        for label in re.findall("“([^”]*)”", said[lang]):
            assert label in known, (key, label)


CASES = {
    "no ratings": ("a,b\nx,y\nz,w\n", "“Ratings of one rater”", "“某位评分者的评分”"),
    "text among numbers": ("id,ann,bob\n" + "".join(f"{i},{1 + i % 5},{1 + i % 4}\n" for i in range(20))
                           + "20,maybe,3\n", "“Codes for no rating”", "“表示缺失的代码”"),
    "two rows": ("item,rater,score\n" + "".join(f"q{i},{r},{1 + i % 5}\n" for i in range(20) for r in "ab")
                 + "q1,a,5\n", "“Repeated ratings”", "“重复的评分”"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_file_that_stops_names_the_control(client: Any, case: str) -> None:
    content, english, chinese = CASES[case]
    key = put(client, content).json()["upload"]
    for lang, label in (("en", english), ("zh", chinese)):
        page = html.unescape(client.get(f"/uploads/{key}", headers={"accept-language": lang}).text)
        problem = re.search(r'<p class="problem" role="alert">(.*?)</p>', page, re.S)
        assert problem is not None
        assert label in problem[1]
        assert not OPTION.search(problem[1])
        assert "仅有英文说明" not in problem[1]
        assert f">{label[1:-1]}<" in page or f">{label[1:-1]} <" in page


def test_repeated_ratings_are_kept_as_the_page_is_told(client: Any) -> None:
    key = put(client, CASES["two rows"][0]).json()["upload"]
    for chosen, n in (("first", 40), ("last", 40), ("repeat", 41)):
        client.post(f"/uploads/{key}", data={"duplicates": chosen})
        found = client.get(f"/api/v1/uploads/{key}").json()
        assert found["problem"] is None
        assert found["n_ratings"] == n
    client.post(f"/uploads/{key}", data={"duplicates": ""})
    assert client.get(f"/api/v1/uploads/{key}").json()["problem"] is not None


def test_ratings_off_the_scale_are_gaps_where_the_page_is_told_so(client: Any) -> None:
    rows = "".join(f"{i},{1 + i % 5},{1 + i % 4}\n" for i in range(20))
    key = put(client, f"id,ann,bob\n{rows}20,9,3\n").json()["upload"]
    client.post(f"/uploads/{key}", data={"categories": "1, 2, 3, 4, 5"})
    page = html.unescape(client.get(f"/uploads/{key}").text)
    assert "set “Ratings off the scale” to “Count as no rating”" in page
    client.post(f"/uploads/{key}", data={"categories": "1, 2, 3, 4, 5", "out_of_scale": "drop"})
    found = client.get(f"/api/v1/uploads/{key}").json()
    assert found["problem"] is None
    assert found["n_ratings"] == 41


def test_ways_of_reading_are_buttons_in_the_language_of_the_page(client: Any) -> None:
    rows = "".join(
        f"q{i},{r},{1 + (i + n) % 5},{1 + (i * n) % 4}\n" for i in range(20) for n, r in enumerate("ab")
    )
    key = put(client, f"item,rater,helpful,clear\n{rows}").json()["upload"]
    readings = client.get(f"/api/v1/uploads/{key}").json()["readings"]
    assert len(readings) == 2
    page = html.unescape(client.get(f"/uploads/{key}", headers={"accept-language": "zh"}).text)
    for what in readings:
        shown = re.search(rf'value="{re.escape(what)}">([^<]*)<', page)
        assert shown is not None
        assert shown[1].startswith("评分列为 ")


def test_an_error_without_own_words_is_as_it_was() -> None:
    error = InputError("The file scores.csv is empty.")
    assert texts_of(error)["en"] == str(error)
    assert texts_of(error)["zh"] == error.text("zh")
