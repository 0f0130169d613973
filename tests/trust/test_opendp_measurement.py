"""OpenDP: every proved mechanism is a measurement, whose map is the ledger's sum."""

import dataclasses
import itertools
import re
import sys
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from made_graphs import same
from noise_laws import seeded_coins
from tempting_neighbours import fitted, tempting

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.privacy.composition import group_privacy
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.privacy.implications import Unit, steps
from graphdp_core.trust import opendp_measurement
from graphdp_core.trust.accounts import Charge, account

R = NeighbouringRelation
WORDS = ("contrib", "honest-but-curious", "idealized-numerics")
ROUNDED = 2.0**-52  # of a double, upwards: once in each map, and once in each of OpenDP's sums
DELTA_ROUNDED = 1e-11

SETTINGS = [
    *(kind() for kind in gdp.MECHANISMS),
    gdp.mechanism("node_count", neighbours="join"),
    gdp.mechanism("private_count", count="triangles", noise="smooth"),
    gdp.mechanism("weight_laplace", norm="linf"),
    gdp.mechanism("weight_laplace", norm="person_added"),
    gdp.mechanism("noisy_centrality", calibration="global", support="fixed", score="closeness"),
]
PROVED = [fitted(made) for made in SETTINGS if made.guarantee(1.0).protects]
WITH_DELTA = gdp.mechanism("noisy_centrality", calibration="sound_smooth")
PATH = Graph.from_edges(12, [(i, i + 1) for i in range(11)])


@pytest.fixture
def dp(monkeypatch):
    """OpenDP, with the user's word for all that it asks for."""
    pytest.importorskip("opendp", reason='no OpenDP here: pip install "graphdp[opendp]"')
    from opendp import combinators, mod

    monkeypatch.setattr(mod, "GLOBAL_FEATURES", set(WORDS))
    return SimpleNamespace(c=combinators, mod=mod, error=mod.OpenDPException)


def measured(made, public, epsilon="1", **words):
    return gdp.to_opendp(
        made, epsilon=epsilon, public=public, groups_are_public=made.reads_groups, **words
    )


@pytest.mark.parametrize("made", PROVED, ids=repr)
def test_every_proved_mechanism_is_a_measurement_that_answers_as_it_releases(dp, made, monkeypatch):
    left, right = next(tempting(made))
    outcome = measured(made, right)  # of nodes that may join it has all
    monkeypatch.setattr(opendp_measurement, "SecureRandom", lambda: seeded_coins(5))
    coins = seeded_coins(5)
    if opendp_measurement._is_exact(made, left, Fraction(1)):
        expected = made.publish(left, epsilon=Fraction(1), coins=coins).released
    else:
        expected = made.release(left, epsilon=1.0, rng=coins.generator())
    answer = outcome(left)
    assert isinstance(answer, made.returns)
    assert same(answer, expected)
    assert isinstance(outcome(right), made.returns)
    delta = made.guarantee(1.0).delta
    assert outcome.map(1) == ((1.0, delta) if delta else 1.0)
    assert ("Approximate" in str(outcome.output_measure)) == bool(delta)


@pytest.mark.parametrize(
    "made",
    [
        gdp.mechanism("lnpp"),
        gdp.mechanism("sbmf"),
        gdp.mechanism("mod_divisive"),
        gdp.mechanism("louvain_dp", variant="as_published"),
        gdp.mechanism("noisy_centrality", calibration="published_local"),
    ],
    ids=lambda made: made.id,
)
def test_what_is_not_proved_is_refused_in_one_sentence(made):
    with pytest.raises(gdp.Refused, match="cannot be a measurement: nothing is proved") as refused:
        gdp.to_opendp(made, epsilon=1, public=PATH)
    (instead,) = re.findall(r"; take (.+)\.$", str(refused.value))
    assert instead in {proved.title for proved in PROVED}


