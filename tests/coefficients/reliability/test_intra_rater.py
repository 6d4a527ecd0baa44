"""Each rater with themself: the intra-rater ICC, and any coefficient between a rater's occasions."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale
from concordant.surfaces.cli.main import main
from tests.designs import make, repeated, simulated


def readings(n: int = 25, raters: int = 3, occasions: int = 2, seed: int = 11) -> Any:
    """Items × raters × occasions; the last rater is less steady than the others."""
    rng = np.random.default_rng(seed)
    error = np.linspace(0.3, 1.5, raters)[None, :, None]
    y = (
        2 * rng.normal(size=(n, 1, 1))
        + rng.normal(size=(1, raters, 1))
        + 0.5 * rng.normal(size=(n, raters, 1))
    )
    return y + error * rng.normal(size=(n, raters, occasions))


def labels(n: int = 30, occasions: int = 2, level: str = "nominal", seed: int = 12) -> Any:
    """Three raters who choose among three categories, twice or more often."""
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 3, n)
    rows = [
        np.where(rng.random((n, occasions)) < 0.75, true[:, None], rng.integers(0, 3, (n, occasions)))
        for _ in "abc"
    ]
    scale = Scale.nominal(["x", "y", "z"]) if level == "nominal" else Scale.ordinal(["x", "y", "z"])
    return from_columns(
        [[["x", "y", "z"][v] for v in r.reshape(-1)] for r in rows],
        ["a", "b", "c"],
        scale=scale,
        items=np.repeat(np.arange(n), occasions),
        repeat=np.tile(np.arange(occasions), n),
    ), rows  # fmt: skip


# --- the intra-rater ICC --------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["1,1", "A,1", "C,1"])
def test_a_part_is_the_icc_of_the_rater_s_own_occasions(form: str) -> None:
    y = readings()
    result = cc.intra_rater_icc(repeated(y), form=form)
    for place, part in enumerate(result.parts):
        alone = cc.icc(y[:, place], form=form)
        assert part.category == f"r{place}"
        assert (part.estimate, part.se, part.p_value) == pytest.approx(
            (alone.estimate, alone.se, alone.p_value)
        )
        assert part.interval is not None
        assert alone.interval is not None
        assert part.interval.low == pytest.approx(alone.interval.low)


def test_with_occasions_as_a_facet_it_is_a_share_of_the_seven_components() -> None:
    data = repeated(readings(occasions=3))
    v = {p.category: p.estimate for p in cc.g_study(data).parts}
    shared = v["items"] + v["items × raters"]
    error, shift = v["items × occasions"] + v["error"], v["occasions"] + v["raters × occasions"]
    expected = {
        ("A,1", "random"): (shared + v["raters"]) / sum(v.values()),
        ("A,1", "mixed"): shared / (shared + error + shift),
        ("C,1", "random"): (shared + v["raters"]) / (shared + v["raters"] + error),
        ("C,1", "mixed"): shared / (shared + error),
    }
    for (form, model), value in expected.items():
        assert cc.intra_rater_icc(data, form=form, model=model).estimate == pytest.approx(value)


def test_a_shift_between_occasions_counts_unless_it_is_forgiven() -> None:
    y = readings()
    later = y + np.array([0.0, 3.0])
    for form in ("1,1", "A,1"):
        before, after = (cc.intra_rater_icc(repeated(x), form=form).estimate for x in (y, later))
        assert after < before - 0.1
    before, after = (cc.intra_rater_icc(repeated(x), form="C,1").estimate for x in (y, later))
    assert after == pytest.approx(before)


def test_one_rater_is_enough_and_is_the_whole() -> None:
    y = readings(raters=1)
    result = cc.intra_rater_icc(repeated(y))
    assert result.estimate == pytest.approx(cc.icc(y[:, 0], form="1,1").estimate)
    assert result.parts[0].estimate == result.estimate


def test_a_rater_s_own_gaps_are_by_likelihood_and_whole_items_are_pooled() -> None:
    y = readings(occasions=3)
    y[:4, 0, 2] = np.nan
    result = cc.intra_rater_icc(repeated(y))
    assert result.n_items == 21
    assert result.parts[0].estimate == pytest.approx(cc.icc(y[:, 0], form="1,1").estimate)
    assert result.parts[1].n_items == 25


def test_raters_who_share_no_whole_item_still_have_their_own() -> None:
    y = readings()
    y[:12, 0, 1] = y[12:, 1, 1] = np.nan
    result = cc.intra_rater_icc(repeated(y))
    assert not result.defined
    assert result.notes[0].code == "no-complete-items"
    assert all(part.defined for part in result.parts)


def test_a_rater_who_repeated_nothing_is_named() -> None:
    y = readings()
    y[:, 1, 1] = np.nan
    part = cc.intra_rater_icc(repeated(y)).parts[1]
    assert part.notes[0].text == "r1 rated no item twice, so there is nothing to compare."


def test_one_occasion_cannot_show_it_and_says_what_to_do() -> None:
    for result in (
        cc.intra_rater_icc(make(simulated(9, 3, 0, 1))),
        cc.intra_rater(make(simulated(9, 3, 0, 1))),
    ):
        assert not result.defined
        assert result.notes[0].code == "one-occasion"
        assert "repeat=…" in result.notes[0].text


def test_a_form_of_the_mean_and_counts_are_refused() -> None:
    with pytest.raises(cc.OptionError, match="compared one by one: form must be 'A,1'"):
        cc.intra_rater_icc(repeated(readings()), form="A,k")
    with pytest.raises(cc.OptionError, match="cannot be assigned to raters"):
        cc.intra_rater_icc(cc.counts([[2, 1], [3, 0]], categories=[1, 2]))


# --- any coefficient ------------------------------------------------------------------------------


def test_kappa_of_a_rater_with_themself_is_kappa_of_the_two_occasions() -> None:
    data, rows = labels()
    result = cc.intra_rater(data, "cohen_kappa")
    expected = [cc.cohen_kappa(r[:, 0], r[:, 1]) for r in rows]
    assert [p.category for p in result.parts] == ["a", "b", "c"]
    assert [p.estimate for p in result.parts] == pytest.approx([e.estimate for e in expected])
    assert [p.se for p in result.parts] == pytest.approx([e.se for e in expected])
    assert result.estimate == pytest.approx(np.mean([e.estimate for e in expected]))


@pytest.mark.parametrize("name", ["cohen_kappa", "icc", "repeatability_limit", "krippendorff_alpha"])
def test_the_error_of_the_mean_knows_that_raters_share_their_items(name: str) -> None:
    data = (
        repeated(np.round(readings(n=80))) if BY_NAME[name].null is None or name == "icc" else labels(n=80)[0]
    )
    analytic, jackknife, drawn = (
        cc.intra_rater(data, name, interval=how, draws=800) for how in ("analytic", "jackknife", "bootstrap")
    )
    assert analytic.se == pytest.approx(jackknife.se, rel=0.12)
    assert analytic.se == pytest.approx(drawn.se, rel=0.15)
    # leaving out one item changes every rater's number, so items are left out of all of them together
    whole = [
        cc.intra_rater(data.rows(np.asarray(data.items != i)), name, interval="none").estimate
        for i in range(80)
    ]
    by_hand = math.sqrt(79 / 80 * ((np.array(whole) - np.mean(whole)) ** 2).sum())
    assert jackknife.se == pytest.approx(by_hand, rel=1e-6)


@pytest.mark.parametrize(
    ("level", "occasions", "name", "options"),
    [
        ("nominal", 2, "cohen_kappa", {}),
        ("ordinal", 2, "cohen_kappa", {"weights": "quadratic"}),
        ("nominal", 3, "conger_kappa", {}),
        ("ordinal", 3, "conger_kappa", {"weights": "quadratic"}),
    ],
)
def test_auto_takes_the_kappa_of_the_scale(level: str, occasions: int, name: str, options: Any) -> None:
    data, _ = labels(occasions=occasions, level=level)
    chosen, named = cc.intra_rater(data), cc.intra_rater(data, name, **options)
    assert chosen.estimate == named.estimate
    assert chosen.details["coefficient"] == name
    assert [note.code for note in chosen.notes if note.code == "chosen-by-scale"]


def test_auto_takes_the_icc_of_measurements() -> None:
    y = readings()
    result = cc.intra_rater(repeated(y))
    assert result.details["coefficient"] == "icc"
    assert result.parts[2].estimate == pytest.approx(cc.icc(y[:, 2], form="A,1").estimate)


def test_repeatability_limits_of_each_rater_are_those_of_two_readings() -> None:
    """0 ± 1.96·√2·s_w, and s_w² = Σ d²/2n for pairs of readings."""
    y = readings()
    within = ((y[:, :, 1] - y[:, :, 0]) ** 2).mean(axis=0) / 2
    parts = cc.intra_rater(repeated(y), "repeatability_limit").parts
    z = 1.959963984540054
    assert [p.estimate for p in parts] == pytest.approx(z * np.sqrt(2 * within))


def test_what_data_cannot_show_is_always_said() -> None:
    for result in (cc.intra_rater(labels()[0]), cc.intra_rater(repeated(readings()), "sem")):
        assert "blind to their first rating" in result.notes[-1].text


def test_raters_who_differ_are_not_summed_up_in_silence() -> None:
    y = readings(n=60)
    assert "raters-differ" in [note.code for note in cc.intra_rater(repeated(y), "within_subject_sd").notes]
    same = np.repeat(y[:, :1], 3, axis=1)
    assert "raters-differ" not in [n.code for n in cc.intra_rater(repeated(same), "within_subject_sd").notes]


def test_where_one_rater_is_undefined_there_is_no_mean() -> None:
    y = np.round(readings())
    y[:, 1] = 4.0
    result = cc.intra_rater(repeated(y), "icc")
    assert not result.defined
    assert result.notes[0].text.startswith("Undefined for r1, so there is no mean over raters")
    assert [p.defined for p in result.parts] == [True, False, True]


def test_one_rater_s_number_keeps_its_own_interval() -> None:
    y = readings(raters=1)
    result, alone = cc.intra_rater(repeated(y), "icc"), cc.icc(y[:, 0])
    assert result.interval == alone.interval
    assert result.n_raters == 1


def test_a_coefficient_of_two_refuses_three_occasions_and_names_others() -> None:
    with pytest.raises(cc.OptionError, match=r"cohen_kappa compares two occasions, but there are 3"):
        cc.intra_rater(labels(occasions=3)[0], "cohen_kappa")
    with pytest.raises(cc.OptionError, match="Did you mean 'cohen_kappa'"):
        cc.intra_rater(labels()[0], "cohens_kappa")
    with pytest.raises(cc.OptionError, match="has no option 'weigths'"):
        cc.intra_rater(labels()[0], "cohen_kappa", weigths="linear")


def test_a_result_comes_back_from_json() -> None:
    result = cc.intra_rater(labels()[0])
    back = cc.Result.from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
    assert back.to_dict() == result.to_dict()


# --- the command line -----------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    y = np.round(readings(n=12), 1)
    rows = [
        f"{i},r{g},{o + 1},{y[i, g, o]:g}"
        for i, g, o in itertools.product(range(12), range(3), range(2))
    ]  # fmt: skip
    path = tmp_path / "again.csv"
    path.write_text("\n".join(["item,rater,occasion,score", *rows]), encoding="utf-8")
    return path


def test_the_command_shows_each_rater_and_says_nothing_of_pooled_rows(file: Path) -> None:
    done = CliRunner().invoke(main, ["intra", "auto", str(file), "--repeat", "occasion"])
    assert done.exit_code == 0, done.output
    assert all(f"  r{g} " in done.output for g in range(3))
    assert "blind to their first rating" in done.output
    assert "pooled" not in done.output


def test_a_named_coefficient_takes_its_own_options(file: Path) -> None:
    arguments = [
        "intra",
        "krippendorff-alpha",
        str(file),
        "--repeat",
        "occasion",
        "--metric",
        "interval",
        "--json",
    ]
    found = json.loads(CliRunner().invoke(main, arguments).output)
    expected = cc.intra_rater(file, "krippendorff_alpha", metric="interval", repeat="occasion")
    assert found["estimate"] == pytest.approx(expected.estimate)
    assert [part["category"] for part in found["parts"]] == ["r0", "r1", "r2"]


def test_the_d_study_command_has_a_row_for_every_design(file: Path) -> None:
    arguments = ["d-study", str(file), "--repeat", "occasion", "--n-raters", "2,4", "--n-occasions", "1"]
    shown = CliRunner().invoke(main, [*arguments, "--target", "0.9"]).output
    assert "raters_for_phi" in shown
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).output)
    expected = cc.d_study(file, n_raters=[2, 4], n_occasions=[1], repeat="occasion")
    assert [row["phi"] for row in found["designs"]] == pytest.approx(expected["phi"])
