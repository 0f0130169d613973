"""The ledger: sums, caps, its chain, what a crash leaves, and two writers at once."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction

import numpy as np
import pytest

from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.params import Refused
from graphdp_core.privacy.accounting import pure_rho
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.trust.ledger import Ledger

EDGE = NeighbouringRelation.EDGE


def spend(ledger, epsilon, *, relation="edge", radius="1", id="x"):
    """Charge one release."""
    facts = {"relation": relation, "radius": radius, "epsilon": epsilon, "delta": "0", "id": id}
    with ledger.held() as book:
        book.charge(facts)


@pytest.fixture
def ledger(tmp_path):
    """A ledger that is not begun."""
    return Ledger(tmp_path / "people.jsonl")


def test_epsilons_of_one_relation_add_up_exactly(ledger):
    for _ in range(10):
        spend(ledger, "0.1")
    spent = ledger.spent()["edge", "1"]
    assert spent.epsilon == 1
    assert spent.releases == 10
    assert spent.statement() == "10 releases: ε = 1 in total."


def test_what_follows_from_another_unit_is_added_and_what_does_not_is_named(ledger):
    spend(ledger, "1")
    spend(ledger, "2", relation="node, whose edges change")
    spent = ledger.spent()
    assert spent["edge", "1"].epsilon == 3, "a node that is rewired may be rewired by one edge"
    assert spent["node, whose edges change", "1"].epsilon == 2
    assert "without line 2" in spent["node, whose edges change", "1"].statement()


def test_a_smaller_radius_counts_as_often_as_it_goes_into_a_larger_one(ledger):
    spend(ledger, "2", relation="weight, l1", radius="1.0")
    spend(ledger, "4", relation="weight, l1", radius="0.4")
    by_name = {radius: spent.epsilon for (_, radius), spent in ledger.spent().items()}
    assert by_name == {"1": 2 + 3 * 4, "0.4": 2 + 4}


def test_many_small_releases_cost_less_than_their_sum(ledger):
    for _ in range(100):
        spend(ledger, "0.1")
    spent = ledger.spent()["edge", "1"]
    assert spent.best.epsilon == pytest.approx(4.774567, abs=1e-6)
    planned = "if number and ε of all releases were fixed beforehand"
    assert f"(ε = 4.78 with δ = 1e-06, {planned})" in spent.statement()


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0, 8.0])
def test_the_rho_of_a_pure_epsilon_is_that_of_randomised_response(epsilon):
    # The supremum over alpha of the Renyi divergence over alpha, on a dense grid.
    p, q = 1 / (1 + math.exp(-epsilon)), 1 / (1 + math.exp(epsilon))
    alpha = 1 + np.exp(np.linspace(-8, 6, 40_000))
    logs = np.logaddexp(
        alpha * math.log(p) + (1 - alpha) * math.log(q),
        alpha * math.log(q) + (1 - alpha) * math.log(p),
    )
    largest = float((logs / (alpha - 1) / alpha).max())
    assert largest == pytest.approx(pure_rho(epsilon), rel=1e-3)
    assert largest <= pure_rho(epsilon) * (1 + 1e-9)


def test_a_cap_is_enforced_and_can_be_raised(ledger):
    ledger.cap(EDGE, Fraction("1.5"))
    spend(ledger, "1.2")
    claim = EdgeFlip().guarantee(0.3)
    ledger.check(claim, Fraction("0.3"), edges=1)
    with pytest.raises(Refused, match=r"0\.3 of 1\.5"):
        ledger.check(claim, Fraction("0.31"), edges=1)
    ledger.cap(EDGE, Fraction(2))
    ledger.check(claim, Fraction("0.31"), edges=1)


def test_a_cap_on_edges_is_not_evaded_by_a_release_that_shows_them(ledger):
    ledger.cap(EDGE, Fraction(1))
    weights = WeightLaplace().guarantee(0.1)
    with pytest.raises(Refused, match="it publishes who is joined with whom") as refused:
        ledger.check(weights, Fraction("0.1"), edges=1)
    assert '--cap none --relation "edge".' in str(refused.value)
    ledger.lift(EDGE)
    ledger.check(weights, Fraction("0.1"), edges=1)
    assert ledger.caps == {}


def test_a_radius_divided_by_the_edges_is_compared_as_the_number_it_is(ledger):
    l1 = NeighbouringRelation.WEIGHT_L1
    ledger.cap(l1, Fraction(4), radius="0.05")
    divided = PAMST(sensitivity="normalised", radius=0.5).guarantee(1.0)
    ledger.check(divided, Fraction(4), edges=10)
    with pytest.raises(Refused, match="counts 2 times there, is more than the ledger has left"):
        ledger.check(divided, Fraction(4), edges=20)


@pytest.mark.parametrize("radius", ["banana", "0", "-1", "0.5/|E|"])
def test_a_cap_on_a_radius_that_is_no_number_is_refused(ledger, radius):
    with pytest.raises(Refused, match="radius must be a number above 0"):
        ledger.cap(NeighbouringRelation.WEIGHT_L1, Fraction(1), radius=radius)


def test_a_cap_that_earlier_releases_have_broken_is_not_set(ledger):
    spend(ledger, "1", relation="weight, l1")
    with pytest.raises(Refused, match="line 2 of the ledger"):
        ledger.cap(EDGE, Fraction(5))


def test_an_old_ledger_of_separate_accounts_is_read_and_says_what_no_longer_holds(ledger):
    with ledger.held() as book:  # as versions before wrote it
        book._append("cap", {"relation": "edge", "radius": "1", "epsilon": "1"})
    spend(ledger, "1")
    spend(ledger, "1", relation="weight, l1", radius="0.5/|E|")
    spent = Ledger(ledger.path).spent()
    assert "line 4 publishes who is joined with whom" in spent["edge", "1"].statement()
    assert spent["weight, l1", "0.5/|E|"].epsilon == 1
    with pytest.raises(Refused, match="cannot be kept any more: line 4"):
        ledger.check(WeightLaplace().guarantee(1.0), Fraction(1), edges=1)


def test_a_release_that_takes_from_earlier_ones_what_they_protect_is_named(ledger):
    spend(ledger, "1")
    assert "line 2 of the ledger protected" in ledger.voided(WeightLaplace().guarantee(1.0))
    assert ledger.voided(EdgeFlip().guarantee(1.0)) == ""


def test_published_edges_cannot_be_protected_later(ledger):
    spend(ledger, "1", relation="weight, l1")
    with pytest.raises(Refused, match="line 2 of the ledger has published who is joined"):
        ledger.check(EdgeFlip().guarantee(1.0), Fraction(1), edges=1)


def test_a_ledger_opened_again_is_the_same(ledger):
    spend(ledger, "0.5")
    ledger.cap(EDGE, Fraction(3))
    assert Ledger(ledger.path).lines == ledger.lines


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_changed_line_is_found_and_named(ledger, line):
    spend(ledger, "0.5")
    spend(ledger, "0.7")
    rows = ledger.path.read_text().splitlines()
    changed = json.loads(rows[line - 1])
    changed["time"] = "2000-01-01T00:00:00+00:00"
    rows[line - 1] = json.dumps(changed)
    ledger.path.write_text("\n".join(rows) + "\n")
    with pytest.raises(Refused, match=f"line {line} was changed"):
        Ledger(ledger.path)


def test_a_line_taken_out_is_found(ledger):
    for epsilon in ("0.5", "0.6", "0.7"):
        spend(ledger, epsilon)
    rows = ledger.path.read_text().splitlines()
    ledger.path.write_text("\n".join([*rows[:2], *rows[3:]]) + "\n")
    with pytest.raises(Refused, match="line 3 does not follow"):
        Ledger(ledger.path)


@pytest.mark.parametrize("text", ["notes", "[]\n", "{}\n", '{"checksum": 1}\n', "\x00\xff\n"])
def test_another_file_is_no_ledger(tmp_path, text):
    path = tmp_path / "x"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(Refused):
        Ledger(path)


def test_a_ledger_of_a_newer_version_says_so(ledger, monkeypatch):
    monkeypatch.setattr("graphdp_core.trust.ledger.FORMAT", "graphdp-ledger/9")
    spend(ledger, "1")
    monkeypatch.undo()
    with pytest.raises(Refused, match="graphdp-ledger/9"):
        Ledger(ledger.path)


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_line_cut_off_by_a_crash_is_dropped_and_the_next_follows(ledger, cut):
    spend(ledger, "0.5")
    spend(ledger, "0.7")
    os.truncate(ledger.path, ledger.path.stat().st_size - cut)
    again = Ledger(ledger.path)
    assert again.spent()["edge", "1"].epsilon == Fraction("0.5")
    spend(again, "0.9")
    assert Ledger(ledger.path).spent()["edge", "1"].epsilon == Fraction("1.4")


WRITER = """
import sys
from graphdp_core.trust.ledger import Ledger
for k in range(int(sys.argv[2])):
    with Ledger(sys.argv[1]).held() as book:
        book.charge({"relation": "edge", "radius": "1", "epsilon": "0.01", "delta": "0", "id": k})
    print(k, flush=True)
"""


def writer(ledger, count):
    """A process that charges so many releases."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(ledger.path), str(count)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_a_killed_writer_leaves_every_line_it_reported(ledger):
    with writer(ledger, 10_000) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        reported = 1 + len(process.stdout.read().splitlines())
    spent = Ledger(ledger.path).spent()["edge", "1"].releases
    assert reported <= spent <= reported + 1
    spend(Ledger(ledger.path), "0.01")
    assert Ledger(ledger.path).spent()["edge", "1"].releases == spent + 1


def test_a_graph_is_named_by_a_key_of_the_ledger(ledger, tmp_path):
    spend(ledger, "1")
    other = Ledger(tmp_path / "other.jsonl")
    spend(other, "1")
    assert ledger.keyed("abc") == Ledger(ledger.path).keyed("abc") != other.keyed("abc")
    if sys.platform != "win32":
        assert (tmp_path / "people.jsonl.key").stat().st_mode & 0o077 == 0
