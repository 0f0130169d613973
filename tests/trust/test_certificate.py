"""A largest component is chosen by looking at edges: whoever publishes or verifies it is told."""

import json
from html import unescape

import pytest

import graphdp_core as gdp
from graphdp_core.cli.commands import main
from graphdp_core.experiment.count_errors import model_sentence
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import Loaded
from graphdp_core.intake.largest_component import in_largest_component
from graphdp_core.trust.certificate import unprotected
from graphdp_core.trust.package import unpacked
from graphdp_core.trust.publish import publish
from graphdp_core.trust.verify import verify
from graphdp_core.vocabulary import of_ties

WORDS = "no ε covers that"


@pytest.mark.parametrize("edges", [[(0, 1), (2, 3)], [(0, 1), (1, 2), (2, 3)]])
def test_a_component_remembers_that_it_was_chosen_even_if_it_is_all(edges):
    """With an edge less it might not have been: that nothing was left out tells as much."""
    whole = Graph.from_edges(4, edges)
    part = in_largest_component(Loaded(whole, "")).graph
    assert unprotected(whole) == ""
    assert WORDS in unprotected(part)
    assert (part == whole) == (part.n == 4), "it is no part of the content"


def test_certificate_page_reader_and_verification_say_it(tmp_path):
    graph = gdp.load_graph("karate", largest_component=True)
    sealed = publish(
        graph, gdp.mechanism("edge_flip"), epsilon=1, to=tmp_path / "a.zip",
        ledger=tmp_path / "l.jsonl",
    )  # fmt: skip
    files = unpacked((tmp_path / "a.zip").read_bytes())
    assert WORDS in sealed.certificate["not_protected"]
    assert "not private" in sealed.certificate["status"]
    page = files["certificate.html"].decode()
    assert WORDS in page
    for row in sealed.certificate["opinion"]["rows"]:
        assert all(of_ties(words) in unescape(page) for words in row.values())
    assert b"not_protected" in files["read_release.py"]
    assert WORDS in verify(tmp_path / "a.zip").statement()


@pytest.mark.parametrize("chosen", [True, False])
def test_the_shell_says_it_before_and_after(capsys, tmp_path, chosen):
    words = ["release", "--graph", "karate", "--mechanism", "edge_flip", "--epsilon", "1"]
    words += ["--ledger", str(tmp_path / "l")]
    words += ["--to", str(tmp_path / "a.zip"), *(["--largest-component"] if chosen else [])]
    main(words)
    assert (WORDS in capsys.readouterr().out) == chosen
    main([*words, "--yes", "--json"])
    assert (WORDS in json.loads(capsys.readouterr().out)["not_protected"]) == chosen


def test_the_certificate_says_what_no_epsilon_mends_by_the_number_of_nodes_alone(tmp_path):
    """Two graphs of one size, one without a single triangle, are told the same."""
    said = []
    star = Graph.from_edges(34, [(0, i) for i in range(1, 34)])
    for name, graph in (("a", gdp.load_graph("karate")), ("b", star)):
        sealed = publish(
            graph, gdp.mechanism("dk_series"), epsilon=1, to=tmp_path / f"{name}.zip",
            ledger=tmp_path / f"{name}.jsonl",
        )  # fmt: skip
        page = unpacked((tmp_path / f"{name}.zip").read_bytes())["certificate.html"].decode()
        said.append(sealed.certificate["model"])
        assert said[-1] in unescape(page)
    assert said[0] == said[1] == model_sentence(gdp.mechanism("dk_series"), 34, 1.0) != ""
