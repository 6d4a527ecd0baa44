"""The reference cases as data and calls: one place that knows how a case is asked of us."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

from concordant.coefficients.catalogue import BY_NAME
from concordant.coefficients.truth.validity import reliability_and_mse
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns, from_table
from concordant.ratings.scale import Scale
from concordant.reduce.from_published import mean_squares
from concordant.surfaces.api.category_weights import weight_matrix

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))["cases"]

WEIGHTS = {"unweighted": "identity"}
IRRCAC = Plan(variance="irrcac", test="t")
LARGE = Plan(test="z")


def ratings_of(case: dict[str, Any]) -> Ratings:
    """The data of a case, on its declared scale."""
    data = case["data"]
    if "table" in data:
        labels = data.get("labels") or list(range(1, len(data["table"]) + 1))
        return from_table(data["table"], scale=Scale.ordinal(labels))
    if "ratings" in data:
        columns = [list(c) for c in zip(*data["ratings"], strict=True)]
        names = [f"r{i}" for i in range(len(columns))]
    elif "file" in data:
        names = data.get("columns") or [data["x"], data["y"]]
        with open(HERE / data["file"], encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        columns = [[_cell(row[name]) for row in rows] for name in names]
    else:
        columns, names = [data["x"], data["y"]], ["x", "y"]
    categories = data.get("categories")
    return from_columns(columns, names, scale=Scale.ordinal(categories) if categories else None)


def _cell(text: str) -> Any:
    if text == "":
        return None
    try:
        return float(text)
    except ValueError:
        return text


def ask(case: dict[str, Any], name: str, plan: Plan | None = None, **options: Any) -> Any:
    """One coefficient of ours on the data of the case."""
    return Measure(BY_NAME[name], ratings_of(case), options).result(plan or Plan())


def got(case: dict[str, Any]) -> dict[str, Any]:
    """Our value for every key of the case."""
    return globals()[f"_{case['statistic']}"](case)


def _weights(case: dict[str, Any]) -> dict[str, Any]:
    weights = case["params"].get("weights", "unweighted")
    chosen = WEIGHTS.get(weights, weights) if isinstance(weights, str) else weights
    out = {"weights": chosen}
    if "scores" in case["params"]:
        out["scores"] = case["params"]["scores"]
    return out


def _cohen_kappa(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "cohen_kappa", Plan(interval="analytic"), **_weights(case))
    d = r.details
    n, p_o, p_e = r.n_items, d["observed_agreement"], d["expected_agreement"]
    # Cohen's (1960) simple error sqrt(p_o(1 - p_o)/n)/(1 - p_e) is a function of what we report.
    simple = math.sqrt(p_o * (1 - p_o) / n) / (1 - p_e) if p_e < 1 else math.nan
    z = 1.959963984540054
    return {
        "value": r.estimate, "se": r.se, "po": p_o, "pe": p_e, "se_cohen1960": simple,
        "se_null": d.get("se_null"), "z": d.get("statistic"), "p": r.p_value,
        "ci_low": r.interval.low if r.interval and r.se > 0 else r.estimate - z * r.se,
        # the cases do not cut the interval at 1, ours does
        "ci_high": r.estimate + z * r.se if r.interval is None or r.interval.high == 1 else r.interval.high,
    }  # fmt: skip


def _gwet_keys(case: dict[str, Any], name: str, **options: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if "se_gwet_n" in case["expected"]:
        r = ask(case, name, LARGE, **options)
        # the table versions of the cases take t with n - 1 for the limits
        t = Measure(BY_NAME[name], ratings_of(case), options).result(Plan(test="t"))
        from scipy.special import stdtrit

        half = stdtrit(t.n_items - 1, 0.975) * r.se
        out |= {
            "se_gwet_n": r.se,
            "ci_gwet_n_low": r.estimate - half,
            "ci_gwet_n_high": min(1.0, r.estimate + half),
        }
    r = ask(case, name, IRRCAC, **options)
    d = r.details
    return out | {
        "value": r.estimate, "se_gwet": r.se, "p_gwet": d.get("p_wald"),
        "ci_gwet_low": r.interval.low if r.interval else None,
        "ci_gwet_high": r.interval.high if r.interval else None,
        "po": d.get("observed_agreement"), "pe": d.get("expected_agreement"),
    }  # fmt: skip


def _gwet_ac(case: dict[str, Any]) -> dict[str, Any]:
    return _gwet_keys(case, "gwet_ac", **_weights(case))


def _brennan_prediger(case: dict[str, Any]) -> dict[str, Any]:
    return _gwet_keys(case, "brennan_prediger", **_weights(case))


def _conger_kappa(case: dict[str, Any]) -> dict[str, Any]:
    return _gwet_keys(case, "conger_kappa", **_weights(case))


def _scott_pi(case: dict[str, Any]) -> dict[str, Any]:
    out = _gwet_keys(case, "scott_pi", **_weights(case))
    p_o, p_e = out["po"], out["pe"]
    n = ask(case, "scott_pi").n_items
    # Scott's simple error, with divisor n - 1 as R's rel has it: sqrt(p_o(1 - p_o)/(n - 1))/(1 - p_e)
    out["se_scott_simple"] = math.sqrt(p_o * (1 - p_o) / (n - 1)) / (1 - p_e)
    return out


def _fleiss_kappa(case: dict[str, Any]) -> dict[str, Any]:
    out = _gwet_keys(case, "fleiss_kappa", **_weights(case))
    r = ask(case, "fleiss_kappa", **_weights(case))
    se = r.details.get("se_null", math.nan)
    z = 1.959963984540054
    return out | {
        "z": r.details.get("statistic"), "p": r.p_value, "se_null": se,
        "ci_null_low": r.estimate - z * se, "ci_null_high": r.estimate + z * se,
    }  # fmt: skip


def _fleiss_kappa_by_category(case: dict[str, Any]) -> dict[str, Any]:
    out = {}
    for part in ask(case, "category_kappa").parts:
        out |= {
            f"{part.category}.kappa": part.estimate,
            f"{part.category}.z": part.details["statistic"],
            f"{part.category}.p": part.p_value,
        }
    return out


def _light_kappa(case: dict[str, Any]) -> dict[str, Any]:
    # z_irr and p_irr use a product over pairs for a variance, which is no variance (see B30): not ours.
    return {"value": ask(case, "light_kappa").estimate}


def _krippendorff_alpha(case: dict[str, Any]) -> dict[str, Any]:
    return _gwet_keys(case, "krippendorff_alpha", metric=case["params"]["level"])


def _percent_agreement(case: dict[str, Any]) -> dict[str, Any]:
    out = _gwet_keys(case, "exact_agreement")
    r = ask(case, "exact_agreement", Plan(variance="irrcac", null=0.0))
    return out | {"p_gwet": r.p_value}


def _percent_agreement_all(case: dict[str, Any]) -> dict[str, Any]:
    tolerance = case["params"].get("tolerance", 0)
    if tolerance == 0:
        return {"value": ask(case, "exact_agreement", across="all").estimate}
    return {"value": ask(case, "adjacent_agreement", within=tolerance, across="all").estimate}


def _pabak(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "pabak", Plan(interval="exact"))
    prevalence, bias = ask(case, "prevalence_index"), ask(case, "bias_index")
    return {
        "pabak": r.estimate, "pabak_ci_low": r.interval.low, "pabak_ci_high": r.interval.high,
        "prevalence_index": abs(prevalence.estimate), "prevalence_index_se": prevalence.se,
        "bias_index": abs(bias.estimate), "bias_index_se": bias.se,
        "po": r.details["observed_agreement"], "pe": ask(case, "cohen_kappa").details["expected_agreement"],
    }  # fmt: skip


def _kappa_max(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "kappa_max")
    return {"value": r.estimate, "po_max": r.details["observed_agreement"]}


def _weight_matrix(case: dict[str, Any]) -> dict[str, Any]:
    return {"matrix": weight_matrix(case["params"]["weights"], case["params"]["categories"])}


def _kendall_w(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "kendall_w", correct_ties=case["params"]["correct_ties"])
    return {"value": r.estimate, "chi2": r.details["statistic"], "df": r.details["df"], "p": r.p_value}


def _pearson(case: dict[str, Any]) -> dict[str, Any]:
    if set(case["expected"]) == {"value"}:
        return {"value": ask(case, "pearson").estimate}
    r = ask(case, "pearson", Plan(interval="classical"))
    d = r.details
    return {
        "value": r.estimate, "t": d["statistic"], "df": d["df"], "p": r.p_value,
        "ci_low": r.interval.low, "ci_high": r.interval.high,
    }  # fmt: skip


def _mean_pairwise_pearson(case: dict[str, Any]) -> dict[str, Any]:
    return {"value": ask(case, "pearson").estimate}


def _mean_pairwise_spearman(case: dict[str, Any]) -> dict[str, Any]:
    return {"value": ask(case, "spearman").estimate}


def _spearman(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "spearman")
    return {"value": r.estimate, "p_t": r.p_value}


def _kendall_tau_b(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "kendall_tau")
    return {"value": r.estimate, "p_asymptotic": r.p_value}


def _icc(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "icc", Plan(interval="classical"), form=case["params"]["form"])
    d = r.details
    out = {
        "value": r.estimate, "F": d.get("statistic"), "df1": d.get("df1"), "df2": d.get("df2"),
        "p": r.p_value, "ci_low": r.interval.low if r.interval else None,
        "ci_high": r.interval.high if r.interval else None,
    }  # fmt: skip
    if "df2_satterthwaite_ci" in case["expected"]:
        # the degrees of freedom of the limits are those of a test against the single-rater estimate
        one = ask(case, "icc", form="A,1")
        at = ask(case, "icc", Plan(null=one.estimate, interval="classical"), form="A,1")
        out["df2_satterthwaite_ci"] = at.details["df2"]
    return out


def _sem(case: dict[str, Any]) -> dict[str, Any]:
    names = {"sem": "sem", "sdc": "smallest_detectable_change"}
    return {
        f"{short}_{kind}": ask(case, name, kind=kind).estimate
        for short, name in names.items()
        for kind in ("agreement", "consistency")
    }


def _variance_components_anova(case: dict[str, Any]) -> dict[str, Any]:
    out = {}
    for suffix, method in (("", "anova"), ("_reml", "reml")):
        r = ask(case, "variance_components", method=method)
        subject, rater, error = (part.estimate for part in r.parts)
        out |= {f"var_subject{suffix}": subject, f"var_rater{suffix}": rater, f"var_error{suffix}": error}
        out[f"g_coefficient{suffix}"] = ask(case, "g_coefficient", method=method).estimate
        out[f"phi{suffix}"] = ask(case, "phi_coefficient", method=method).estimate
        out |= {f"ms_{a}": r.details[f"ms_{b}"] for a, b in _MS if method == "anova"}
    return out


_MS = (("subject", "items"), ("rater", "raters"), ("error", "error"))


def _variance_components_reml(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "variance_components", method="reml")
    subject, rater, error = (part.estimate for part in r.parts)
    return {
        "var_subject": subject, "var_rater": rater, "var_error": error, "mean": r.details["mean"],
        "icc_agreement_1": ask(case, "icc", form="A,1", method="reml").estimate,
        "icc_consistency_1": ask(case, "icc", form="C,1", method="reml").estimate,
    }  # fmt: skip


def _variance_components_from_mean_squares(case: dict[str, Any]) -> dict[str, Any]:
    p = case["params"]
    stated = mean_squares(
        items=p["ms_subject"], raters=p["ms_rater"], error=p["ms_error"], n_items=p["n"], n_raters=p["k"]
    )

    def asked(name: str, **options: Any) -> Any:
        return Measure(BY_NAME[name], stated, options).result()

    subject, rater, error = (part.estimate for part in asked("variance_components").parts)
    out = {"var_subject": subject, "var_rater": rater, "var_error": error}
    out |= {form: asked("icc", form=form).estimate for form in case["expected"] if form.startswith("ICC")}
    return out | {"g_coefficient": asked("g_coefficient").estimate, "phi": asked("phi_coefficient").estimate}


def _cronbach_alpha(case: dict[str, Any]) -> dict[str, Any]:
    return {
        "value": ask(case, "cronbach_alpha").estimate,
        "standardized": ask(case, "cronbach_alpha", standardized=True).estimate,
    }


def _ccc(case: dict[str, Any]) -> dict[str, Any]:
    r = ask(case, "ccc", Plan(interval="classical"), divisor="n")
    direct = ask(case, "ccc", Plan(interval="classical"), divisor="n", transform="none")
    d, half = r.details, 1.959963984540054 * direct.se
    return {
        "value": r.estimate, "se": r.se, "value_n_minus_1": ask(case, "ccc").estimate,
        "ci_z_low": r.interval.low, "ci_z_high": r.interval.high,
        "ci_asym_low": direct.interval.low,
        # the cases do not cut the interval at 1, ours does
        "ci_asym_high": direct.estimate + half if direct.interval.high == 1 else direct.interval.high,
        "bias_correction": d["accuracy"], "scale_shift": d["scale_shift"],
        "location_shift": d["location_shift"],
    }  # fmt: skip


_LOA = {"": "bland1986", "_ba1999": "approximate", "_exact": "exact"}


def _bland_altman(case: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for middle, multiplier in (("", None), ("_196", 1.96)):
        for ending, name in _LOA.items():
            r = ask(case, "bland_altman", limits_interval=name, multiplier=multiplier)
            for side, part in zip(("low", "high"), r.parts, strict=True):
                key = f"loa_{side}{middle}"
                out[key] = part.estimate
                ends = (part.interval.low, part.interval.high) if part.interval else (part.estimate,) * 2
                out |= {f"{key}{ending}_ci_low": ends[0], f"{key}{ending}_ci_high": ends[1]}
    for side in ("low", "high"):
        # blandr puts 1.96 into the limits and the normal quantile into their error; we put one into both
        low, high = (out[f"loa_{side}_ba1999_ci_{end}"] for end in ("low", "high"))
        for end, sign in (("low", -1), ("high", 1)):
            out[f"loa_{side}_196_ba1999_ci_{end}"] = out[f"loa_{side}_196"] + sign * (high - low) / 2
    ends = (r.interval.low, r.interval.high) if r.interval else (r.estimate,) * 2
    out |= {"n": r.n_items, "bias": r.estimate, "sd": r.details["sd_differences"]}
    return out | {"bias_ci_low": ends[0], "bias_ci_high": ends[1]}


def _reliability_against_truth(case: dict[str, Any]) -> dict[str, Any]:
    p = case["params"]
    rows = reliability_and_mse(var_true=p["var_true"], bias=p["bias"], error_variance=p["error_var"]).rows()
    return {
        f"rater{place}.{key}": row[key]
        for place, row in enumerate(rows, start=1)
        for key in ("reliability", "mse")
    }


def _robinson_a(case: dict[str, Any]) -> dict[str, Any]:
    # irr takes raters' means out first, which we call consistency
    return {"value": ask(case, "robinson_a", kind="consistency").estimate}


def _iota(case: dict[str, Any]) -> dict[str, Any]:
    return {"value": ask(case, "iota").estimate}


def _finn(case: dict[str, Any]) -> dict[str, Any]:
    kind = {"oneway": "agreement", "twoway": "consistency"}[case["params"]["model"]]
    r = ask(case, "finn_coefficient", levels=case["params"]["levels"], kind=kind)
    return {"value": r.estimate, "F": r.details["statistic"], "p": r.p_value}


def _two_rater_identities(case: dict[str, Any]) -> dict[str, Any]:
    """Quadratic kappa, both concordance correlations and ICC(A,1), of the same scores."""
    scores = [float(x) for x in case["params"]["scores"]]
    ratings = from_table(case["data"]["table"], scale=Scale.ordinal(range(len(scores)), scores))

    def of(name: str, **options: Any) -> float:
        return float(Measure(BY_NAME[name], ratings, options).result(Plan(interval="none")).estimate)

    return {
        "quadratic_kappa": of("cohen_kappa", weights="quadratic"), "ccc_n": of("ccc", divisor="n"),
        "ccc_n_minus_1": of("ccc"), "icc_a1": of("icc", form="A,1"),
    }  # fmt: skip
