"""Constructed ratings of every shape that a study has to cope with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

import concordant as cc
from concordant.interpret.study import Study

Asked = tuple[tuple[Any, ...], dict[str, Any]]

CASES: dict[str, Callable[[], Asked]] = {}


def case(build: Callable[[], Any]) -> Callable[[], Any]:
    """Add the function's data to the cases."""
    CASES[build.__name__.replace("_", " ")] = lambda: _asked(build())
    return build


def _asked(built: Any) -> Asked:
    *data, options = built if isinstance(built, tuple) else (built, {})
    return tuple(data), options


@cache
def studied(name: str) -> Study:
    """The study of one case."""
    data, options = CASES[name]()
    return cc.study(*data, **options)


def scores(n: int, raters: int, *, low: int = 0, high: int = 4, noise: float = 0.7, seed: int = 1) -> Any:
    """Whole numbers that follow what is true of the items, with errors; items × raters."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(low - 0.5, high + 0.5, (n, 1))
    return np.clip(np.rint(truth + rng.normal(0, noise, (n, raters))), low, high).astype(int)


def wide(matrix: Any, names: Sequence[str], **more: Any) -> dict[str, Any]:
    """A column for each rater, items named."""
    columns = np.asarray(matrix).T
    named = {"item": [f"q{i + 1}" for i in range(len(columns[0]))]}
    return named | dict(zip(names, map(list, columns), strict=True)) | more


def gaps(matrix: Any, share: float = 0.3, seed: int = 7) -> Any:
    """Some ratings left out."""
    holes = np.random.default_rng(seed).random(np.shape(matrix)) < share
    out = np.array(matrix, dtype=object)
    out[holes] = None
    return out


def named(labels: Sequence[Any], codes: Any) -> Any:
    """Labels in place of codes."""
    out = np.empty(np.shape(codes), dtype=object)
    out[...] = [[labels[int(c)] for c in row] for row in codes]
    return out


def measured(n: int = 40, raters: int = 2, seed: int = 3) -> Any:
    """Measurements with errors, items × raters."""
    rng = np.random.default_rng(seed)
    return np.round(rng.normal(50, 10, (n, 1)) + rng.normal(0, 3, (n, raters)), 3)


# --- few items, little variation ---


@case
def one_item() -> Any:
    return [3], [4], {}


@case
def one_item_of_three_raters() -> Any:
    return wide([[3, 4, 3]], ["human_1", "human_2", "judge"])


@case
def two_items() -> Any:
    return [3, 1], [4, 1], {}


@case
def one_category() -> Any:
    return [2] * 10, [2] * 10, {}


@case
def one_category_of_text() -> Any:
    return wide([["no"] * 3] * 8, ["ann", "bob", "cid"]), {"raters": ["ann", "bob", "cid"]}


@case
def perfect_agreement() -> Any:
    return [0, 1, 2, 3, 4] * 6, [0, 1, 2, 3, 4] * 6, {}


@case
def perfect_judge_of_two_people() -> Any:
    return wide([[v] * 3 for v in [0, 1, 2, 3, 4] * 6], ["human_1", "human_2", "judge"])


@case
def the_kappa_paradox() -> Any:
    return cc.table([[0, 0], [1, 99]], ["positive", "negative"])


@case
def nothing_found_by_both() -> Any:
    return cc.table([[0, 0], [0, 40]], ["positive", "negative"])


# --- gaps and designs ---


@case
def all_gaps_for_one_rater() -> Any:
    matrix = gaps(scores(20, 3), 0)
    matrix[:, 2] = None
    return wide(matrix, ["ann", "bob", "cid"]), {"raters": ["ann", "bob", "cid"]}


@case
def a_judge_who_rated_nothing() -> Any:
    matrix = gaps(scores(20, 3), 0)
    matrix[:, 2] = None
    return wide(matrix, ["human_1", "human_2", "judge"])


@case
def no_overlap_between_two_raters() -> Any:
    matrix = gaps(scores(20, 2), 0)
    matrix[:10, 0] = None
    matrix[10:, 1] = None
    return wide(matrix, ["ann", "bob"])


@case
def two_groups_of_raters_without_a_link() -> Any:
    matrix = gaps(scores(30, 4), 0)
    matrix[:15, 2:] = None
    matrix[15:, :2] = None
    return wide(matrix, ["ann", "bob", "cid", "dan"])


@case
def six_raters_of_text_with_gaps() -> Any:
    matrix = gaps(named(["cat", "dog", "owl"], scores(60, 6, high=2)))
    return wide(matrix, list("ABCDEF")), {"raters": list("ABCDEF")}


@case
def thirty_raters_with_few_ratings_each() -> Any:
    rng = np.random.default_rng(5)
    rows = [
        {"item": f"q{i}", "rater": f"r{r}", "value": int(np.clip(i % 5 + rng.integers(-1, 2), 0, 4))}
        for i in range(60)
        for r in rng.choice(30, 3, replace=False)
    ]
    return pd.DataFrame(rows)


@case
def gaps_beside_a_judge() -> Any:
    return wide(gaps(scores(50, 4)), ["human_1", "human_2", "human_3", "judge"])


# --- scales ---


@case
def words_in_a_declared_order() -> Any:
    matrix = named(["low", "mid", "high"], scores(40, 2, high=2))
    return wide(matrix, ["ann", "bob"]), {"categories": ["low", "mid", "high"], "scale": "ordinal"}


@case
def declared_categories_that_nobody_uses() -> Any:
    return wide(scores(40, 3, low=1, high=3), ["human_1", "human_2", "judge"]), {"categories": range(6)}


@case
def numbers_that_are_not_ranks() -> Any:
    matrix = np.array([1, 2, 10])[scores(40, 2, high=2)]
    return wide(matrix, ["ann", "bob"])


@case
def negative_numbers() -> Any:
    return wide(scores(40, 3, low=-2, high=2), ["human_1", "human_2", "judge"])


@case
def truth_values() -> Any:
    matrix = scores(40, 3, high=1) == 1
    return wide(matrix, ["human_1", "human_2", "judge"])


@case
def two_categories_as_numbers() -> Any:
    return wide(scores(40, 2, high=1), ["human", "judge"])


@case
def halves() -> Any:
    return wide(scores(40, 3, high=8) / 2, ["human_1", "human_2", "judge"])


@case
def whole_numbers_to_a_hundred() -> Any:
    return wide(scores(60, 3, high=100, noise=8), ["human_1", "human_2", "judge"])


@case
def measurements_of_two() -> Any:
    return wide(measured(), ["ann", "bob"])


@case
def measurements_of_three_with_gaps() -> Any:
    matrix = measured(raters=3)
    matrix[::4, 1] = np.nan
    return wide(matrix, ["ann", "bob", "cid"])


@case
def measurements_of_a_judge_and_two_people() -> Any:
    matrix = measured(raters=3)
    matrix[::5, 0] = np.nan
    return wide(matrix, ["human_1", "human_2", "judge"])


@case
def measurements_with_slices() -> Any:
    return wide(measured(60), ["human", "judge"], site=["north", "south", "east"] * 20), {"slices": ["site"]}


@case
def two_measurements_that_never_differ() -> Any:
    return wide(np.full((10, 2), 1.5), ["ann", "bob"]), {"scale": "interval"}


# --- what ratings come as ---


@case
def counts_of_raters_without_names() -> Any:
    rng = np.random.default_rng(2)
    return cc.counts(rng.multinomial(5, [0.5, 0.3, 0.2], 30), ["no", "maybe", "yes"])


@case
def counts_on_an_ordered_scale() -> Any:
    rng = np.random.default_rng(2)
    return cc.counts(rng.multinomial(4, [0.5, 0.3, 0.2], 30), [1, 2, 3])


@case
def a_table_of_counts() -> Any:
    return cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]], ["none", "mild", "severe"])


@case
def whole_case_weights() -> Any:
    data = wide(scores(40, 3), ["human_1", "human_2", "judge"], w=[1, 2, 3, 4] * 10)
    return data, {"case_weights": "w"}


@case
def fractional_case_weights() -> Any:
    data = wide(scores(40, 3), ["human_1", "human_2", "judge"], w=[0.5, 1.25, 3, 0.2] * 10)
    return data, {"case_weights": "w"}


@case
def clusters() -> Any:
    data = wide(scores(40, 3), ["human_1", "human_2", "judge"], talk=[f"t{i // 4}" for i in range(40)])
    return data, {"clusters": "talk"}


@case
def a_matrix_without_names() -> Any:
    return scores(40, 4), {}


@case
def two_series_with_names() -> Any:
    matrix = scores(40, 2)
    return pd.Series(matrix[:, 0], name="human"), pd.Series(matrix[:, 1], name="gpt-4"), {}


# --- dimensions, repeats, rounds ---


def long(
    n: int, raters: Sequence[str], dimensions: Sequence[str] = ("",), times: int = 1, **kinds: Any
) -> pd.DataFrame:
    """One rating a row."""
    cells = scores(n * len(dimensions) * times, len(raters))
    rows = [
        {"item": f"q{i // (len(dimensions) * times)}", "dimension": dimensions[i // times % len(dimensions)],
         "repeat": i % times + 1, "rater": rater, "value": int(cells[i, r])}
        for i in range(len(cells)) for r, rater in enumerate(raters)
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    drop = [*(["dimension"] if dimensions == ("",) else []), *(["repeat"] if times == 1 else [])]
    return frame.drop(columns=drop)


@case
def dimensions() -> Any:
    return long(30, ["human_1", "human_2", "judge"], ["relevance", "depth", "empathy"])


@case
def dimensions_in_chinese() -> Any:
    return long(30, ["人工甲", "人工乙", "模型"], ["相关性", "内容深度"]), {"reference": ["人工甲", "人工乙"]}


@case
def repeats_of_one_rater_only() -> Any:
    frame = long(20, ["ann"])
    again = frame.assign(value=np.clip(frame["value"] + ([0, 0, 1, 0] * 5), 0, 4), repeat=2)
    return pd.concat([frame.assign(repeat=1), again]), {"repeat": "repeat"}


@case
def repeats_of_several() -> Any:
    return long(30, ["human_1", "human_2", "judge"], times=2)


@case
def rounds() -> Any:
    frame = pd.concat(
        [long(30, ["human_1", "human_2", "judge"]).assign(round=f"v{r}") for r in (1, 2)], ignore_index=True
    )
    return frame, {"round": "round"}


# --- who is who ---


@case
def gold_with_people_and_judges() -> Any:
    names = ["gold", "human_1", "human_2", "judge_a", "judge_b"]
    return wide(scores(50, 5), names)


@case
def only_judges() -> Any:
    return wide(scores(50, 3), ["judge_a", "judge_b", "judge_c"])


@case
def a_judge_and_gold_without_people() -> Any:
    return wide(scores(50, 2), ["gold", "judge"])


@case
def a_person_and_gold() -> Any:
    return wide(scores(50, 2), ["gold", "human"])


@case
def one_reference_by_name() -> Any:
    return wide(scores(50, 3), ["ann", "bob", "cid"]), {"reference": "ann"}


@case
def gold_by_name_on_text() -> Any:
    matrix = named(["cat", "dog", "owl"], scores(50, 3, high=2))
    options = {"reference": "gold", "rater_kind": {"key": "gold", "ann": "human", "gpt": "judge"}}
    return wide(matrix, ["key", "ann", "gpt"]), {"raters": ["key", "ann", "gpt"], **options}


# --- names ---


def _with_names(*names: str) -> Any:
    matrix = scores(40, len(names))
    rows = [
        {"item": i, "rater": name, "value": int(matrix[i, r])}
        for i in range(len(matrix))
        for r, name in enumerate(names)
    ]
    return pd.DataFrame(rows), {"item": "item", "rater": "rater", "value": "value"}


@case
def raters_with_the_names_of_roles() -> Any:
    return _with_names("people", "judge", "constant", "others", "raters")


@case
def raters_with_the_names_of_columns() -> Any:
    return _with_names("item", "rater", "n", "value")


@case
def raters_with_braces_and_percents() -> Any:
    return _with_names("{x}", "100%", "a{0}b", "%s")


@case
def raters_with_markup() -> Any:
    return _with_names("<script>alert(1)</script>", "a & b", "c | d")


@case
def raters_with_emoji_and_chinese() -> Any:
    return _with_names("😀", "评分者甲", "Ünsal")


@case
def a_rater_with_a_very_long_name() -> Any:
    return _with_names("x" * 500, "bob")


@case
def a_judge_with_braces() -> Any:
    return _with_names("human_1", "human_2", "judge {v2} 50%")


@case
def labels_with_braces() -> Any:
    matrix = named(["a{b}", "c %d", "<i>"], scores(40, 3, high=2))
    return wide(matrix, ["human_1", "human_2", "judge"])


@case
def items_with_numbers_for_names() -> Any:
    return {**wide(scores(40, 3), ["human_1", "human_2", "judge"]), "item": list(range(100, 140))}


@case
def items_with_braces() -> Any:
    return {**wide(scores(40, 3), ["human_1", "human_2", "judge"]), "item": [f"{{q}}{i}%" for i in range(40)]}


# --- slices ---


def _sliced(values: Sequence[Any], name: str = "type", raters: int = 3) -> Any:
    names = ["human_1", "human_2", "judge"] if raters == 3 else ["human", "judge"]
    return wide(scores(len(values), raters), names, **{name: list(values)}), {"slices": [name]}


@case
def a_slice_column_with_one_value() -> Any:
    return _sliced(["news"] * 40)


@case
def a_slice_column_with_sixty_values() -> Any:
    return _sliced([f"s{i % 60}" for i in range(180)])


@case
def a_slice_column_with_blanks() -> Any:
    return _sliced(["news", None, "chat", "news"] * 15)


@case
def a_slice_column_of_numbers() -> Any:
    return _sliced([1.5, 2.5, 3.5] * 20)


@case
def a_slice_column_of_dates() -> Any:
    return _sliced(pd.to_datetime(["2024-01-01", "2024-02-01", "2024-03-01"] * 20))


@case
def a_slice_column_called_n() -> Any:
    return _sliced(["a", "b"] * 30, name="n")


@case
def a_slice_column_called_rater() -> Any:
    return _sliced(["a", "b"] * 30, name="rater")


@case
def slices_of_two_raters() -> Any:
    return _sliced(["news", "chat", "support"] * 20, raters=2)


@case
def two_slice_columns() -> Any:
    data = wide(
        scores(120, 3), ["human_1", "human_2", "judge"],
        type=["news", "chat", "help"] * 40, length=["short", "long"] * 60,
    )  # fmt: skip
    return data, {"slices": ["type", "length"]}


@case
def slices_with_braces() -> Any:
    return _sliced(["{a}", "50%", "<b>"] * 20, name="{kind}")


@case
def slices_of_text_categories() -> Any:
    matrix = named(["cat", "dog", "owl"], scores(60, 2, high=2))
    return wide(matrix, ["human", "judge"], type=["day", "night"] * 30), {"slices": ["type"]}


# --- what is in the data ---


def words_in(name: str) -> set[str]:
    """Every Latin word that the data of a case bring along: names, labels, columns and values."""
    data, options = CASES[name]()
    return set(_LATIN.findall(" ".join(_texts([*data, options]))))


_LATIN = re.compile(r"[A-Za-z]+")


def _texts(x: Any) -> Iterator[str]:
    if isinstance(x, cc.Ratings):
        x = [*x.raters, *x.labels.tolist()]
    if isinstance(x, pd.Series):
        x = [x.name, *x]
    if isinstance(x, pd.DataFrame):
        x = x.to_dict("list")
    if isinstance(x, dict):
        x = [*x, *x.values()]
    if isinstance(x, (list, tuple)):
        for part in x:
            yield from _texts(part)
    else:
        yield str(x)
