"""docs/proofs.md says of every mechanism what the code says."""

import re
import runpy
from pathlib import Path

import pytest

import graphdp_core as gdp
from graphdp_core.stage.stop import short_statement

DOCUMENT = Path(__file__).parents[2] / "docs" / "proofs.md"
SECTION = re.compile(
    r"^### (?P<id>[a-z0-9_]+)\n\n"
    r"- Relation: (?P<relation>.+)\n"
    r"- Status: (?P<status>.+)\n"
    r"- At ε = 1: ε = (?P<epsilon>\S+), δ = (?P<delta>\S+)\n\n"
    r"(?P<text>(?:(?!^##).*\n)+)",
    re.MULTILINE,
)
SECTIONS = {s["id"]: s for s in SECTION.finditer(DOCUMENT.read_text(encoding="utf-8"))}


def test_every_mechanism_has_one_section_and_no_section_is_left_over():
    assert set(SECTIONS) == {mechanism.id for mechanism in gdp.MECHANISMS}


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
def test_the_section_states_what_the_mechanism_states(kind):
    section, guarantee = SECTIONS[kind.id], kind().guarantee(1.0)
    assert section["relation"] == guarantee.relation.value
    assert section["status"] == guarantee.status.value
    exact = guarantee.exact_epsilon or guarantee.epsilon
    assert float(section["epsilon"]) == pytest.approx(exact, rel=1e-3)
    assert float(section["delta"]) == guarantee.delta


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
def test_a_proof_or_a_counterexample_and_a_reference_are_given(kind):
    text, proved = SECTIONS[kind.id]["text"], kind().guarantee(1.0).status.is_proved
    assert "*Reference*:" in text
    assert ("*Proof.*" in text or "*Proved.*" in text) if proved else "*Counterexample" in text


SEARCHING = (
    gdp.mechanism("noisy_eigenvalues"),
    gdp.mechanism("noisy_centrality", score="eigenvector", calibration="propose_test_release"),
    gdp.mechanism("noisy_centrality", score="eigenvector"),
)


@pytest.mark.parametrize("made", SEARCHING, ids=repr)
def test_what_rests_on_a_search_says_so_wherever_it_is_stated(made):
    """Above 200 nodes the largest eigenvalues are searched for; the proof assumes no miss."""
    doubt, guarantee = "the search for the largest misses none", made.guarantee(1.0)
    assert doubt in " ".join(SECTIONS[made.id]["text"].split())
    assert doubt in guarantee.statement()
    assert doubt in short_statement(guarantee)


def test_every_status_that_a_mechanism_can_have_is_explained():
    text = DOCUMENT.read_text(encoding="utf-8")
    for kind in gdp.MECHANISMS:
        assert f"| {kind().guarantee(1.0).status.value} |" in text


def test_the_table_of_replays_is_the_one_that_is_made_of_what_is_kept():
    table = runpy.run_path(str(DOCUMENT.with_name("replays.py")))
    text = DOCUMENT.read_text(encoding="utf-8")
    written = text.partition(table["BEGIN"])[2].partition(table["END"])[0].strip()
    assert written == table["replay_table"](), "put there what docs/replays.py prints"
