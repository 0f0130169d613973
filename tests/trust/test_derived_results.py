"""What follows from a release is computed from its bytes alone, in a process of its own."""

import io
import zipfile

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust import derived_results as module
from graphdp_core.trust.derived_results import derived_results, followed
from graphdp_core.trust.in_memory_release import in_memory_release
from graphdp_core.trust.package import packed, unpacked


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
    assert seen["words"][1:] == ["-m", "graphdp_core.trust.derived_results"]


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
    with pytest.raises(Refused, match="was changed"):
        derived_results(whole.getvalue())
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    with pytest.raises(Refused, match="at most 0 are taken"):
        derived_results(release)


def test_scores_are_used_as_they_are():
    files = {"certificate.json": b'{"checksum": "1", "statement": "s"}', "scores.csv": b"node,d\n"}
    with pytest.raises(Refused, match="used as it is"):
        followed(packed(files))
