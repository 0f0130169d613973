"""The advisor: which epsilon, with which mechanism, and what it does not compare."""

import re

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment import advisor
from graphdp_core.experiment.advice import Advice, apart
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.needed_epsilon import Need
from graphdp_core.experiment.targets import Target
from graphdp_core.params import Refused


@pytest.fixture(scope="module")
def communities(karate):
    return gdp.answer(karate, {"louvain.ari": 0.8})


@pytest.fixture(scope="module")
def both(karate):
    return gdp.answer(karate, {"louvain.ari": 0.6, "centrality.top10_kept": 8})


def test_the_headline_is_the_least_epsilon_of_those_that_compare(communities):
    best = communities.ranked(communities.targets[0])[0]
    assert best.is_refined
    assert best.mechanism.title in communities.headline()
    assert communities.headline().endswith("(95% sure, for 9 of 10 draws).")
    refined = [n for n in communities.needs if n.is_refined and not n.is_never]
    assert best.epsilon == min(need.epsilon for need in refined)


def test_at_the_epsilon_named_nine_of_ten_fresh_draws_meet_the_target(karate, communities):
    best = communities.ranked(communities.targets[0])[0]
    fresh = gdp.compare(
        karate, best.mechanism, best.analysis, epsilon=best.nominal, seed=77, repeats=60
    )
    assert sum(row["ari"] >= 0.8 for row in fresh.repeats) >= 0.8 * 60


def test_the_epsilon_is_the_exact_one_and_one_of_a_family_is_refined(communities):
    laplace = next(n for n in communities.needs if n.mechanism.id == "laplace_flip")
    assert laplace.epsilon < laplace.nominal
    assert not laplace.is_refined
    assert laplace.in_words.startswith("about ")


def test_a_title_with_brackets_stays_whole_and_what_is_not_refined_is_not_called_sure(monkeypatch):
    mechanism = gdp.mechanism("edge_flip")
    monkeypatch.setattr(type(mechanism), "title", "edgeFlip (as published)")
    target = Target(gdp.analysis("spectral"), gdp.analysis("spectral").metrics[0], 0.5)

    def advice(draws):
        need = Need(target, mechanism, target.analysis, 2.0, 20.0, draws)
        return Advice("made", (target,), (need,), {}, confidence=0.95, share=0.9)

    sure, rough = advice(29), advice(0)
    named = mechanism.called(inside=True)
    assert sure.finding == f"You need ε = 2 with {named}."
    assert sure.headline() == f"{sure.finding[:-1]} (95% sure, for 9 of 10 draws)."
    assert rough.headline() == rough.finding
    assert rough.finding == f"You need ε = about 2 with {named}."


def test_never_is_said_plainly(communities):
    never = [need for need in communities.needs if need.is_never and not need.is_refined]
    assert never
    assert all(need.in_words.startswith("never: not even at") for need in never)
    two = [gdp.mechanism(id) for id in ("dk_series", "private_block_model")]
    plain = gdp.answer(gdp.load_graph("karate"), {"louvain.ari": 0.99}, mechanisms=two)
    assert plain.headline() == (
        "Never: no mechanism that compares reaches agreement (ARI) at least 0.99."
    )
    assert re.fullmatch(rf"{two[1].title} comes nearest, with 0\.\d+ at ε = 20\.", plain.remarks[0])
    assert plain.ranked(plain.targets[0])[0].mechanism is two[1], "its curve is drawn"
    assert plain.rests_on == []


def test_what_proves_nothing_stands_apart(communities):
    apart = communities.standing_apart(communities.targets[0])
    assert apart["ModDivisive"][1] == "not proved private"
    assert all(need.guarantee.protects for need in communities.ranked(communities.targets[0]))


@pytest.mark.long
def test_another_delta_stands_apart_with_its_reason(both):
    others = both.standing_apart(both.targets[1])
    assert any(why.startswith("protects ") for _, why in others.values())
    pure, with_delta = (
        gdp.mechanism("pamst", accounting=a).guarantee(1.0) for a in ("pure", "zcdp")
    )
    assert apart(with_delta, pure).startswith("δ = ")
    assert not apart(pure, pure)


