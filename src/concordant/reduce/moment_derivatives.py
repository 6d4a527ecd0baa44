"""How a number made from moments moves when an item is added: derivatives by steps in every sum.

A complex step loses no digits: f(x + ih) has f′(x) in its imaginary part, however small h is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .item_weights import Floats, Ints
from .sums import Numbers, Sums, based

if TYPE_CHECKING:
    from .moments import Moments

#: The most numbers held at once for a block of steps.
_LARGE = 50_000_000
_STEP = 1e-100


def slopes(m: Moments, f: Callable[[Moments], Numbers], smooth: bool) -> Floats:
    """What one more item of each row changes: f's derivative by every sum, times what an item adds to it."""
    values = m.centred
    out = np.zeros(len(m.counts))
    for p in range(len(m.present)):
        columns = np.flatnonzero(m.present[p])
        if not columns.size:
            continue
        gradient = _gradient(m, f, p, columns, smooth)
        here = np.flatnonzero(m.part_of_row == p)
        y = values[here][:, columns]
        k = len(columns)
        upper = np.zeros((k, k))
        upper[np.triu_indices(k)] = gradient[1 + k :]
        out[here] = gradient[0] + y @ gradient[1 : 1 + k] + ((y @ upper) * y).sum(axis=1)
    return out


def _gradient(m: Moments, f: Callable[[Moments], Numbers], p: int, columns: Ints, smooth: bool) -> Floats:
    """The derivative of f by Σ1, Σy and Σyy′ (upper triangle) of pattern p."""
    k = len(columns)
    count = 1 + k + k * (k + 1) // 2
    n, _, second = m.sums.raw
    size = max(float(n.sum()), 1.0)
    wide = np.sqrt(np.maximum(np.diagonal(second.sum(axis=0)), 0) / size)[columns]
    wide = np.where(wide > 0, wide, 1.0)
    left, right = np.triu_indices(k)
    scale = size * np.concatenate([[1.0], wide, wide[left] * wide[right]])
    block = max(1, _LARGE // (8 * second.size))
    gradient = np.zeros(count)
    for start in range(0, count, block):
        steps = np.arange(start, min(start + block, count))
        if smooth:
            moved = _moved(m, p, columns, steps, 1j * _STEP * scale[steps])
            gradient[steps] = np.asarray(f(moved)).imag / (_STEP * scale[steps])
        else:
            h = 1e-5 * scale[steps]
            up, down = (np.asarray(f(_moved(m, p, columns, steps, sign * h))) for sign in (1, -1))
            gradient[steps] = (up - down) / (2 * h)
    return gradient


def _moved(m: Moments, p: int, columns: Ints, steps: Ints, by: Numbers) -> Moments:
    """These moments with one sum of pattern p moved, once for each step."""
    k, many = len(columns), len(steps)
    n, first, second = (
        np.broadcast_to(x, (many, *x.shape)).astype(np.result_type(x, by)) for x in m.sums.raw
    )
    left, right = np.triu_indices(k)
    for at, (step, move) in enumerate(zip(steps, by, strict=True)):
        if step == 0:
            n[at, p] += move
        elif step <= k:
            first[at, p, columns[step - 1]] += move
        else:
            g, h = columns[left[step - 1 - k]], columns[right[step - 1 - k]]
            second[at, p, g, h] += move
            if g != h:
                second[at, p, h, g] += move
    moved = Sums.of_raw(n, first, second)
    change = based(moved.cross, m.base) - based(m.sums.cross, m.base)
    change = change * m.present[:, :, None] * m.present[:, None, :]
    return replace(m, stated=replace(moved, apart=m.sums.differences + change))
