"""How many raters chose each category, by item: equal items are counted where they are."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import concordant as cc
from tests.engines.alike import assert_alike
from tests.engines.held import PLACES

NAMES = ("good", "中 文", "it's")


def table(size=200):
    rng = np.random.default_rng(3)
    held = rng.multinomial(4, [0.5, 0.3, 0.2], size)
    columns = {name: pa.array(held[:, place]) for place, name in enumerate(NAMES)}
    return pa.table({**columns, "part": pa.array(rng.choice(["a", "中"], size))})


@pytest.mark.parametrize("place", PLACES)
def test_every_engine_counts_the_same_items(place, both, hold):
    assert_alike(*both(place, table(), shape="counts", raters=list(NAMES), slices=["part"]))
    source, more = hold(place, table())
    here, there = (
        cc.fleiss_kappa(data, shape="counts", raters=list(NAMES), **options)
        for data, options in ((table(), {}), (source, more))
    )
    assert (there.estimate, there.n_items) == (here.estimate, 200)
    assert there.se == pytest.approx(here.se, rel=1e-12)
