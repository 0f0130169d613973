"""A report begins in plain words, holds no script, and says what it holds."""

import re
from html import unescape

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.takeaway.origin import Origin
from graphdp_core.takeaway.recipe import Recipe
from graphdp_core.takeaway.report import report_html

KARATE = GraphChoice("dataset", "karate")


def compared(mechanism="edge_flip", analysis="louvain", graph=None):
    return gdp.compare(
        graph or KARATE.load(), gdp.mechanism(mechanism), gdp.analysis(analysis), epsilon=2.0
    )


def report(c, *, origin=None, **more):
    recipe = Recipe.of(c, origin or Origin.of_choice(KARATE))
    return report_html(c, recipe=recipe, epsilons=(1.0,), repeats=1, **more)


def words(text):
    body = text[text.index("<body") :]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body)))


@pytest.mark.parametrize("analysis", ["louvain", "persistence", "spectral"])
def test_it_asks_for_nothing_and_runs_nothing(analysis):
    text = report(compared(analysis=analysis))
    assert set(re.findall(r"https?://[^\s\"'<)]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert "<script" not in text
    assert "default-src 'none'" in text
    assert "script-src 'none'" in text
    assert text.count("<svg xmlns") == 1


def test_the_first_page_speaks_plainly_and_comes_first():
    text = report(compared(), question="May we publish our club?", date="1 May")
    first = words(text).partition("What was measured")[0]
    for said in ("contains the true graph", "May we publish our club?", "1 May", "88.1%",
                 "presence or absence of any one edge", "10 × ε = 20"):  # fmt: skip
        assert said in first
    for term in ("δ", "likelihood", "arXiv", "radius"):
        assert term not in first


def test_a_mechanism_that_promises_nothing_promises_nothing_on_the_first_page():
    first = words(report(compared("lnpp", "spectrum"))).partition("What was measured")[0]
    assert "Nothing is promised" in first
    assert "Sure after" not in first


def test_every_number_stands_beside_its_range_and_the_settings_are_whole():
    c = compared()
    said = words(report(c))
    for metric in c.analysis.metrics:
        assert metric.label in said
    for fact in (c.guarantee.proof, c.graph.fingerprint, "numpy", "graphdp compare --graph karate",
                 'gdp.mechanism("edge_flip")', *c.guarantee.assumptions):  # fmt: skip
        assert fact in said


def test_names_stay_home_if_asked():
    graph = gdp.Graph.from_edges(
        4, [(0, 1), (1, 2), (2, 3)], names=["Ann", "Bob", "Cem", "Dan"], title="friends.csv"
    )
    origin = Origin.of_file("friends.csv", b"Ann,Bob\n")
    for analysis in ("overview", "centrality"):
        c = compared(analysis=analysis, graph=graph)
        assert "Ann" in report(c, origin=origin)
        home = report(c, origin=origin, names=False)
        assert "Ann" not in home
        assert "Names of nodes were left out" in home
        assert graph.fingerprint in home  # of the file as it is, for people who have it


def test_hostile_words_are_text():
    graph = gdp.Graph.from_edges(
        3, [(0, 1), (1, 2)], names=["<script>x</script>", "b", "c"], title="</h1><img src=x>"
    )
    origin = Origin.of_file("</pre><script>.csv", b"")
    text = report(compared(graph=graph), origin=origin, question="</p><script>alert(1)</script>")
    assert "<script" not in text
    assert "<img" not in text


def test_the_three_tests_of_an_officer_stand_in_it():
    said = words(report(compared()))
    assert "Singling out" in said
    assert "Linkability" in said
    assert "Opinion 05/2014" in said
    assert said.count("no bound") == 2
