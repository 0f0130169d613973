"""Every attack: its shape, its bound, and that one seed gives one finding.

The bounds hold for every test of two distributions, and randomised response attains them.

Differencing: the closed form is the sum over all noise, and what is counted follows it.

k edges: the mean belief by all outcomes, and what is counted agrees with it.

Membership: mean rates are those of the noise, and lie on the bound.

Two stops with one seed: every pair that differs is known for certain.

Structure: groups give edges away beyond what one pair tells; without them nothing is.

Last bits: never wrong about a one, right about many zeros, and nothing of integers.

Many answers: all is rebuilt from exact ones, and one shared epsilon bounds the rest.

Beliefs: those counted are those of Bayes' rule, and edgeFlip's reach the bound.
"""

import itertools
import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.attacks import ATTACKS, Victim, attack
from graphdp_core.lab.audits.attacks.answers import (
    ANSWERS,
    ROUNDS,
    LastBits,
    _solved,
    _variance,
    can_be,
    counted_guesses,
    rebuilt,
    right_guesses,
    roc,
)
from graphdp_core.lab.audits.attacks.attack import beliefs, best_guess, largest_hit_rate
from graphdp_core.lab.audits.attacks.edges import (
    COIN_NODES,
    NODES,
    ManyEdges,
    Membership,
    OneEdge,
    counted_belief,
    mean_belief,
    share_right,
)
from graphdp_core.lab.audits.attacks.releases import SharedNoise, Structure, ranked, revealed
from graphdp_core.params import Refused
from graphdp_core.privacy.samplers import two_sided_geometric

KARATE = gdp.load_graph("karate")


def victim(epsilon=1.0, mechanism="edge_flip", graph=KARATE, seed=0):
    return Victim.of(graph, gdp.mechanism(mechanism), epsilon, seed)


@pytest.mark.parametrize("kind", ATTACKS, ids=lambda kind: kind.id)
def test_every_attack_has_a_bound_and_something_counted(kind):
    result = kind().run(victim())
    roles = {line.role for line in result.lines}
    assert "bound" in roles
    assert roles & {"measured", "beyond"}
    for line in result.lines:
        assert line.x.shape == line.y.shape
        assert np.isfinite(line.x).all()
        assert np.isfinite(line.y).all()
        assert (line.y >= -1e-12).all()
        assert (line.y <= 1.0 + 1e-12).all()
        assert not kind.log_x or (line.x > 0).all()
    assert len(result.rows("x", "y")) == sum(len(line.x) for line in result.lines)
    assert kind().run(victim()).sentence == result.sentence
    assert result.sentence.endswith(".")
    assert kind.promised != kind.unpromised


def test_the_ids_are_all_different_and_an_unknown_one_is_refused():
    assert len({kind.id for kind in ATTACKS}) == len(ATTACKS)
    with pytest.raises(Refused, match="must be one of"):
        attack("guess")


def test_edge_flip_stands_in_for_what_releases_other_things():
    assert victim(mechanism="louvain_dp").mechanism.id == "edge_flip"
    assert victim(mechanism="laplace_flip").mechanism.id == "laplace_flip"


def test_the_exact_epsilon_counts_not_the_nominal_one():
    of = victim(2.0, "laplace_flip")
    p, q = of.rates
    assert of.exact_epsilon == pytest.approx(np.log(p / q))
    assert of.exact_epsilon < 2.0


@pytest.mark.parametrize("name", ["membership", "structure"])
def test_a_graph_without_edges_is_refused(name):
    empty = gdp.Graph.from_edges(4, [])
    with pytest.raises(Refused, match="choose another"):
        attack(name)().run(victim(graph=empty))


