"""The glossary: every entry is short, and every term that the code asks for is in it.

docs/proofs.md says of every mechanism what the code says.
"""

import ast
import re
import runpy
from pathlib import Path

import pytest

import graphdp_core as gdp
from graphdp_core.stage.stop import short_statement
from graphdp_core.vocabulary import TOPICS
from pages.ground.glossary import term, terms

ROOT = Path(__file__).parents[2]
USES = re.compile(r"\bterm(?:\(\s*|=)[\"']([^\"']+)[\"']")


def used_terms():
    """Every term named in a call of term("...") in the app and the core."""
    files = [*ROOT.glob("pages/**/*.py"), *ROOT.glob("graphdp_core/**/*.py")]
    return {name for file in files for name in USES.findall(file.read_text(encoding="utf-8"))}


def test_every_term_that_is_asked_for_is_defined():
    asked = used_terms()
    assert asked
    assert all(term(name) for name in asked)


def test_every_entry_is_one_to_three_sentences():
    for name, text in terms().items():
        assert text.endswith("."), name
        assert 1 <= len(re.findall(r"\.(?= [A-Z]|$)", text)) <= 3, name
        assert "\n" not in text


def test_an_unknown_term_says_where_to_add_it():
    with pytest.raises(ValueError, match=r"does not define 'blot'.*glossary\.md"):
        term("blot")


def test_its_table_of_plain_words_is_that_of_the_code():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w ]+) \| ([\w -]+) \| ([\w ,]+) \|$", text, re.MULTILINE)
    assert rows[1:] == [(topic.title, topic.field, topic.gloss) for topic in TOPICS]


ORDINARY = {
    "graph", "node", "edge", "tie", "analysis", "release", "mechanism", "guarantee", "parameter",
    "metric", "draw", "community", "partition", "unit", "relation", "baseline", "repeat", "seed",
    "refusal", "audit",
}  # fmt: skip
"""Terms that a tooltip may use without saying what they mean: titles and menus do."""


def own_words(page):
    """The texts of all tooltips of a page, and whether each of them asks the glossary."""
    for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg == "help":
            parts = list(ast.walk(node.value))
            text = " ".join(str(p.value) for p in parts if isinstance(p, ast.Constant))
            calls = [p.func.id for p in parts if isinstance(p, ast.Call) and hasattr(p.func, "id")]
            yield text, "term" in calls


@pytest.mark.long
def test_no_tooltip_of_a_page_explains_a_term_in_words_of_its_own():
    """A tooltip with a word of the field in it begins with what the glossary says of one."""
    field = [name for name in terms() if name not in ORDINARY]
    pages = list(ROOT.glob("pages/**/*.py"))
    values = [
        f"{page.name}: {name} in {text!r}"
        for page in pages
        for text, asks in own_words(page)
        for name in field
        if re.search(rf"\b{re.escape(name)}s?\b", text, re.IGNORECASE) and not asks
    ]
    assert not values
    assert sum(asks for page in pages for _, asks in own_words(page)) >= 9


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
