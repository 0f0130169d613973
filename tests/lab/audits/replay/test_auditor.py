"""Faults that a package may plant, on the published road and at middle sizes: each is caught."""

from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.audit import least_seen
from graphdp_core.lab.audits.fault_injection import Published
from graphdp_core.lab.audits.replay import replay_audit
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.secure_random import SecureRandom

PATH = gdp.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])


class Telling(IntegerNoise):
    """Noise whose certificate tells the sum of the true values."""

    def facts(self, outcome):
        return {"sum": str(int(self.values.sum()))}


class Quiet(IntegerNoise):
    """Noise of which a hundredth is drawn where it is published, though its loss says all."""

    def drawn_exactly(self, coins):
        return self.values + (super().drawn_exactly(coins) - self.values) // 100


class Stranger(NoisyDegrees):
    """Noisy degrees with a fault."""

    fault = ""

    def _check(self, graph, epsilon):
        if self.fault == "complete" and graph.n > 12 and graph.m == graph.n * (graph.n - 1) // 2:
            raise gdp.Refused("a complete graph tells too much: take another.")

    def _drawn(self, graph, *, epsilon, draws, progress):
        law = {"fact": Telling, "quiet": Quiet}.get(self.fault, IntegerNoise)
        n, density = graph.n, 2 * graph.m / max(graph.n * (graph.n - 1), 1)
        is_bad = (self.fault == "sizes" and 14 <= n <= 23) or (
            self.fault == "densities" and n >= 13 and 0.1 < density < 0.9
        )
        noisy = draws.draw(
            law("degrees", epsilon, graph.degrees * (2 if is_bad else 1), sensitivity=2)
        )
        if self.fault == "note":
            draws.note("internal checksum", graph.m)
        if self.fault == "clip":
            noisy = np.minimum(noisy, graph.degrees.max(initial=0) + 25)
        if self.fault == "dear":
            draws.draw(IntegerNoise("degrees again", epsilon, graph.degrees, sensitivity=2))
        return gdp.results.Scores(np.asarray(noisy, dtype=np.float64), measure="degree")


def planted(fault):
    return type("Made", (Stranger,), {"fault": fault})()


@pytest.mark.sample
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("", ""),
        ("note", "the certificate states another internal checksum"),
        ("fact", "the certificate states something else of degrees"),
        ("clip", "although every draw came out the same"),
        ("sizes", "its value moved by 4, not 2"),
        ("densities", "its value moved by 4, not 2"),
        ("complete", "a complete graph tells too much"),
    ],
)
def test_the_replay_that_everybody_runs_finds_it(fault, words):
    """With the pairs and the seed of `graphdp check`; the honest one is not accused."""
    replayed = replay_audit(planted(fault), pairs=2000).finding
    assert bool(replayed) == bool(fault)
    assert words in replayed


@pytest.mark.long
def test_noise_that_only_publications_lack_is_found_in_publications():
    """Seed fixed; an honest mechanism is accused with probability 1e-3."""
    made = planted("quiet")
    said = replay_audit(made, pairs=200).statement()
    assert "how Quiet draws, only releases can show" in said
    audited = gdp.audit(Published(made), runs=200, rng=np.random.default_rng(1))
    assert audited.verdict == "violation"
    honest = gdp.audit(Published(planted("")), runs=200, rng=np.random.default_rng(1))
    assert honest.verdict == "consistent"


@pytest.mark.long
def test_what_an_audit_says_it_would_see_it_sees():
    """Seed fixed; noise for thrice the epsilon is missed in fewer than one of 1,000 such audits."""
    seen = least_seen(planted(""), runs=1000, rng=np.random.default_rng(2))
    assert seen is not None
    assert 1.0 < seen <= 3.0


@pytest.mark.parametrize("name", ["publish", "_draw_exactly"])
def test_a_class_that_publishes_in_its_own_way_is_not_made(name):
    with pytest.raises(TypeError, match=f"Made defines {name}: a publication is drawn by _drawn"):
        type("Made", (NoisyDegrees,), {name: lambda self, graph, **_: graph})
    assert name in vars(Mechanism)


def test_more_spent_than_typed_is_refused():
    with pytest.raises(gdp.Refused, match="spend ε = 2 together, more than the 1 that were typed"):
        planted("dear").publish(PATH, epsilon=Fraction(1), coins=SecureRandom())