def test_an_epsilon_that_is_no_privacy_is_refused():
    with pytest.raises(gdp.Refused, match="cannot be a measurement: This is not privacy"):
        gdp.to_opendp(gdp.mechanism("edge_flip"), epsilon=21, public=PATH)


@pytest.mark.long
def test_a_thousand_random_compositions_cost_what_the_ledger_says(dp):
    """For k steps between two graphs, releases of other units included."""
    rng = np.random.default_rng(7)
    edges = [made for made in PROVED if counted(made, R.EDGE) and not made.reads_groups]
    weights = [
        gdp.mechanism(kind, norm=norm, radius=radius)
        for kind in ("weight_laplace", "weight_gaussian", "pamst", "exact_tree")
        for norm, radius in (("l1", 1.0), ("l1", 0.3), ("linf", 0.7))
    ]
    ring = Graph.from_edges(6, [(i, (i + 1) % 6) for i in range(6)], weights=np.ones(6))
    compositions = 0
    for public, pool, unit in (
        (PATH, edges, Unit(R.EDGE)), (ring, weights, Unit(R.WEIGHT_L1, Fraction(2)))
    ):  # fmt: skip
        made = [rng.choice(pool) for _ in range(120)]
        amounts = [Fraction(int(rng.integers(60, 600)), int(rng.choice([100, 300]))) for _ in made]
        where = {"relation": unit.relation, "radius": unit.radius_text}
        offered = [
            (measured(one, public, amount, **where), charge(one, amount, public))
            for one, amount in zip(made, amounts, strict=True)
        ]
        for _ in range(500):
            taken = [offered[i] for i in rng.integers(len(offered), size=rng.integers(1, 7))]
            steps_apart = int(rng.integers(1, 6))
            epsilon, delta = composed(dp, taken, steps_apart)
            charges = [own for _, own in taken]
            owed, failing = ledger_sums(charges, unit, steps_apart)
            assert owed <= epsilon <= owed * (1 + 2 * len(taken) * Fraction(ROUNDED))
            assert failing <= delta <= failing * (1 + Fraction(DELTA_ROUNDED))
            compositions += 1
    assert compositions == 1_000


def counted(made, relation):
    return steps(Unit(made.guarantee(1.0).relation), Unit(relation)) is not None


def composed(dp, taken, size):
    """What OpenDP says that they cost together: where one has a delta, the others get one of 0."""
    if not any(own.delta for _, own in taken):
        return dp.c.make_composition([pure for pure, _ in taken]).map(size), 0.0
    alike = [one if own.delta else dp.c.make_approximate(one) for one, own in taken]
    return dp.c.make_composition(alike).map(size)


def charge(made, amount, public):
    guarantee = made.guarantee(float(amount))
    unit = Unit.of(guarantee, edges=public.m)
    return Charge(2, unit, amount, Fraction(guarantee.delta))


def ledger_sums(charges, unit, size):
    """What the ledger's account says of one step, and its group privacy of several."""
    one = account(charges, unit)
    assert one.apart == ()
    if size == 1:
        return one.epsilon, one.delta
    deltas = [
        group_privacy(float(own.epsilon), float(own.delta), size * steps(own.unit, unit))[1]
        for own in charges
    ]
    return size * one.epsilon, sum(map(Fraction, deltas))


def test_a_budget_that_was_stated_is_kept(dp):
    flip = measured(gdp.mechanism("edge_flip"), PATH, "0.5")
    space = flip.input_domain, flip.input_metric, flip.output_measure
    asked = dp.c.make_adaptive_composition(*space, d_in=1, d_mids=[0.5, 0.25])(PATH)
    assert isinstance(asked(flip), Graph)
    with pytest.raises(dp.error, match="insufficient budget"):
        asked(flip)
    spent = dp.c.make_fully_adaptive_composition(*space)(PATH)
    for _ in range(3):
        spent(flip)
    assert spent.privacy_loss(2) == 3.0


