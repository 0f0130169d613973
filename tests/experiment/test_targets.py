"""Targets: what is asked for makes sense, or one sentence says why not."""

import math

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.targets import read_target, targets_from
from graphdp_core.params import Refused


@pytest.mark.parametrize(
    ("targets", "sentence"),
    [
        ({}, "targets must hold at least one"),
        ({"louvain": 0.8}, "a target is named ANALYSIS.METRIC, such as louvain.ari, got 'louvain'"),
        ({"lovain.ari": 0.8}, "analysis must be one of"),
        ({"louvain.arri": 0.8}, "metric of louvain must be one of ari"),
        ({"louvain.communities_private": 3}, "has no better direction"),
        ({"louvain.ari": 1.2}, r"louvain.ari is at most 1, so that 1.2 can never be reached"),
        ({"spectral.procrustes_error": -1}, "is at least 0, so that -1 can never be reached"),
        ({"louvain.ari": math.nan}, "louvain.ari needs a finite number"),
        ({"louvain.ari": "much"}, "louvain.ari needs a finite number"),
    ],
)
def test_a_target_that_cannot_be_is_refused(targets, sentence):
    with pytest.raises(Refused, match=sentence):
        targets_from(targets)


def test_errors_must_fall_and_agreements_must_rise():
    error, agreement = targets_from({"spectral.procrustes_error": 0.3, "louvain.ari": 0.8})
    assert error.is_met({"procrustes_error": 0.3})
    assert not error.is_met({"procrustes_error": 0.31})
    assert agreement.is_met({"ari": 0.8})
    assert not agreement.is_met({"ari": 0.79})
    assert not agreement.is_met({"ari": math.nan})
    assert not agreement.is_met({})


@pytest.mark.parametrize("text", ["louvain.ari>=0.8", " louvain.ari >= .8 ", "louvain.ari=0.8"])
def test_a_typed_target_is_read(text):
    assert read_target(text) == ("louvain.ari", 0.8)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("louvain.ari<=0.8", "louvain.ari is better when higher: write >="),
        ("louvain.ari", "a target is written ANALYSIS.METRIC>=VALUE, got 'louvain.ari'"),
        ("louvain.ari>=much", "a target is written"),
    ],
)
def test_a_mistyped_target_is_refused(text, sentence):
    with pytest.raises(Refused, match=sentence):
        read_target(text)


def test_the_width_of_an_interval_is_a_target_like_others():
    (width,) = targets_from({"intervals.homophily": 0.05})
    assert width.is_met({"homophily": 0.04})
    assert not width.is_met({"homophily": math.nan})
    graph = gdp.generate("sbm", n=120, seed=1, within=0.4, between=0.1)
    advice = gdp.answer(
        graph, {"intervals.homophily": 0.05}, mechanisms=[gdp.mechanism("edge_flip")]
    )
    (need,) = advice.needs
    assert 0.5 < need.epsilon < 5.0
    with pytest.raises(Refused, match="has no value on this graph"):
        gdp.answer(gdp.generate("erdos_renyi", n=60, seed=1), {"intervals.homophily": 0.05})
