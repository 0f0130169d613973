"""One contract for every member of a family: mechanisms, analyses."""

import dataclasses
import importlib
import math
import pkgutil
import re

import numpy as np
import pytest
from made_graphs import same

import graphdp_core as gdp
from graphdp_core import analyses, mechanisms
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.experiment.compare import run_baseline, run_private
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import schema
from graphdp_core.results import Cost, Result, Scores, SpanningTree

FAMILIES = [*gdp.MECHANISMS, *gdp.ANALYSES]
by_id = pytest.mark.parametrize("member", FAMILIES, ids=lambda m: m.id)
each_mechanism = pytest.mark.parametrize("mechanism", gdp.MECHANISMS, ids=lambda m: m.id)
each_analysis = pytest.mark.parametrize("analysis", gdp.ANALYSES, ids=lambda a: a.id)


@by_id
def test_a_member_is_a_frozen_dataclass_named_after_its_module_or_beside_its_like(member):
    module = importlib.import_module(member.__module__)
    beside = {
        one
        for one in vars(module).values()
        if isinstance(one, type) and one in (*gdp.MECHANISMS, *gdp.ANALYSES)
    }
    assert module.__name__.rpartition(".")[2] == member.id or len(beside) > 1
    assert dataclasses.is_dataclass(member)
    assert member.__dataclass_params__.frozen
    assert member() == member()


@by_id
def test_a_member_says_what_it_is_and_where_it_comes_from(member):
    for words in (member.title, member.summary, member.source, member.formula):
        assert words.strip()
    assert re.search(r"\d{4}", member.source), "the source names a year"


@by_id
def test_every_field_is_a_parameter_with_help_and_a_valid_default(member):
    assert [f.name for f in dataclasses.fields(member)] == [k.name for k in schema(member)]
    assert all(parameter.help for parameter in schema(member))


@by_id
def test_parameters_out_of_range_are_refused(member):
    for parameter in schema(member):
        bad = "no such choice" if parameter.choices or parameter.type is bool else float("nan")
        with pytest.raises(ValueError, match=parameter.name):
            member(**{parameter.name: bad})


@pytest.mark.parametrize(
    ("package", "base", "members"),
    [(mechanisms, Mechanism, gdp.MECHANISMS), (analyses, Analysis, gdp.ANALYSES)],
    ids=["mechanisms", "analyses"],
)
def test_no_file_of_a_family_is_missing_from_its_list(package, base, members):
    names = set()
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for thing in vars(importlib.import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, base) and hasattr(thing, "id"):
                names.add(thing)
    assert names == set(members)
    assert len({m.id for m in members}) == len(members)


@pytest.mark.sample
@each_mechanism
def test_a_release_is_reproducible_and_carries_no_private_extras(mechanism):
    protects_weights = "weight" in mechanism.relation.value
    g = gdp.load_graph("les_miserables" if protects_weights else "karate")
    one = mechanism().release(g, epsilon=1.0, rng=gdp.noise_stream(1))
    two = mechanism().release(g, epsilon=1.0, rng=gdp.noise_stream(1))
    assert isinstance(one, mechanism.returns)
    assert same(one, two)
    if isinstance(one, Graph):
        assert one.labels is None
        assert one.positions is None
        assert one.weights is None or protects_weights
        assert one.n == g.n


@each_mechanism
@pytest.mark.parametrize("weighted", [False, True])
def test_scores_are_released_by_the_measure_that_is_declared(mechanism, weighted):
    """The centrality page ranks the true graph by it; elsewhere there is nothing to declare."""
    karate = gdp.load_graph("karate")
    graph = dataclasses.replace(karate, weights=np.ones(karate.m)) if weighted else karate
    made = mechanism()
    if mechanism.returns is not Scores:
        assert not made.measure_of(graph)
        return
    release = made.release(graph, epsilon=1.0, rng=gdp.noise_stream(0))
    assert made.measure_of(graph) == release.measure, "write the class attribute `measure`"
    truth = matched(Centrality(), made, graph)
    assert run_private(release, truth) is release
    assert set(truth.measure(graph, run_baseline(graph, truth), release))


@each_mechanism
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 1.0, 20.0])
def test_a_guarantee_is_complete(mechanism, epsilon):
    g = mechanism().guarantee(epsilon)
    assert g.relation is mechanism.relation
    assert g.epsilon == epsilon
    assert g.assumptions
    assert g.sampler
    assert g.proof
    assert g.statement()
    assert g.exact_epsilon is None or 0 <= g.exact_epsilon <= epsilon + 1e-12


