"""Statistics that are fitted to two worlds: last bits, joint moves, distances, likelihoods."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.lab.audits.outcomes import Table

Statistic = Callable[[Table], Floats]

MOST_LAST_BITS = 12  # columns
FAR = 3.0  # spreads between quartiles: beyond 4 standard deviations of normal noise


def fitted_statistics(left: Table, right: Table) -> Iterator[tuple[str, Statistic]]:
    """Named functions of a table, shape (runs,), that may tell two worlds apart.

    - last bits: the place of the lowest set bit of a number, which continuous noise on doubles
      leaves at different places around different true values (Mironov, 2012);
    - the least and the largest move of all numbers that move, and how likely they are together
      under Laplace or Cauchy noise in either world: what one event about several nodes needs;
    - the best linear statistic of all numbers (Fisher), which finds sums and differences in which
      a noise that was used twice cancels;
    - the distance of all numbers from a world's medians, which a noise of different size changes.

    Parameters
    ----------
    left, right : Table
        The runs to fit to.
    """
    names = [
        name
        for name, values in left.numbers.items()
        if name in right.numbers
        and np.isfinite(values).all()
        and np.isfinite(right.numbers[name]).all()
    ]
    for name in names[:MOST_LAST_BITS]:
        if not _is_whole(left.numbers[name]):
            yield f"lowest set bit of {name}", _lowest_bit_of(name)
    names = [name for name in names if not _is_constant(left, right, name)]
    if len(names) >= 2:
        yield from _joint(left, right, names)
    elif names:
        middle = float(np.median(left.numbers[names[0]]))
        yield f"distance of {names[0]} from {middle:.4g}", _distance(names, np.array([middle]))


def last_bit(values: Floats) -> Floats:
    """Exponent of the lowest set bit of each double; 0 for 0, nan for what is not finite.

    Examples
    --------
    >>> last_bit(np.array([1.0, 6.0, 0.75, 0.1])).tolist()
    [0.0, 1.0, -2.0, -55.0]
    """
    is_finite = np.isfinite(values)
    fraction, exponent = np.frexp(np.where(is_finite, values, 0.0))
    whole = np.ldexp(fraction, 53).astype(np.int64)
    lowest = whole & -whole
    bits = exponent - 53.0 + np.log2(np.maximum(lowest, 1).astype(np.float64))
    last: Floats = np.where(whole == 0, 0.0, bits)
    return np.where(is_finite, last, np.nan)


def _is_whole(values: Floats) -> bool:
    return bool(np.all(values == np.floor(values)))


def _is_constant(left: Table, right: Table, name: str) -> bool:
    values = np.concatenate((left.numbers[name], right.numbers[name]))
    return bool(values.min() == values.max())


def _lowest_bit_of(name: str) -> Statistic:
    return lambda table: last_bit(table.numbers[name])


def _stack(table: Table, names: list[str]) -> Floats:
    """Numbers of all runs, shape (runs, columns); nan in rows where one is missing."""
    missing = np.full(table.runs, np.nan)
    return np.column_stack([table.numbers.get(name, missing) for name in names])


def _joint(left: Table, right: Table, names: list[str]) -> Iterator[tuple[str, Statistic]]:
    stacked = _without_tails(_stack(left, names), _stack(right, names), names)
    one, two = stacked(left), stacked(right)
    centres = np.median(one, axis=0), np.median(two, axis=0)
    for centre, world in zip(centres, ("first", "second"), strict=True):
        yield f"distance from the {world} world's medians", _distance(names, centre)
    yield "the best linear statistic", _linear(stacked, one, two)
    means = one.mean(axis=0), two.mean(axis=0)
    noise = (np.abs(one - centres[0]).mean(axis=0) + np.abs(two - centres[1]).mean(axis=0)) / 2.0
    error = np.sqrt((one.var(axis=0) + two.var(axis=0)) / len(one)) + 1e-300
    moved = np.abs(means[1] - means[0]) > 3.0 * error
    if not moved.any():
        return
    kept = [name for name, moves in zip(names, moved, strict=True) if moves]
    places, scale = (means[0][moved], means[1][moved]), noise[moved] + 1e-300
    yield "the likelihood of all that moves", _likelihood(kept, *places, scale)
    halves = [np.diff(np.quantile(world, (0.25, 0.75), axis=0), axis=0)[0] for world in (one, two)]
    half = (halves[0] + halves[1])[moved] / 4.0
    yield (
        "the likelihood of all that moves, with heavy tails",
        _heavy_likelihood(kept, *places, np.where(half > 0.0, half, scale)),
    )
    if len(kept) > 1:
        middle, sign = (places[0] + places[1]) / 2.0, np.sign(places[1] - places[0]) / scale
        yield "the least move", lambda t: ((_stack(t, kept) - middle) * sign).min(axis=1)
        yield "the largest move", lambda t: ((_stack(t, kept) - middle) * sign).max(axis=1)


def _without_tails(one: Floats, two: Floats, names: list[str]) -> Statistic:
    """Numbers of all runs with what lies far outside the quartiles of both worlds moved inwards.

    Cauchy noise has no mean and no variance, and a few runs would decide what fits. A number
    whose quartiles agree, as a rare bit, is left as it is.
    """
    quarters = [np.quantile(world, (0.25, 0.75), axis=0) for world in (one, two)]
    spread = FAR * np.maximum(*(high - low for low, high in quarters))
    spread = np.where(spread > 0.0, spread, np.inf)
    low = np.minimum(quarters[0][0], quarters[1][0]) - spread
    high = np.maximum(quarters[0][1], quarters[1][1]) + spread
    return lambda table: np.clip(_stack(table, names), low, high)


def _distance(names: list[str], centre: Floats) -> Statistic:
    return lambda table: np.abs(_stack(table, names) - centre).max(axis=1)


def _likelihood(names: list[str], one: Floats, two: Floats, scale: Floats) -> Statistic:
    def statistic(table: Table) -> Floats:
        x = _stack(table, names)
        ratio: Floats = ((np.abs(x - one) - np.abs(x - two)) / scale).sum(axis=1)
        return ratio

    return statistic


def _heavy_likelihood(names: list[str], one: Floats, two: Floats, scale: Floats) -> Statistic:
    """The same under Cauchy noise, by which what lies far off says little."""

    def statistic(table: Table) -> Floats:
        x = _stack(table, names)
        far = [np.log(np.hypot(1.0, (x - centre) / scale)).sum(axis=1) for centre in (one, two)]
        ratio: Floats = far[0] - far[1]
        return ratio

    return statistic


def _linear(stacked: Statistic, one: Floats, two: Floats) -> Statistic:
    """Fisher's discriminant: the inverse covariance times the difference of the means."""
    inside = np.concatenate((one - one.mean(axis=0), two - two.mean(axis=0)))
    apart = two.mean(axis=0) - one.mean(axis=0)
    # A number that one world always shows has no spread of its own.
    size = np.maximum(inside.std(axis=0), 1e-6 * np.abs(apart)) + 1e-300
    covariance = (inside / size).T @ (inside / size) / len(inside)
    shift = apart / size
    ridge = 1e-9 * np.eye(len(size))
    direction = np.linalg.lstsq(covariance + ridge, shift, rcond=None)[0] / size
    centre = one.mean(axis=0)
    return lambda table: (stacked(table) - centre) @ direction
