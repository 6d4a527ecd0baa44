"""How many raters chose each category, by item: equal items are counted where they are."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import concordant as cc
from tests.engines.alike import assert_alike
from tests.engines.held import PLACES


def table(size=200):
    rng = np.random.default_rng(3)
    held = rng.multinomial(4, [0.5, 0.3, 0.2], size)
    names = ("good", "中 文", "it's")
    return pa.table({name: held[:, place] for place, name in enumerate(names)})


@pytest.mark.parametrize("place", PLACES)
def test_every_engine_counts_the_same_items(place, both, hold):
    found, expected = both(place, table(), shape="counts")
    assert_alike(found, expected)
    source, more = hold(place, table())
    here, there = cc.fleiss_kappa(table(), shape="counts"), cc.fleiss_kappa(source, shape="counts", **more)
    assert (there.estimate, there.std_error, there.n_items) == (here.estimate, here.std_error, 200)