EPSILONS = [0.0, 0.3, 1.0, 4.0]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_no_event_of_the_worst_pair_lies_beyond_the_bound_and_its_corners_lie_on_it(epsilon):
    likely = 1.0 / (1.0 + math.exp(-epsilon))  # the pair that dominates all others
    one, other = [likely, 1.0 - likely], [1.0 - likely, likely]
    gaps = []
    for chosen in itertools.product((0, 1), repeat=2):
        f, t = (float(np.dot(chosen, world)) for world in (other, one))
        gaps.append(float(largest_hit_rate(f, epsilon)) - t)
    assert min(gaps) > -1e-12
    assert sum(abs(gap) < 1e-12 for gap in gaps) >= 3


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_the_closed_form_is_the_sum_over_all_pairs_of_noise(epsilon):
    a, z = math.exp(-epsilon), np.arange(-400, 401)
    chance = (1 - a) / (1 + a) * a ** np.abs(z)
    same = float((chance**2).sum())
    assert right_guesses(np.array(epsilon)) == pytest.approx((1 + same) / 2)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_what_is_counted_is_expected_and_below_the_bound(epsilon):
    exact = float(right_guesses(np.array(epsilon)))
    counted = counted_guesses(np.random.default_rng(5), epsilon)
    # all three miss with < 1e-4
    assert abs(counted - exact) < 4.2 * math.sqrt(exact * (1 - exact) / ROUNDS)
    assert exact < best_guess(2 * epsilon)


def test_without_noise_it_is_always_right():
    assert counted_guesses(np.random.default_rng(1), None, rounds=1000) == 1.0


@pytest.mark.parametrize("k", [1, 2, 5])
def test_the_mean_belief_is_the_sum_over_all_outcomes(k):
    epsilon = 0.8
    flip = 1 / (1 + math.exp(epsilon))
    expected = 0.0
    for flips in itertools.product((0, 1), repeat=k):
        bad = sum(flips)
        chance = flip**bad * (1 - flip) ** (k - bad)
        expected += chance * float(beliefs(0.5, epsilon * (k - 2 * bad)))
    assert mean_belief(k, epsilon, flip) == pytest.approx(expected)


@pytest.mark.parametrize("k", [1, 5, 20])
def test_what_is_counted_is_the_mean(k):
    of = victim(0.5, seed=1)
    people = NODES * (NODES - 1) // 2 // k
    # Beliefs lie in [0, 1]: Hoeffding, all three miss with < 1e-4
    allowed = math.sqrt(math.log(2 / 3e-5) / (2 * people))
    assert abs(counted_belief(of, k) - mean_belief(k, 0.5, of.rates[1])) < allowed


def test_no_outcome_goes_beyond_k_epsilon():
    result = ManyEdges(edges=4).run(victim(0.5)).numbers
    assert result["most"] == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert result["on average"] < result["most"]


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_the_rates_are_those_of_the_flips(epsilon):
    of = victim(epsilon)
    p, q = of.rates
    result = Membership().run(of).numbers
    pairs, rounds = KARATE.n * (KARATE.n - 1) / 2, result["releases"]
    for name, rate, many in (
        ("true positive rate", p, KARATE.m),
        ("false positive rate", q, pairs - KARATE.m),
    ):
        deviation = math.sqrt(rate * (1 - rate) / (many * rounds))
        assert abs(result[name] - rate) < 4.5 * deviation  # all six miss with < 1e-4
    assert p == pytest.approx(math.exp(epsilon) * q)


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0, 8.0])
def test_a_mechanism_that_wastes_nothing_touches_its_bound_and_never_beats_it(epsilon):
    """It stands at the exact rate of false alarms: a counted one would be e^ε times as noisy."""
    detail = Membership().run(victim(epsilon)).detail
    assert "which it touches" in detail
    assert "above its own" not in detail


@pytest.mark.parametrize("mechanism", ["edge_flip", "laplace_flip"])
@pytest.mark.parametrize("other", [0.1, 3.0])
def test_all_that_is_given_away_is_true_and_as_much_as_expected(mechanism, other):
    pairs = KARATE.n * (KARATE.n - 1) / 2
    counts = []
    for seed in range(20):
        result = SharedNoise(other=other).run(victim(1.0, mechanism, seed=seed)).numbers
        assert result["wrong"] == 0
        counts.append(result["pairs revealed"])
    flip = victim(1.0, mechanism).mechanism.flip_probability
    share = abs(flip(other) - flip(1.0))
    deviation = math.sqrt(share * (1 - share) * pairs / 20)
    assert abs(np.mean(counts) - share * pairs) < 4.5 * deviation  # all four miss with < 1e-4