@pytest.mark.long
def test_plans_are_one_release_for_all_and_the_best_split(both):
    plans = both.plans()
    assert [plan.epsilon for plan in plans] == sorted(plan.epsilon for plan in plans)
    one = next(plan for plan in plans if len(plan.spent) == 1)
    split = next(plan for plan in plans if len(plan.spent) == 2)
    assert set(one.serves) == set(split.serves) == {"louvain.ari", "centrality.top10_kept"}
    (title,) = one.spent
    needs = [n for n in both.needs if n.mechanism.title == title]
    assert one.epsilon == max(need.epsilon for need in needs)
    assert f"{split}".endswith("in total")
    assert str(plans[0]) in both.headline()


@pytest.mark.long
def test_settings_that_make_mechanisms_comparable_are_set(both):
    degrees = next(n for n in both.needs if n.mechanism.id == "noisy_degrees")
    assert degrees.analysis.score == "degree"


def test_a_mechanism_that_does_not_run_is_named_with_its_reason(communities):
    assert "this graph has none" in communities.unfit["Laplace on weights"]


def test_the_same_answer_comes_from_the_store_without_a_release(karate, monkeypatch):
    store, flip = CellStore(), [gdp.mechanism("edge_flip")]
    first = gdp.answer(karate, {"louvain.ari": 0.8}, mechanisms=flip, store=store)
    monkeypatch.setattr(type(flip[0]), "_draw", lambda *a, **k: pytest.fail("drawn again"))
    again = gdp.answer(karate, {"louvain.ari": 0.8}, mechanisms=flip, store=store)
    assert again.rows() == first.rows()


def test_a_release_that_breaks_counts_as_a_miss_and_is_named(karate, monkeypatch):
    flip = gdp.mechanism("edge_flip")

    def breaks(self, graph, **more):
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(type(flip), "_draw", breaks)
    advice = gdp.answer(karate, {"louvain.ari": 0.8}, mechanisms=[flip])
    assert advice.needs[0].is_never
    assert "edgeFlip at ε = 20, draw 0: ZeroDivisionError: a mistake" in advice.failed


@pytest.mark.parametrize(
    ("targets", "more", "sentence"),
    [
        ({"louvain.ari": 0.8}, {"confidence": 1.0}, "confidence must be a number from 0.5"),
        ({"louvain.ari": 0.8}, {"draws": 10}, "draws must be at least 29"),
        ({"louvain.ari": 0.8}, {"mechanisms": [gdp.mechanism("noisy_degrees")]}, "No mechanism"),
        ({"louvain.ari": 0.8}, {"mechanisms": [gdp.mechanism("weight_laplace")]}, "has none"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_one_sentence(karate, targets, more, sentence):
    with pytest.raises(Refused, match=sentence):
        gdp.answer(karate, targets, **more)


def test_a_metric_without_a_value_on_this_graph_is_refused():
    bare = gdp.Graph.from_edges(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5)])
    with pytest.raises(Refused, match="has no value on this graph"):
        gdp.answer(bare, {"louvain.ari_labels_private": 0.5})


@pytest.mark.long
def test_the_least_of_three_covers_the_true_epsilon_in_95_of_100_sweeps(karate, monkeypatch):
    # The least of three bounds of 95% covers 85 of 100 here, but for the fresh draws.
    rng, covered = np.random.default_rng(0), []
    three = [gdp.mechanism(id) for id in ("edge_flip", "top_m_filter", "private_block_model")]
    middle, width = np.log(2.0), 0.6
    true = np.exp(middle + 1.2815516 * width)  # nine of ten draws meet the target here

    def answers(race, asked, progress):
        return {
            runner: [
                bool(np.log(runner.stops[ask.stop]) >= own[runner.mechanism.id][draw])
                for draw in ask.draws
            ]
            for runner, ask in asked.items()
        }

    monkeypatch.setattr(advisor.Race, "check", lambda race, *more: None)
    monkeypatch.setattr(advisor.Race, "answers", answers)
    for _ in range(100):
        own = {mechanism.id: rng.normal(middle, width, 58) for mechanism in three}
        advice = gdp.answer(karate, {"louvain.ari": 0.8}, mechanisms=three)
        (best,) = advice.rests_on
        assert best.draws == 58
        covered.append(best.epsilon >= true)
    assert np.mean(covered) >= 0.95  # the true coverage is 0.995: fails once in 70,000 runs


def test_the_stops_rise_by_about_a_tenth():
    ratios = [b / a for a, b in zip(advisor.STOPS, advisor.STOPS[1:], strict=False)]
    assert 1.08 < min(ratios) <= max(ratios) < 1.12