@each_mechanism
def test_every_mechanism_survives_edge_case_graphs_or_says_why_not(mechanism, edge_case_graph):
    """A graph that a mechanism cannot release gets one clear refusal from `check`."""
    made = mechanism()
    complaints: list[str] = []
    for epsilon in (0.0, 1.0, 20.0):
        try:
            made.check(edge_case_graph, epsilon)
        except gdp.Refused as error:
            complaints.append(str(error))
            continue
        release = made.release(edge_case_graph, epsilon=epsilon, rng=gdp.noise_stream(0))
        assert isinstance(release, mechanism.returns)
        if isinstance(release, Graph):
            assert release.n == edge_case_graph.n
    assert all(len(words) > 20 and words.endswith(".") for words in complaints)


@pytest.mark.sample
@each_analysis
def test_every_analysis_survives_edge_case_graphs_or_says_why_not(analysis, edge_case_graph):
    """A graph too small for an analysis gets one clear refusal, never anything else."""
    made = analysis()
    complaints: list[str] = []
    for graph in (edge_case_graph, _noisy(edge_case_graph)):
        try:
            result = made.run(graph, rng=np.random.default_rng(0))
            values = made.measure(edge_case_graph, result, result)
        except gdp.Refused as error:
            complaints.append(str(error))
            continue
        assert isinstance(result, analysis.returns)
        assert isinstance(result, Result)
        assert set(values) == {metric.id for metric in analysis.metrics}
        assert all(isinstance(value, float) for value in values.values())
    assert all(len(words) > 20 and words.endswith(".") for words in complaints)


@each_analysis
def test_an_analysis_measures_itself_as_perfect(analysis):
    g = readable(analysis, gdp.generate("sbm", n=90, seed=1))
    made = analysis()
    result = made.run(g, rng=np.random.default_rng(0))
    values = made.measure(g, result, result)
    for metric in analysis.metrics:
        value = values[metric.id]
        if metric.better == "higher" and metric.high is not None and not math.isnan(value):
            is_against_baseline = "labels" not in metric.id and "modularity" not in metric.id
            assert not is_against_baseline or value == pytest.approx(metric.high), metric.id
    sentence = made.finding(values, epsilon=3.0)
    assert sentence.endswith(".")
    assert "nan" not in sentence.lower()


@each_analysis
def test_an_analysis_depends_on_nothing_but_its_input(analysis):
    """Labels, positions and names of the true graph must not leak into a result."""
    g = readable(analysis, gdp.load_graph("karate"))
    public = g.labels if analysis.reads_groups else None
    bare = readable(analysis, Graph.from_edges(g.n, g.edges, labels=public))
    if analysis.reads_groups:
        bare = dataclasses.replace(bare, label_names=g.label_names)
    made = analysis()
    one = made.run(g, rng=np.random.default_rng(0))
    two = made.run(bare, rng=np.random.default_rng(0))
    for item in dataclasses.fields(one):
        assert str(getattr(one, item.name)) == str(getattr(two, item.name))


def readable(analysis, graph):
    """The graph, with weights for analyses of spanning trees: they take them as lengths."""
    if SpanningTree not in analysis.accepts:
        return graph
    return dataclasses.replace(graph, weights=np.random.default_rng(0).random(graph.m))


def _noisy(graph: Graph) -> Graph:
    return gdp.mechanism("edge_flip").release(graph, epsilon=1.0, rng=gdp.noise_stream(0))


@each_mechanism
def test_what_pages_ask_of_a_mechanism_is_declared(mechanism):
    made = mechanism()
    names = {parameter.name for parameter in schema(mechanism)}
    assert set(mechanism.range_parameters) <= names
    assert mechanism.protects_weights == ("weight, l" in made.guarantee(1.0).relation.value)
    assert (made.weight_range is None) == (not getattr(made, "clip", False))
    triangle = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)], weights=[1.0, 2.0, 3.0])
    bound = made.tree_error_bound(triangle, epsilon=1.0)
    gives_a_tree = mechanism.protects_weights and mechanism.returns is not Cost
    assert math.isfinite(bound) == gives_a_tree


def test_mechanisms_of_one_family_have_one_distribution_at_one_exact_epsilon():
    flip, overpaid = gdp.mechanism("edge_flip"), gdp.mechanism("laplace_flip")
    assert flip.family == overpaid.family != ""
    exact = overpaid.guarantee(2.0).effective_epsilon
    assert flip.flip_probability(exact) == pytest.approx(overpaid.flip_probability(2.0))
    other = [m.id for m in gdp.MECHANISMS if m.family == flip.family]
    assert other == ["edge_flip", "laplace_flip"]