def test_the_same_stop_twice_gives_nothing_away():
    shown = np.array([0, 1])
    assert "nothing" in SharedNoise(other=0.5).run(victim(0.5)).sentence
    own = victim(0.5)
    of = SharedNoise(other=0.5).run(own).numbers
    assert of["pairs revealed"] == 0
    assert len(revealed(own, 0.5, shown)[0]) > 0


def blocks(size=40, many=4):
    """Disjoint cliques: who knows the groups knows every edge."""
    pairs = [
        (b * size + u, b * size + v)
        for b in range(many) for u in range(size) for v in range(u + 1, size)
    ]  # fmt: skip
    return gdp.Graph.from_edges(size * many, pairs)


def test_groups_are_read_off_the_release_beyond_the_limit_of_a_pair_alone():
    result = Structure().run(victim(1.0, graph=blocks())).numbers
    assert result["right among the first m"] > 0.85
    assert result["a pair alone"] < 0.55


@pytest.mark.long
def test_coins_give_nothing_away_beyond_their_own_bits():
    rng = np.random.default_rng(0)
    upper = np.triu(rng.random((60, 60)) < 0.5, 1)
    graph = gdp.Graph.from_edges(60, np.argwhere(upper))
    result = Structure().run(victim(1.0, graph=graph)).numbers
    alone = result["a pair alone"]
    # Every ranking of independent fair bits is right as often as the bits: 4.5 sd
    assert result["right among the first m"] < alone + 4.5 * math.sqrt(0.25 / graph.m)


def test_the_ranking_reads_the_release_alone():
    release = victim().mechanism.release(blocks(10), epsilon=2.0, rng=np.random.default_rng(1))
    first, directions = ranked(release, 8)
    again, _ = ranked(gdp.Graph(n=release.n, edges=release.edges, noise=release.noise), 8)
    assert np.array_equal(first, again)
    assert directions >= 1
    with pytest.raises(Refused, match="known noise"):
        ranked(blocks(4), 8)


@pytest.mark.parametrize("scale", [0.1, 1.0, 20.0])
def test_a_one_is_never_taken_for_impossible(scale):
    values = 1.0 + np.random.default_rng(0).laplace(0.0, scale, 100_000)
    assert can_be(values, 1.0).all()


@pytest.mark.parametrize(("scale", "share"), [(1.0, 0.093), (2.0, 0.049)])
def test_fine_last_bits_below_a_quarter_are_as_frequent_as_reckoned(scale, share):
    values = np.random.default_rng(1).laplace(0.0, scale, 100_000)
    low = (values > 0) & (values < 0.25)
    fine = low & (values * 2.0**53 % 1.0 != 0.0)
    deviation = math.sqrt(share / 100_000)
    assert abs(fine.mean() - share) < 4.5 * deviation + 0.0006  # the share has three digits
    assert not can_be(values[fine], 1.0).any()


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_integers_stay_below_the_bound_and_doubles_do_not(epsilon):
    result = LastBits().run(victim(epsilon, seed=7))
    by_name = {line.name: line for line in result.lines}
    whole, raw = by_name["integers"], by_name["doubles"]
    # Dvoretzky, Kiefer and Wolfowitz: both empirical curves together miss with < 1e-4
    slack = math.sqrt(math.log(4 / 1e-4) / (2 * ROUNDS))
    bound = largest_hit_rate(np.minimum(whole.x + slack, 1.0), epsilon)
    assert (whole.y <= bound + slack).all()
    assert raw.y[raw.x == 0.0].max() > 0.1
    assert result.numbers["wrongly certain"] == 0.0


def test_the_roc_of_no_difference_is_the_diagonal():
    scores = np.arange(1000.0)
    false, true = roc(scores, scores)
    assert false == pytest.approx(true)
    assert (np.diff(false) >= 0).all()


