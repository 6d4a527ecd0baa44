"""Clusters of rows that stay where they are: the same bags of rows, and the same standard errors."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pyarrow as pa
import pytest

import concordant as cc
from concordant.engines import cluster_bags
from concordant.errors import InputError, OptionError
from concordant.ratings.read import read
from tests.engines.alike import assert_alike
from tests.engines.held import ELSEWHERE
from tests.engines.tables import RATINGS, drawn, long, wide

#: By kind of cluster: some values, blanks and gaps among them, and their type.
CLUSTERS = {
    "text": ([*(f"doc {i}" for i in range(30)), " doc 1", "", "中 文", "(missing)", None], pa.string()),
    "numbers": ([*range(30), None], pa.int64()),
    "parts of numbers": ([0.5, 1.0, 2.25, float("nan"), None], pa.float64()),
    "truth": ([True, False, None], pa.bool_()),
    "days": (np.arange(19000, 19030).astype("datetime64[D]").tolist(), pa.date32()),
}
HERE = ("duckdb parquet", "duckdb several", "polars lazy", "polars parquet")


def bags(ratings):
    """How many clusters have each bag of rows."""
    held = defaultdict(Counter)
    copies = np.ones(len(ratings)) if ratings.cluster_copies is None else ratings.cluster_copies
    labels = [*ratings.labels.tolist(), None]
    parts = [column.tolist() for column in ratings.slices.values()]
    stands_for = {}
    for place, cluster in enumerate(ratings.clusters.tolist()):
        said = tuple(labels[code] for code in ratings.matrix[place].tolist())
        row = (said, tuple(part[place] for part in parts))
        held[cluster][row] += ratings.item_weights[place] / copies[place]
        assert stands_for.setdefault(cluster, copies[place]) == copies[place]
    found = Counter()
    for cluster, rows in held.items():
        if rows := +rows:
            found[frozenset(rows.items())] += stands_for[cluster]
    return found


def clustered(kind, cluster, *, size=300, weights=False, seed=5, **more):
    """A wide table with a column of clusters, of which many are alike, under a name that trips over much."""
    table, options = wide(kind, size=size, seed=seed, **more)
    rng = np.random.default_rng(seed)
    table = table.append_column('the "cluster"', drawn(rng, *CLUSTERS[cluster], size))
    options = {**options, "clusters": 'the "cluster"'}
    if weights:
        table = table.append_column("how many", pa.array(rng.integers(0, 4, size)))
        options["case_weights"] = "how many"
    return table, options


def pairs_of_documents(size=1200, seed=3, sets=400):
    """Two people and a judge on a scale of 1 to 3 with gaps, a document of which has about three items."""
    rng = np.random.default_rng(seed)
    columns = {"document": pa.array([f"d{i}" for i in rng.integers(0, sets, size)])}
    true = rng.integers(1, 4, size)
    for name in ("ann", "bob", "judge"):
        said = np.where(rng.random(size) < 0.7, true, rng.integers(1, 4, size)).tolist()
        gap = rng.random(size) < 0.1
        columns[name] = pa.array([None if g else x for x, g in zip(said, gap, strict=True)], pa.int64())
    columns["lang"] = pa.array(rng.choice(["zh", "en"], size))
    return pa.table(columns)


@pytest.mark.parametrize("kind", RATINGS)
@pytest.mark.parametrize("place", HERE)
def test_ratings_of_any_kind_lie_in_the_same_bags(place, kind, both):
    table, options = clustered(kind, "text")
    found, expected = both(place, table, **options)
    assert bags(found) == bags(expected)
    assert_alike(found, expected)


@pytest.mark.parametrize("cluster", CLUSTERS)
@pytest.mark.parametrize("place", ELSEWHERE)
def test_clusters_of_any_kind_are_told_apart(place, cluster, both):
    slices = ("language", "day", "flag", "share")
    table, options = clustered("text", cluster, slices=slices)
    found, expected = both(place, table, **options)
    assert bags(found) == bags(expected)
    assert len(found) <= len(expected)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_whole_weights_are_copies_of_rows_in_a_cluster(place, both):
    table, options = clustered("whole", "numbers", weights=True)
    found, expected = both(place, table, **options)
    assert bags(found) == bags(expected)


@pytest.mark.parametrize("cluster", ["text", "truth", "days"])
@pytest.mark.parametrize("place", ELSEWHERE)
def test_long_tables_lie_in_the_same_bags(place, cluster, both):
    table, options = long("text", items=90, slices=("language", "flag"))
    rng = np.random.default_rng(4)
    item = [int(name.split()[1]) for name in table["the item"].to_pylist()]
    facts = drawn(rng, *CLUSTERS[cluster], 90)
    table = table.append_column("dot.ted", facts.take(pa.array(item)))
    found, expected = both(place, table, **options, clusters="dot.ted")
    assert bags(found) == bags(expected)


@pytest.mark.parametrize("place", HERE)
def test_a_slice_may_be_the_cluster(place, both):
    table, options = clustered("whole", "text", slices=("language",))
    found, expected = both(place, table, **{**options, "clusters": "language"})
    assert bags(found) == bags(expected)


@pytest.mark.parametrize("place", HERE)
def test_bags_do_not_depend_on_how_they_are_counted(place, both, monkeypatch):
    table, options = clustered("text", "text", size=600, weights=True)
    packed, expected = both(place, table, **options)
    monkeypatch.setattr(cluster_bags, "_MOST_KINDS", 0)
    by_cluster, _ = both(place, table, **options)
    monkeypatch.setattr(cluster_bags, "_BITS", 4)
    in_several_numbers, _ = both(place, table, **options)
    for found in (packed, by_cluster, in_several_numbers):
        assert bags(found) == bags(expected)


@pytest.mark.parametrize("place", HERE)
def test_many_raters_need_more_than_one_number_for_a_row(place, both):
    rng = np.random.default_rng(8)
    names = [f"r{i}" for i in range(40)]
    table = pa.table({name: drawn(rng, *RATINGS["whole"], 120) for name in names})
    table = table.append_column("document", pa.array(rng.integers(0, 20, 120)))
    found, expected = both(place, table, shape="wide", raters=names, clusters="document")
    assert bags(found) == bags(expected)


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("name", ["cohen_kappa", "krippendorff_alpha", "gwet_ac", "icc"])
def test_intervals_are_those_of_memory(place, name, hold):
    table = pairs_of_documents()
    options = {"raters": ["ann", "judge"], "clusters": "document"}
    source, more = hold(place, table)
    found = getattr(cc, name)(source, **options, **more)
    expected = getattr(cc, name)(table, **options, engine="memory")
    assert found.n_items == expected.n_items
    assert found.method == expected.method  # which names the degrees of freedom
    assert "clustered" in found.method
    assert numbers(found) == pytest.approx(numbers(expected), rel=1e-9, nan_ok=True)


@pytest.mark.parametrize("place", HERE)
def test_intervals_by_slice_and_by_jackknife_are_those_of_memory(place, hold):
    table = pairs_of_documents()
    options = {"raters": ["ann", "bob", "judge"], "clusters": "document"}
    source, more = hold(place, table)
    for options_of_interval in ({}, {"interval": "jackknife"}):
        asked = {"by": "lang", **options, **options_of_interval}
        found = cc.agreement_by(source, "fleiss_kappa", **asked, **more)
        expected = cc.agreement_by(table, "fleiss_kappa", **asked, engine="memory")
        assert [values for values, _ in found] == [("en",), ("zh",)]
        for (_, here), (_, there) in zip(found, expected, strict=True):
            assert numbers(here) == pytest.approx(numbers(there), rel=1e-9)


def test_a_bootstrap_draws_clusters(hold):
    table = pairs_of_documents()
    options = {"raters": ["ann", "judge"], "clusters": "document", "interval": "bootstrap", "rng": 1}
    source, more = hold("duckdb parquet", table)
    found, expected = cc.cohen_kappa(source, **options, **more), cc.cohen_kappa(table, **options)
    assert found.se == pytest.approx(expected.se, rel=0.08)


@pytest.mark.parametrize("place", HERE)
def test_a_study_says_of_clusters_what_it_says_in_memory(place, hold):
    table = pairs_of_documents(600, sets=200)
    options = {"raters": ["ann", "bob", "judge"], "rater_kind": {"judge": "judge"}, "clusters": "document"}
    source, more = hold(place, table)
    found, expected = cc.study(source, **options, **more), cc.study(table, **options, engine="memory")
    for here, there in zip(found.comparisons, expected.comparisons, strict=True):
        pairs = zip(here.measures, there.measures, strict=True)
        for one, other in ((a.result, b.result) for a, b in pairs):
            assert (one.measure, one.n_items) == (other.measure, other.n_items)
            assert numbers(one) == pytest.approx(numbers(other), rel=1e-8, nan_ok=True)
    assert [finding.code for finding in found.findings] == [finding.code for finding in expected.findings]


@pytest.mark.parametrize("place", HERE)
def test_the_items_behind_a_number_are_those_of_memory(place, hold):
    table = pairs_of_documents(300).append_column("id", pa.array([f"q{i:03}" for i in range(300)]))
    options = {"item": "id", "raters": ["ann", "judge"], "clusters": "document", "k": 15}
    source, more = hold(place, table)
    for by in ("disagreement", "cohen_kappa"):
        found = cc.top_items(source, by=by, **options, **more)
        expected = cc.top_items(table, by=by, **options, engine="memory")
        assert found["id"].tolist() == expected["id"].tolist()
        assert found["score"].tolist() == pytest.approx(expected["score"].tolist())


def test_methods_that_need_every_item_have_them(hold):
    rng = np.random.default_rng(6)
    votes = pa.table(
        {
            "question": rng.integers(0, 60, 300),
            "human": rng.choice(["A", "B", "tie"], 300),
            "judge": rng.choice(["A", "B"], 300),
        }
    )
    who = {"raters": ["human", "judge"], "rater_kind": {"judge": "judge"}}
    source, more = hold("duckdb parquet", votes)
    for options in (who, {**who, "clusters": "question"}):
        found, expected = cc.preferences(source, **options, **more), cc.preferences(votes, **options)
        for here, there in zip(found.agreement, expected.agreement, strict=True):
            assert numbers(here.result) == pytest.approx(numbers(there.result), rel=1e-9, nan_ok=True)
    scores = pairs_of_documents(400, sets=120).filter(pa.compute.field("judge").is_valid())
    options = {"raters": ["ann", "judge"], "rater_kind": {"judge": "judge"}, "clusters": "document"}
    source, more = hold("duckdb parquet", scores)
    found, expected = cc.corrected_mean(source, **options, **more), cc.corrected_mean(scores, **options)
    assert numbers(found) == pytest.approx(numbers(expected), rel=1e-9, nan_ok=True)


def test_clusters_that_all_differ_are_read_into_memory_and_refused_with_a_limit(hold, monkeypatch, tmp_path):
    import pyarrow.parquet as pq

    monkeypatch.setattr(cluster_bags, "MOST_ROWS", 50)
    table = pairs_of_documents(600, sets=200)
    pq.write_table(table, tmp_path / "scores.parquet")
    options = {"raters": ["ann", "bob"], "clusters": "document", "slices": [], "engine": "duckdb"}
    found = read(tmp_path / "scores.parquet", **options)
    assert found.item_source is None
    assert bags(found) == bags(read(table, **{**options, "engine": "memory"}))
    with pytest.raises(OptionError, match="clusters in 'document' have more different rows"):
        read(tmp_path / "scores.parquet", **options, memory_limit="1GB")
    monkeypatch.setattr("concordant.ratings.remote.wide.MOST_IN_MEMORY", 500)
    with pytest.raises(InputError, match=r"600 rows, too many .* clusters in 'document'"):
        read(tmp_path / "scores.parquet", **options)


def numbers(result):
    """The estimate and its uncertainty."""
    ends = (result.interval.low, result.interval.high) if result.interval else ()
    return [result.estimate, result.se, result.p_value, *ends]
