"""Sure members of the top: against every arrangement within the intervals."""

import itertools

import numpy as np

from graphdp_core.estimates.asked import Asked
from graphdp_core.estimates.tops import sure_members, top_members


def test_a_member_is_sure_if_and_only_if_it_is_at_the_top_in_every_arrangement():
    rng = np.random.default_rng(0)
    for _ in range(40):
        values, half = rng.integers(0, 9, 5).astype(float), rng.integers(0, 3, 5).astype(float)
        k = int(rng.integers(1, 4))
        corners = itertools.product(*[(v - h, v + h) for v, h in zip(values, half, strict=True)])
        always = np.ones(5, dtype=bool)
        for corner in corners:
            found = np.array(corner)
            always &= np.array([(found >= x).sum() <= k for x in found])
        assert set(sure_members(values, values - half, values + half, k).tolist()) == set(
            np.flatnonzero(always).tolist()
        )


def test_who_is_surely_at_the_top_is_named_and_counted_in_whole_nodes():
    values = np.array([90.0, 1.0, 50.0, 4.5])
    (row,) = top_members(values, (values - 1, values + 1), Asked(top=2), name="abcd".__getitem__,
                         how="exact law of the noise")  # fmt: skip
    assert row.figures == ("2", "2", "2")
    assert row.sentence() == (
        "Surely in the top 2 by degree: a, c (at least 95% for this graph; exact law of the noise)."
    )


def test_a_gap_is_told_as_an_estimate_and_no_larger_than_it_can_be():
    """Unbiased degrees of a star of 12 can lie far apart: no true ones lie more than 11."""
    values = np.array([19.0, *np.zeros(10), -4.0])
    (row,) = top_members(values, (values - 30, values + 30), Asked(), name=str, how="x")
    assert row.why.startswith("in this release the largest degree is only about 11 above the one")