WORLDS, PEOPLE = 64, 32


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_answers_that_share_one_epsilon_stay_below_its_bound(epsilon):
    exact, own, shared = rebuilt(np.random.default_rng(2), PEOPLE, epsilon, rounds=WORLDS)
    # Each world's share lies in [0, 1]: Hoeffding, all seven of both miss with < 1e-4
    slack = math.sqrt(math.log(14 / 1e-4) / (2 * WORLDS))
    assert (shared < float(best_guess(epsilon)) + slack).all()
    assert exact[np.array(ANSWERS) >= 2 * PEOPLE].min() == 1.0
    assert own[-1] > own[0]


def test_answers_at_an_epsilon_of_their_own_give_all_away():
    own = rebuilt(np.random.default_rng(4), PEOPLE, 1.0, rounds=WORLDS)[1]
    # The guess has sd of about 2 s/sqrt(512) = .12: wrong beyond 1/2 in about 2e-5 of secrets
    assert own[-1] > 0.99


def test_the_variance_is_that_of_the_noise():
    noise = two_sided_geometric(np.random.default_rng(0), epsilon=0.7, size=200_000)
    # sd of the sample variance is below 1.3% here: 4 of them
    assert noise.var() == pytest.approx(_variance(0.7), rel=0.05)


def test_a_handful_of_exact_answers_is_solved():
    asked = np.array([[[1.0, 0.0], [1.0, 1.0]]])
    secret = np.array([[[1.0], [0.0]]])
    assert _solved(asked, asked @ secret, 1e-9)[0, :, 0] == pytest.approx([0.5, -0.5], abs=1e-6)


PAIRS = COIN_NODES * (COIN_NODES - 1) / 2


@pytest.mark.parametrize("mechanism", ["edge_flip", "laplace_flip"])
@pytest.mark.parametrize("prior", [0.05, 0.5])
def test_the_share_of_true_edges_among_shown_pairs_is_the_belief(mechanism, prior):
    of = victim(1.0, mechanism, seed=3)
    p, q = of.rates
    outcome = share_right(of, prior)
    for share, likely, unlikely in zip(outcome, (p, 1 - p), (q, 1 - q), strict=True):
        seen = prior * likely + (1 - prior) * unlikely
        belief = prior * likely / seen
        deviation = math.sqrt(belief * (1 - belief) / (PAIRS * seen))
        assert abs(share - belief) < 4.5 * deviation  # all eight miss with < 1e-4


def test_edge_flip_attains_the_bound_and_laplace_flip_its_exact_one():
    for mechanism in ("edge_flip", "laplace_flip"):
        result = OneEdge(prior=0.2).run(victim(1.5, mechanism)).numbers
        assert result["after, if shown"] == pytest.approx(result["most"])
        assert result["after, if not shown"] == pytest.approx(result["least"])


def test_names_off_leaves_people_recognisable_and_a_small_epsilon_does_not():
    """Groups of a hundred people, two draws; at 0.1 the release is nearly fair coins."""
    graph = gdp.generate("sbm", n=100, seed=3)
    for seed in range(2):
        numbers = (
            attack("recognise")(ties_known=1.0).run(victim(0.1, graph=graph, seed=seed)).numbers
        )
        assert numbers["names off"] > 0.8
        assert numbers["released"] < 0.15
        assert numbers["chance"] == pytest.approx(1 / 90)


@pytest.mark.parametrize("n", [2, 10, 2_501])
def test_too_few_and_too_many_people_are_refused_in_one_sentence(n):
    path = gdp.Graph.from_edges(n, [(i, i + 1) for i in range(n - 1)])
    with pytest.raises(Refused, match="more than are known by name"):
        attack("recognise")().run(victim(graph=path))


def test_what_is_said_of_recognised_people_promises_no_person_anything():
    found, kind = attack("recognise")().run(victim(4.0)), attack("recognise")
    assert "no promise for one tie hides a person" in found.detail
    assert kind.promised.startswith("Nothing about a person.")
    assert found.mark == 0.9
