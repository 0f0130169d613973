"""What whoever receives a zip is shown, without anything of the curator's.

What a receiver takes away: every sample has a report, and nothing of a stranger's is markup.

What follows from a release is computed from its bytes alone, in a process of its own.
"""

import io
import zipfile
from dataclasses import replace

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust import received as module
from graphdp_core.trust.in_memory_release import in_memory_release
from graphdp_core.trust.package import packed, unpacked
from graphdp_core.trust.received import (
    SAMPLES,
    derived_results,
    followed,
    given_report,
    received,
    sample,
)

KARATE = gdp.load_graph("karate")


def zipped(tmp_path, id, epsilon="4"):
    sealed = gdp.publish(
        KARATE, gdp.mechanism(id), epsilon=epsilon, to=tmp_path / "r.zip",
        ledger=tmp_path / "l.jsonl",
    )  # fmt: skip
    return sealed.path.read_bytes()


def test_a_graph_by_flips_has_numbers_unknowns_and_possible_truths(tmp_path):
    receipt = received(zipped(tmp_path, "edge_flip"), truths=5)
    assert len(receipt.truths) == 5
    assert {row.statistic for row in receipt.known} >= {"edges"}
    assert all(row.why for row in receipt.unknown)
    assert receipt.promise.startswith("This release protects")
    assert len(receipt.checks) == 2
    assert not receipt.note


def test_degrees_have_numbers_and_no_truths(tmp_path):
    receipt = received(zipped(tmp_path, "noisy_degrees"))
    assert receipt.truths == ()
    assert receipt.known or receipt.unknown


def test_a_release_without_law_is_read_and_says_why_nothing_is_estimated(tmp_path):
    receipt = received(zipped(tmp_path, "dk_series"))
    assert (receipt.known, receipt.unknown, receipt.truths) == ((), (), ())
    assert "has no rates" in receipt.note


def test_a_changed_zip_is_refused(tmp_path):
    with pytest.raises(Refused):
        received(zipped(tmp_path, "edge_flip")[:-1])


@pytest.mark.sample
@pytest.mark.parametrize("id", SAMPLES)
def test_every_sample_is_verified_and_told(id):
    receipt = received(sample(id), truths=2)
    said = given_report(receipt, title="<script>a</script>")
    assert "<script" not in said
    assert "&lt;script&gt;" in said
    assert receipt.known
    assert receipt.promise in said
    assert said.count("<svg") == (3 if id in ("club", "school") else 0)
    bad = {**receipt.given.certificate, "question": "<img src=x>"}
    asked = given_report(replace(receipt, given=replace(receipt.given, certificate=bad)), title="a")
    assert "<img" not in asked


@pytest.mark.parametrize("id", ["", "karate", "../../etc/passwd", "http://127.0.0.1/a.zip"])
def test_an_address_names_a_sample_and_nothing_else(id):
    with pytest.raises(Refused, match="name one of club"):
        sample(id)


@pytest.fixture(scope="module")
def release():
    karate, flips = gdp.load_graph("karate"), gdp.mechanism("edge_flip")
    return in_memory_release(
        karate, flips, epsilon="20", names="public", question="", files={}
    ).release  # at 20 no pair is flipped, but once in ten thousand releases


def test_the_other_process_answers_as_this_one_and_gets_nothing_else(release, monkeypatch):
    seen = {}
    real = module.subprocess.run

    def run(words, **options):
        seen.update(options, words=words)
        return real(words, **options)

    monkeypatch.setattr(module.subprocess, "run", run)
    monkeypatch.setenv("GRAPHDP_SECRET", "the private graph")
    made = unpacked(derived_results(release))
    assert made == followed(release)
    assert seen["input"] == release
    assert "GRAPHDP_SECRET" not in seen["env"]
    assert seen["words"][1:] == ["-m", "graphdp_core.trust.received"]


def test_it_holds_communities_ranking_and_statistics(release):
    made = followed(release)
    assert list(made) == ["communities.csv", "ranking.csv", "statistics.csv", "ABOUT.txt"]
    rows = [line.split(",") for line in made["communities.csv"].decode().splitlines()]
    assert rows[0] == ["node", "community"]
    assert len(rows) == 35
    statistics = dict(line.split(",")[:2] for line in made["statistics.csv"].decode().splitlines())
    assert statistics["edges"] == "78"


def test_a_release_that_was_changed_or_is_too_large_is_refused(release, monkeypatch):
    whole = io.BytesIO(release)
    with zipfile.ZipFile(whole, "a") as archive:
        archive.writestr("more.txt", "1")
    with pytest.raises(Refused, match=r"more\.txt was added"):
        derived_results(whole.getvalue())
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    with pytest.raises(Refused, match="at most 0 are taken"):
        derived_results(release)


def test_scores_are_used_as_they_are():
    files = {"certificate.json": b'{"checksum": "1", "statement": "s"}', "scores.csv": b"node,d\n"}
    with pytest.raises(Refused, match="use it as it is"):
        followed(packed(files))
