"""`concordant icc-features`: the same numbers as Python, in short, as CSV and as JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.digits import rounded
from tests.simulated import simulate

Run = Callable[..., Any]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Fifteen features of 25 cases by three readers; one is constant, one has a gap."""
    x = simulate(25, 3, 15, items=np.linspace(0.5, 30, 15))
    x[:, :, 4] = 3.0
    lines = [",".join(["case", "reader", *(f"f{f}" for f in range(15))])]
    for i in range(25):
        for j in range(3):
            cells = ["" if (i, j, f) == (2, 1, 7) else repr(float(x[i, j, f])) for f in range(15)]
            lines.append(",".join([f"c{i}", f"R{j}", *cells]))
    path = tmp_path / "features.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_page_tells_shares_what_is_kept_and_the_ends_of_the_list(run: Run, file: Path) -> None:
    text = run("icc-features", file).output
    many = cc.icc_features(file)
    kept = cc.reliable_features(many)
    assert text.startswith("Intraclass correlation of 15 features, 25 items by 3 raters\n")
    shares = many.shares()
    row = next(line for line in text.splitlines() if line.startswith("ICC(A,1)"))
    assert row.split()[1:3] == [f"{shares[by][4]:.1%}" for by in ("by_estimate", "by_lower_limit")]
    assert f"{len(kept)} of 15 features kept: ICC(A,1) of at least 0.75 by test." in text
    known = [(v, n) for v, n in zip(many["icc_a1"], many["feature"], strict=True) if v == v]
    assert text.split("The best:\n")[1].splitlines()[1].split()[0] == max(known)[1]
    assert text.split("The worst:\n")[1].splitlines()[5].split()[0] == min(known)[1]
    assert "1 feature is partly or wholly undefined" in text
    assert "when raters differ in severity: use --test generalised" in text


def test_every_feature_is_written_with_whether_it_is_kept(run: Run, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    done = run("icc-features", file, "--form", "C,1", "--threshold", 0.8, "-o", target)
    assert done.exit_code == 0
    with target.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    many = cc.icc_features(file, forms=["C,1"])
    kept = cc.reliable_features(many, form="C,1", threshold=0.8)
    assert [row["feature"] for row in rows if row["kept"] == "True"] == kept["feature"].tolist()
    assert [row["icc_c1_low"] for row in rows] == [
        "" if x != x else repr(rounded(float(x))) for x in many["icc_c1_low"]
    ]
    assert "icc_a1" not in rows[0]
    assert rows[4]["reason"].startswith("All ratings are the same")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["features.csv", "out.csv"]


def test_everything_is_there_as_strict_json(run: Run, file: Path) -> None:
    done = json.loads(run("icc-features", file, "--by", "lower", "--json").output, parse_constant=pytest.fail)
    many = cc.icc_features(file)
    assert done["n_features"] == 15
    assert done["features"][4]["icc_a1"] is None
    assert done["features"][5]["icc_a1_high"] == rounded(many["icc_a1_high"][5])
    assert [row["feature"] for row in done["kept"]] == cc.reliable_features(many, by="lower")[
        "feature"
    ].tolist()
    assert done["shares"][0]["form"] == "ICC(1)"
    assert done["options"]["by"] == "lower"


def test_standard_input_and_one_value_a_row(run: Run, file: Path) -> None:
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    lines = ["who,what,which,size"]
    lines += [f"{r['reader']},{r['case']},f{f},{r[f'f{f}']}" for r in rows for f in range(15)]
    names = {"rater": "who", "item": "what", "feature": "which", "value": "size", "features": "f3,f7,f9"}
    given = [part for role, name in names.items() for part in (f"--{role}", name)]
    long = run("icc-features", "-", *given, "--json", stdin="\n".join(lines).encode())
    wide = run("icc-features", file, "--features", "f3,f7,f9", "--json")
    found, expected = (json.loads(done.output)["features"] for done in (long, wide))
    for one, other in zip(found, expected, strict=True):
        assert one["feature"] == other["feature"]
        assert one["icc_a1_p"] == pytest.approx(other["icc_a1_p"], rel=1e-7)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--feature", "kind"], 2, "concordant: There is no column 'kind' for feature in features.csv"),
        (["--features", "f1,g2"], 2, "There is no column 'g2' for features in features.csv"),
        (["--form", "B"], 2, "form must be one of"),
        (["--value", "f1"], 2, "name that column with --feature …"),
        (["--fdr", "2"], 2, "fdr must be a false discovery rate"),
        (["--by", "limits"], 2, "is not one of test, lower, estimate"),
        (["-o", "/nowhere/out.csv"], 2, "/nowhere/out.csv cannot be written"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    run: Run, file: Path, arguments: list[str], code: int, said: str
) -> None:
    done = run("icc-features", file, *arguments)
    assert done.exit_code == code
    assert said in done.output
    assert done.output.count("\n") == 1


def test_the_menu_names_the_command(run: Run) -> None:
    assert "\n  icc-features " in run("list").output
    assert "--threshold" in run("icc-features", "--help").output
