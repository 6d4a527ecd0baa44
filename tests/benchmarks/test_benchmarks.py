"""The benchmarks work: every workload runs at toy size, answers are compared, processes are timed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import bigfiles, child, samples, sketches, startup, timing
from benchmarks.__main__ import NAMES, chosen, options
from benchmarks.answers import verdict
from benchmarks.catalogue import entry
from benchmarks.growth import GROWTHS, exponent
from benchmarks.memory import forget_peak, peak
from benchmarks.record import Outcome
from benchmarks.workload import OURS, Way, Workload
from benchmarks.workloads import WORKLOADS

every_workload = pytest.mark.parametrize("workload", WORKLOADS, ids=[w.name for w in WORKLOADS])


@pytest.fixture(autouse=True)
def _files_go_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bigfiles, "FOLDER", tmp_path)


# --- the workloads -----------------------------------------------------------------------------


@pytest.mark.slow
@every_workload
def test_a_workload_runs_at_toy_size_and_peers_that_are_here_agree(workload: Workload) -> None:
    data = workload.make(workload.toy)
    ours = workload.ours.finish(workload.ours.run(workload.ours.prepare(data)))
    assert ours
    for way in (way for way in workload.peers if not way.absent()):
        theirs = way.finish(way.run(way.prepare(data)))
        said = verdict(ours, theirs, {"": workload.tolerance, **way.tolerance}, way.differs)
        assert said.startswith("equal") or said == f"differs: {way.differs}", way.name


@pytest.mark.parametrize(
    "growth",
    [pytest.param(g, id=g.name, marks=pytest.mark.slow if g.name == "growth-study" else ()) for g in GROWTHS],
)
def test_a_growth_runs_at_toy_size(growth) -> None:
    if growth.ours.absent():
        pytest.skip("an engine that is not here")
    data = growth.make(growth.toy)
    for way in (growth.ours, *([growth.beyond] if growth.beyond else [])):
        (value,) = way.finish(way.run(way.prepare(data))).values()
        assert 0 < value < 1


@every_workload
def test_a_workload_is_stated_whole(workload: Workload) -> None:
    names = [workload.ours.name, *(way.name for way in workload.peers)]
    assert names[0] == OURS
    assert len(set(names)) == len(names)
    assert {goal.against for goal in workload.goals if goal.against} <= set(names)
    assert workload.toy < workload.size
    assert all(0 < way.share <= 1 for way in workload.peers)
    assert all(workload.toy <= way.size <= workload.size for way in workload.peers if way.size)
    assert workload.title != workload.title_zh
    assert "，" in workload.title_zh


def test_names_are_unique_and_every_name_finds_its_entry() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert [entry(name).name for name in NAMES if name != "startup"] == NAMES[:-1]


def test_the_same_size_gives_the_same_data() -> None:
    for make in (samples.pairs, samples.words):
        assert all((a == b).all() for a, b in zip(make(50), make(50), strict=True))
    assert np.array_equal(samples.matrix(50), samples.matrix(50), equal_nan=True)
    assert 0.15 < np.isnan(samples.matrix(2000)).mean() < 0.25


def test_a_file_is_the_same_however_it_is_written() -> None:
    import duckdb

    counts = [
        duckdb.sql(f"SELECT human, judge, count(*) FROM '{path}' GROUP BY ALL ORDER BY ALL").fetchall()
        for path in (bigfiles.judged(5000, "parquet"), bigfiles.judged(5000, "csv"))
    ]
    assert counts[0] == counts[1]
    assert sum(n for *_, n in counts[0]) == 5000
    # Copied seven times in ten, and by chance one in five of the rest: .7 + .3/5 = .76.
    assert sum(n for a, b, n in counts[0] if a == b) / 5000 == pytest.approx(0.76, abs=0.03)


def test_the_scale_file_has_gaps_and_all_slices(tmp_path: Path) -> None:
    import duckdb

    path = bigfiles.rated_by_five(5000)
    (gaps,) = duckdb.sql(f"SELECT avg((r3 IS NULL)::INT) FROM '{path}'").fetchall()[0]
    assert gaps == pytest.approx(1 / 20, abs=0.02)
    by = ", ".join(bigfiles.SLICES)
    assert len(duckdb.sql(f"SELECT DISTINCT {by} FROM '{path}'").fetchall()) == 8 * 4 * 3
    bigfiles.remove()
    assert list(tmp_path.iterdir()) == []


# --- sketches, by hand -------------------------------------------------------------------------


def test_the_sketches_are_the_textbook() -> None:
    # p_o = 4/6, margins (3, 3) and (3, 3), so p_e = 1/2 and kappa = (2/3 - 1/2) / (1/2) = 1/3.
    assert sketches.kappa(np.array([[2, 1], [1, 2]])) == pytest.approx(1 / 3)
    # With two categories squared distances are the same as none.
    assert sketches.kappa_weighted(np.array([[2, 1], [1, 2]])) == pytest.approx(1 / 3)
    # Pairs (0,0) (0,1) (1,1), a gap in the fourth: coincidences 2, 1, 1, 2; D_o = 2/6; n_0 = n_1 = 3,
    # D_e = 2·9/(6·5) = 3/5; alpha = 1 - (1/3)/(3/5) = 4/9.
    ratings = np.array([[0, 0], [0, 1], [1, 1], [1, np.nan]])
    assert sketches.alpha(*sketches.patterns(ratings)) == pytest.approx(4 / 9)
    # Two raters who agree on one of two items: P = 1/2, shares 3/4 and 1/4, P_e = 10/16, kappa = -1/3.
    assert sketches.fleiss(np.array([[2, 0], [1, 1]])) == pytest.approx(-1 / 3)


# --- answers -----------------------------------------------------------------------------------


def test_answers_are_equal_within_the_tolerance_of_their_name_only() -> None:
    ours = {"kappa": 0.5, "se": 0.10}
    assert verdict(ours, {"kappa": 0.5, "se": 0.11}, {"": 1e-9, "se": 0.2}, "").startswith("equal")
    assert verdict(ours, {"kappa": 0.5, "se": 0.11}, {"": 1e-9}, "") == (
        "differs: se by 9.1e-02, not explained"
    )
    assert verdict(ours, {"kappa": 0.6}, {"": 1e-9}, "it rounds") == "differs: it rounds"
    assert verdict(ours, {"kappa": 0.5}, {"": 1e-9}, "it rounds") == "equal: kappa to 1e-09"
    assert verdict(ours, {"alpha": 0.5}, {"": 1e-9}, "") == "not compared"


def test_of_lists_the_common_beginning_is_compared() -> None:
    ours = {"icc": [0.1, 0.2, np.nan, 0.4]}
    assert verdict(ours, {"icc": [0.1, 0.2, np.nan]}, {"": 1e-9}, "").startswith("equal")
    assert verdict(ours, {"icc": [0.1, 0.2, 0.3]}, {"": 1e-9}, "").startswith("differs")
    assert verdict(ours, {"icc": [0.1, 0.3]}, {"": 1e-9}, "").startswith("differs")
    assert verdict(ours, {"icc": []}, {"": 1e-9}, "").startswith("differs")


def test_the_exponent_is_the_slope_of_the_upper_part() -> None:
    sizes = [2, 5, 10, 20, 50]  # unevenly far apart
    assert exponent(sizes, [9, 9, *(n**1.5 for n in sizes[2:])]) == pytest.approx(1.5)
    assert exponent(sizes, [0.02] * 5) == pytest.approx(0)


# --- processes ---------------------------------------------------------------------------------


def test_a_way_is_timed_in_a_process_of_its_own() -> None:
    small = entry("kappa-small")
    outcome, answer = timing.run_way(small, small.ours, 1000, 100)
    assert (outcome.state, outcome.why) == ("timed", "")
    assert outcome.seconds > 0
    assert outcome.runs > 1
    first, second = samples.pairs(1000)
    assert answer["kappa"] == pytest.approx(sketches.kappa(sketches.count_pairs(first, second)))


def test_a_way_that_takes_too_long_is_ended_and_counts_as_late() -> None:
    large = entry("kappa")
    outcome, answer = timing.run_way(large, large.way("numpy sketch"), 3_000_000, -timing.BUDGET)
    assert (outcome.state, answer) == ("late", {})


def test_a_way_that_fails_is_told_without_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    unknown = replace(entry("kappa-small"), name="unheard of")
    outcome, _ = timing.run_way(unknown, unknown.ours, 1000, 100)
    assert outcome == Outcome("failed", why="KeyError")
    assert "unheard of" in capsys.readouterr().err


def test_a_share_of_a_loop_is_counted_as_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr(child.time, "perf_counter", lambda: float(next(ticks)))  # every run takes a second
    found = child.timed(Way("loop", lambda data: {"n": data}, share=0.25), 7, budget=3.5)
    assert (found.seconds, found.runs, found.answer) == (4, 3, {"n": 7})
    by_itself = child.timed(Way("R", lambda data: {"n": data, "seconds": 2.0}, share=0.25), 7, budget=3.5)
    assert by_itself == child.Timing(8, 1, None, {"n": 7})


def test_a_late_share_of_a_loop_is_late_by_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "_child", lambda order, limit: ([], True, ""))
    boot = entry("bootstrap-kappa")
    outcome, _ = timing.run_way(boot, Way("loop", dict, share=0.01), 1000, 150)
    assert outcome == Outcome("late", 15_000)


def test_a_peer_at_a_smaller_size_is_set_beside_us_at_that_size(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(workload, way, size, limit):
        asked.append((way.name, size))
        return Outcome("timed", size / 1000 * (1 if way.name == OURS else 50), 1, 1.0), {"alpha": size}

    monkeypatch.setattr(timing, "run_way", answer)
    few = replace(entry("alpha"), peers=(Way("slow", dict, size=2000), Way("quick", dict)))
    record = timing.measure(few, scale=0.01, limit=150, date="2020-01-01")
    assert asked == [(OURS, 10_000), ("slow", 2000), (OURS, 2000), ("quick", 10_000)]
    assert [(peer.size, peer.ours, peer.ratio) for peer in record.peers] == [(2000, 2, 50), (10_000, 10, 50)]
    assert [peer.equal for peer in record.peers] == ["equal: alpha to 1e-09"] * 2


def test_of_a_growth_only_what_goes_beyond_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    times = {OURS: 0.5, "without": 0.25}
    monkeypatch.setattr(
        timing, "run_way", lambda g, way, size, limit: (Outcome("timed", times[way.name]), {})
    )
    record = timing.measure_growth(entry("growth-bootstrap"), scale=1, limit=150, date="2020-01-01")
    assert record.seconds == (0.25,) * 5
    assert record.sizes == (10**3, 10**4, 10**5, 10**6, 10**7)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not let the mark begin again")
def test_memory_is_counted_from_where_it_was_forgotten() -> None:
    np.ones(16_000_000).sum()
    before = forget_peak()
    np.ones(8_000_000).sum()  # 64 MB
    assert 50 < peak() - before < 100


@pytest.mark.slow
def test_every_start_up_command_runs() -> None:
    names = {each.name: startup.measure(each, "2020-01-01", runs=1) for each in startup.STARTUPS[:4]}
    assert all(record is not None and record.seconds > 0 for record in names.values())


# --- the command -----------------------------------------------------------------------------


def test_the_command_takes_names_and_the_large_ones_when_asked() -> None:
    large = {w.name for w in WORKLOADS if w.large}
    assert large == {"parquet", "csv", "scale"}
    assert set(NAMES) - set(chosen(options([]))) == large
    assert chosen(options(["--large"])) == NAMES
    assert chosen(options(["startup", "csv", "kappa"])) == ["kappa", "csv", "startup"]
    with pytest.raises(SystemExit):
        options(["kapa"])
