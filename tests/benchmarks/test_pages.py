"""What was measured returns whole, and the pages say it: tables, the picture, and what is committed."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks import pages, picture, startup, tables, words
from benchmarks.__main__ import NAMES
from benchmarks.catalogue import entry
from benchmarks.record import (
    GrowthRecord,
    Machine,
    Outcome,
    PeerRecord,
    Results,
    StartUpRecord,
    WorkloadRecord,
    load,
)
from benchmarks.workload import Goal

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def recorded() -> Results:
    """A made-up run: a goal reached, one missed, a late peer, an absent one, a share and a smaller size."""
    timed = Outcome("timed", 0.01, 20, 12.0)
    n, same = 10_000_000, "equal: kappa to 1e-09"
    kappa = WorkloadRecord("kappa", "2020-01-01", n, timed, (
        PeerRecord("scikit-learn", Outcome("timed", 1.0, 3, 300.0), n, 0.01, 1, same),
        PeerRecord("polars", Outcome("timed", 0.005, 9, 4.0), n, 0.01, 1, same),
        PeerRecord("torchmetrics", Outcome("absent"), n, 0.01),
    ))  # fmt: skip
    alpha = WorkloadRecord("alpha", "2020-01-02", 1_000_000, Outcome("timed", 0.1, 9, 90.0), (
        PeerRecord("krippendorff", Outcome("late", 150.0), 1_000_000, 0.1),
        PeerRecord("nltk", Outcome("timed", 2.0, 1, 1.0), 1000, 0.002, 1, "equal: alpha to 1e-09"),
    ))  # fmt: skip
    boot = WorkloadRecord("bootstrap-kappa", "2020-01-02", 100_000, Outcome("timed", 0.5, 4, 3.0), (
        PeerRecord("scikit-learn loop", Outcome("timed", 100.0, 1, 3.0), 100_000, 0.5, 0.01, "equal"),
    ))  # fmt: skip
    growth = GrowthRecord("growth-kappa", "2020-01-02", (10**4, 10**5, 10**6), (0.001, 0.01, 0.1), (0, 1, 9))
    return Results(
        Machine(2, 24, "Linux x86_64", {"Python": "3.11.0", "concordant": "0.1.0"}), 150,
        [kappa, alpha, boot], [growth], [StartUpRecord("concordant --help", "2020-01-02", 0.3)],
    )  # fmt: skip


def test_results_return_whole_from_json(tmp_path: Path) -> None:
    recorded().save(tmp_path / "results.json")
    assert load(tmp_path / "results.json") == recorded()


def test_a_record_replaces_the_one_of_its_name_and_keeps_the_order() -> None:
    results = recorded()
    newer = replace(results.workloads[0], date="2020-02-02")
    results.put(newer, NAMES)
    assert [record.name for record in results.workloads] == ["kappa", "alpha", "bootstrap-kappa"]
    assert results.workloads[0].date == "2020-02-02"
    results.put(results.workloads[0], ["kappa"])  # what is no longer in the catalogue goes
    assert [record.name for record in results.workloads] == ["kappa"]


def test_goals_are_reached_or_missed_or_unknown() -> None:
    kappa, alpha, boot = recorded().workloads
    assert kappa.reached(Goal("scikit-learn", ratio=100))
    assert kappa.reached(Goal("scikit-learn", ratio=101)) is False
    assert kappa.reached(Goal("polars", ratio=1 / 2))
    assert kappa.reached(Goal("polars", ratio=1)) is False
    assert kappa.reached(Goal("polars", over=5001))  # 10 ms are 5,000 µs more than 5 ms
    assert kappa.reached(Goal("polars", over=4999)) is False
    assert kappa.reached(Goal("torchmetrics", ratio=1)) is None
    assert kappa.reached(Goal(megabytes=13))
    assert kappa.reached(Goal(megabytes=12)) is False
    assert alpha.reached(Goal("krippendorff", ratio=1000))  # more than 150 s by 0.1 s is more than 1,500
    assert alpha.reached(Goal("krippendorff", ratio=2000)) is None
    assert boot.reached(Goal(seconds=0.5)) is False
    assert boot.reached(Goal(seconds=0.6))


def test_a_goal_is_said_in_a_few_words() -> None:
    goals = [Goal("x", ratio=20), Goal("x", ratio=1 / 1.3), Goal("x", ratio=1), Goal("x", over=100)]
    goals += [Goal(seconds=0.1), Goal(megabytes=500)]
    said = ["≥ 20 × x", "time ≤ 1.3 × x", "time ≤ x", "≤ 100 µs over x", "< 0.1 s", "< 500 MB"]
    assert [goal.said() for goal in goals] == said


def test_rows_say_how_each_number_was_had() -> None:
    kappa, alpha, boot = (tables.rows(record) for record in recorded().workloads)
    title = entry("kappa").title
    first = ("0.01", "12", "scikit-learn", "1", "300", "100", "equal: kappa to 1e-09")
    assert kappa[0] == (title, *first, "≥ 20 × scikit-learn; < 40 MB", "yes; yes")
    assert kappa[1][3:7] == ("polars", "0.005", "4", "0.5")
    assert kappa[2][3:7] == ("torchmetrics", "not on this machine", "–", "–")
    assert alpha[0][3:7] == ("krippendorff", "> 150", "–", "> 1,500")
    assert alpha[0][8:] == ("≥ 30 × krippendorff; < 40 MB", "yes; **no**")
    assert alpha[1][3:7] == ("nltk (both at 10³)", "2 against 0.002", "1", "1,000")
    assert boot[0][3:7] == ("scikit-learn loop (1% of the rounds run)", "≈ 100", "3", "200")
    assert boot[0][9] == "**no**"


def test_growth_and_start_up_have_rows() -> None:
    (grown,) = tables.growth_rows(recorded())
    assert grown[1:] == ("items", "10⁴: 0.001, 10⁵: 0.01, 10⁶: 0.1", "0, 1, 9", "1.00", "≤ 1.1", "yes")
    assert tables.startup_rows(recorded()) == [("`concordant --help`", "0.300", "< 0.1 s", "**no**")]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.000012345, "0.0000123"), (0.00043, "0.00043"), (0.0123, "0.0123"), (0.1, "0.1"), (2.345, "2.35"),
     (1234.5, "1,234"), (None, "–")],
)  # fmt: skip
def test_seconds_are_said_without_powers_of_ten(seconds: float | None, said: str) -> None:
    assert words.seconds(seconds) == said


def test_a_page_has_every_row_and_a_span_of_dates() -> None:
    page = pages.results_page(recorded(), "## Notes\n\nWhy.\n")
    assert "- Date: 2020-01-01 to 2020-01-02" in page
    assert "- Machine: 2 cores, 24 GiB of memory, Linux x86_64" in page
    assert page.endswith("## Notes\n\nWhy.\n")
    table = page.split("## Workloads")[1].split("##")[0].strip().splitlines()
    assert len(table) == 2 + 3 + 2 + 1
    assert {line.count("|") for line in table} == {len(tables.HEAD) + 1}


def test_the_headlines_take_the_peer_of_the_goal() -> None:
    english, chinese = (tables.headlines(recorded(), language).splitlines()[2:] for language in ("en", "zh"))
    assert english[0] == f"| {entry('kappa').title} | 0.01 | scikit-learn | 1 | 100 | yes |"
    assert english[1].endswith("| krippendorff | > 150 | > 1,500 | no |")
    assert chinese[2].endswith("| scikit-learn loop (1% 的循环) | ≈ 100 | 200 | 否 |")


def test_the_chinese_picture_has_chinese_words() -> None:
    drawn = picture.draw(recorded(), "zh")
    assert "快多少倍" in drawn
    assert "How many times" not in drawn


def test_the_picture_is_text_and_bars_on_a_logarithmic_axis() -> None:
    drawn = picture.draw(recorded())
    root = ElementTree.fromstring(drawn)  # noqa: S314 - our own
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert {entry(name).title for name in ("kappa", "alpha", "bootstrap-kappa")} <= set(texts)
    assert {"100 × scikit-learn", "> 1,500 × krippendorff", "200 × scikit-learn loop"} <= set(texts)
    assert len(list(root.iter(f"{SVG}circle"))) == 2  # polars and nltk
    bars = [float(bar.get("width")) for bar in root.iter(f"{SVG}rect") if bar.get("class") == "bar"]
    assert bars[1] / bars[0] == pytest.approx(np.log10(1500) / 2, abs=0.01)
    assert "prefers-color-scheme: dark" in drawn
    assert re.findall(r"https?://[^\"]+|url\(|@import|@font-face", drawn) == [SVG[1:-1]]


def test_where_the_peer_is_faster_the_bar_goes_left_of_one() -> None:
    results = recorded()
    slow = replace(results.workloads[0], peers=results.workloads[0].peers[1:2])
    root = ElementTree.fromstring(picture.draw(replace(results, workloads=[slow])))  # noqa: S314
    (bar,) = [r for r in root.iter(f"{SVG}rect") if r.get("class") == "bar slower"]
    (one,) = [line for line in root.iter(f"{SVG}line") if line.get("class") == "one"]
    end = float(bar.get("x")) + float(bar.get("width"))
    assert end == pytest.approx(float(one.get("x1")), abs=0.11)


# --- what is committed -------------------------------------------------------------------------


def test_the_committed_pages_are_what_the_committed_results_give() -> None:
    stale = [path.name for path, text in pages.everything(load(pages.RESULTS)).items()
             if path.read_text(encoding="utf-8") != text]  # fmt: skip
    assert stale == []


def test_the_committed_results_are_of_this_catalogue_and_name_no_machine() -> None:
    results = load(pages.RESULTS)
    known = {*NAMES, *(each.name for each in startup.STARTUPS)}
    assert {r.name for r in (*results.workloads, *results.growths, *results.startups)} <= known
    for record in results.workloads:
        assert {peer.name for peer in record.peers} == {way.name for way in entry(record.name).peers}
    for path in (pages.RESULTS, pages.HERE / "RESULTS.md"):
        assert re.findall(r"/(?:home|root|work|tmp|usr|Users)\b", path.read_text(encoding="utf-8")) == []


def test_both_languages_have_the_same_sections() -> None:
    english, chinese = (page.read_text(encoding="utf-8") for page in pages.DOCS.values())
    for pattern in (r"^#+ ", r"^\./dev bench[a-z0-9. -]*", r"^- ", r"^\| ", r"^!\["):
        found = [[f.strip() for f in re.findall(pattern, text, re.MULTILINE)] for text in (english, chinese)]
        assert found[0] == found[1], pattern


def test_the_lock_names_every_peer_and_no_registry() -> None:
    lock = (ROOT / "benchmarks/requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["bench"]]
    names = [re.split(r"[<>=]", line)[0].lower() for line in wanted]
    assert [name for name in names if not re.search(rf"^{name}==", lock, re.MULTILINE)] == []
