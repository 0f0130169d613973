"""What every release carries beside its values, whom it refuses, and what it guarantees."""

import dataclasses

import numpy as np
import pytest
from tempting_neighbours import fitted, settings, tempting

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER

EPSILONS = (0.5, 4.0)
EVERY = [made for kind in gdp.MECHANISMS for made in settings(kind)]
PROVED = [made for made in EVERY if made.guarantee(1.0).status.is_proved]
every_setting = pytest.mark.parametrize("made", EVERY, ids=repr)
every_proved_setting = pytest.mark.parametrize("made", PROVED, ids=repr)


def _refusal(made, graph, epsilon):
    try:
        made.check(graph, epsilon)
    except gdp.Refused as error:
        return str(error)
    return ""


@every_proved_setting
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_neighbours_are_refused_alike_and_differ_in_released_values_only(made, epsilon):
    """A refusal, and all that a release carries beside its values, tells nothing of one unit."""
    made = fitted(made)
    for left, right in tempting(made):
        assert _refusal(made, left, epsilon) == _refusal(made, right, epsilon)
        if _refusal(made, left, epsilon):
            continue
        one, two = (
            made.release(g, epsilon=epsilon, rng=gdp.noise_stream(3)) for g in (left, right)
        )
        is_graph = isinstance(one, Graph)
        for item in dataclasses.fields(one):
            sides = getattr(one, item.name), getattr(two, item.name)
            is_value = all(map(_is_number, sides)) and item.name != "positions"
            assert is_value or item.name in made.from_noisy_numbers or _same(*sides), (
                f"{item.name} differs between neighbours. If it is computed from noisy numbers "
                f"alone, name it in {type(made).__name__}.from_noisy_numbers; if not, it leaks."
            )
        if is_graph:
            assert (one.n, one.names, one.title[:7]) == (left.n, left.names, "a graph")
            assert (one.labels, one.label_names, one.positions) == (None, (), None)
            protects_weights = made.guarantee(1.0).relation.edges_are_public
            assert protects_weights or one.weights is None
            assert not protects_weights or np.array_equal(one.edges, left.edges)


def _is_number(value):
    """Arrays and floats hold what is released; names, notes and other facts stand beside it."""
    return isinstance(value, np.ndarray | float)


def _same(one, two):
    if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
        return np.array_equal(one, two)
    return one == two


@every_setting
def test_only_what_is_proved_guarantees_anything(made):
    for epsilon in (0.5, 3.0):
        g = made.guarantee(epsilon)
        words = g.statement()
        if g.status.is_proved:
            assert words.startswith("This release protects")
            assert words.startswith("This release protects nothing") == (not g.protects)
            assert ("δ = " in words) == (g.delta > 0 and g.protects)
        else:
            assert words.startswith("No privacy guarantee")
            assert "protects" not in words
            assert len(g.caveat) > 40, "the reason stands beside it"
            assert g.exact_epsilon is None


@every_proved_setting
def test_the_statement_says_how_large_a_change_is_protected(made):
    """A guarantee about weights without the size of the change would guarantee too much."""
    g = made.guarantee(1.0)
    if not g.relation.has_radius:
        assert g.radius == 1.0
        return
    assert f"radius of {g.radius:g}" in g.statement()
    name = "theta" if made.id == "noisy_centrality" else "radius"
    other = dataclasses.replace(made, **{name: 0.125}).guarantee(1.0)
    assert "radius of 0.125" in other.statement()


@every_proved_setting
def test_the_assumptions_name_seed_and_randomness(made):
    g = made.guarantee(1.0)
    words = " ".join(g.assumptions)
    for said in ("seed", "not cryptographic"):
        assert said in words, (
            f"`assumptions` must say {said!r}: that the seed of the noise stays secret, and that "
            "the random numbers are statistically sound, not cryptographic. PUBLIC_BY_ASSUMPTION "
            "in mechanism.py and in spectral_release.py does."
        )
    exact = g.sampler.startswith("exact") or DISCRETE_SAMPLER in g.sampler
    assert exact or "ideal" in words + g.sampler, "noise in floating point is idealised"


def test_every_mechanism_has_a_short_everyday_name_of_its_own():
    names = [kind.everyday for kind in gdp.MECHANISMS]
    assert len(set(names)) == len(names)
    for kind in gdp.MECHANISMS:
        assert 1 <= len(kind.everyday.split()) <= 5
        assert kind.everyday[0].islower()
        assert kind.title.replace(" (as published)", "") in kind.called()
