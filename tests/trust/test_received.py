"""What whoever receives a zip is shown, without anything of the curator's.

What a receiver takes away: every sample has a report, and nothing of a stranger's is markup.
"""

from dataclasses import replace

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust.received import SAMPLES, given_report, received, sample

KARATE = gdp.load_graph("karate")


def zipped(tmp_path, id, epsilon="4"):
    found = gdp.publish(
        KARATE, gdp.mechanism(id), epsilon=epsilon, to=tmp_path / "r.zip",
        ledger=tmp_path / "l.jsonl",
    )  # fmt: skip
    return found.path.read_bytes()


def test_a_graph_by_flips_has_numbers_unknowns_and_possible_truths(tmp_path):
    found = received(zipped(tmp_path, "edge_flip"), truths=5)
    assert len(found.truths) == 5
    assert {row.statistic for row in found.known} >= {"edges"}
    assert all(row.why for row in found.unknown)
    assert found.promise.startswith("This release protects")
    assert len(found.checks) == 2
    assert not found.note


def test_degrees_have_numbers_and_no_truths(tmp_path):
    found = received(zipped(tmp_path, "noisy_degrees"))
    assert found.truths == ()
    assert found.known or found.unknown


def test_a_release_without_law_is_read_and_says_why_nothing_is_estimated(tmp_path):
    found = received(zipped(tmp_path, "dk_series"))
    assert (found.known, found.unknown, found.truths) == ((), (), ())
    assert "has no rates" in found.note


def test_a_changed_zip_is_refused(tmp_path):
    with pytest.raises(Refused):
        received(zipped(tmp_path, "edge_flip")[:-1])


@pytest.mark.parametrize("id", SAMPLES)
def test_every_sample_is_verified_and_told(id):
    found = received(sample(id), truths=2)
    said = given_report(found, title="<script>a</script>")
    assert "<script" not in said
    assert "&lt;script&gt;" in said
    assert found.known
    assert found.promise in said
    assert said.count("<svg") == (3 if id in ("club", "school") else 0)
    bad = {**found.given.certificate, "question": "<img src=x>"}
    asked = given_report(replace(found, given=replace(found.given, certificate=bad)), title="a")
    assert "<img" not in asked


@pytest.mark.parametrize("id", ["", "karate", "../../etc/passwd", "http://127.0.0.1/a.zip"])
def test_an_address_names_a_sample_and_nothing_else(id):
    with pytest.raises(Refused, match="name one of club"):
        sample(id)