def test_a_node_counts_for_an_edge_and_no_edge_for_a_node(dp):
    joins = gdp.mechanism("node_count", neighbours="join")
    assert measured(joins, PATH, relation=R.EDGE).map(3) == 6.0
    with pytest.raises(gdp.Refused, match="nothing follows from that for all edges of any one"):
        measured(gdp.mechanism("edge_flip"), PATH, relation=R.NODE)


@pytest.mark.long
def test_another_graph_than_the_domain_s_is_refused(dp):
    ring = Graph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)], weights=np.ones(5))
    lighter = dataclasses.replace(ring, weights=np.full(5, 0.5))
    cut = Graph.from_edges(5, ring.edges[1:], weights=np.ones(4))
    noisy = measured(WeightLaplace(), ring)
    assert isinstance(noisy(lighter), Graph)
    flip = measured(gdp.mechanism("edge_flip"), ring)
    released = flip(cut)
    for measurement, graph in ((noisy, cut), (flip, PATH), (flip, released), (flip, "a text")):
        with pytest.raises(dp.error, match="no graph of GraphDomain"):
            measurement(graph)
    named = dataclasses.replace(ring, names=tuple("abcde"))
    for other in (measured(gdp.mechanism("edge_flip"), named), noisy):
        with pytest.raises(dp.error, match="domains must be the same"):
            dp.c.make_composition([flip, other])


def test_who_may_join_is_among_the_public_names(dp):
    count = measured(gdp.mechanism("node_count", neighbours="join"), named("abcd"))
    for names in ("abcd", "bd", ""):
        count(named(names))
    for names in ("abcde", "ba", "aa"):
        with pytest.raises(dp.error, match="no graph of GraphDomain"):
            count(named(names))


def named(names):
    return Graph.from_edges(
        len(names), list(itertools.pairwise(range(len(names)))), names=list(names)
    )


def test_what_a_promise_takes_for_granted_is_part_of_its_domain(dp):
    """Two ranges of weights and graphs that stay connected are other promises."""
    kinds = [
        gdp.mechanism("noisy_centrality"),
        gdp.mechanism("noisy_centrality", lowest=0.5, highest=2.0),
        gdp.mechanism("noisy_centrality", support="connected"),
    ]
    said = {str(measured(made, PATH).input_space) for made in kinds}
    assert len(said) == 3
    with pytest.raises(gdp.Refused, match="graphs: connected"):
        measured(kinds[2], Graph.from_edges(3, [(0, 1)]))


def test_groups_are_public_by_the_curator_s_word(dp):
    mixing, karate = gdp.mechanism("group_mixing"), gdp.load_graph("karate")
    with pytest.raises(gdp.Refused, match="groups_are_public"):
        gdp.to_opendp(mixing, epsilon=1, public=karate)
    flip = gdp.to_opendp(
        gdp.mechanism("edge_flip"), epsilon=1, public=karate, groups_are_public=True
    )
    assert dp.c.make_composition([measured(mixing, karate), flip]).map(1) == 2.0
    with pytest.raises(dp.error, match="no graph of GraphDomain"):
        flip(dataclasses.replace(karate, labels=1 - karate.labels))


@pytest.mark.parametrize("feature", WORDS)
def test_the_user_s_word_is_asked_for(dp, feature):
    dp.mod.disable_features(feature)
    with pytest.raises(gdp.Refused, match=f'enable_features.*"{feature}"'):
        gdp.to_opendp(WITH_DELTA, epsilon=1, public=PATH)
    if feature == "idealized-numerics":
        gdp.to_opendp(gdp.mechanism("edge_flip"), epsilon=1, public=PATH)


def test_without_opendp_it_says_what_to_install(monkeypatch):
    for name in ("opendp", "opendp.mod"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(gdp.Refused, match=r'pip install "graphdp\[opendp\]"'):
        gdp.to_opendp(gdp.mechanism("edge_flip"), epsilon=1, public=PATH)
