"""The script of a sweep gives its table again."""

import contextlib
import io

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.params import Refused
from graphdp_core.takeaway import Origin, sweep_python

KARATE = GraphChoice("dataset", "karate")


def test_every_number_comes_back_with_analyses_set_as_on_the_page():
    graph, origin = KARATE.load(), Origin.of_choice(KARATE)
    mechanisms = [gdp.mechanism("edge_flip"), gdp.mechanism("noisy_degrees")]
    analyses = [gdp.analysis("centrality", score="pagerank"), gdp.analysis("louvain")]
    text = sweep_python(graph, origin, mechanisms, analyses, epsilons=(1.0, 4.0), repeats=2, seed=3)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(text, "taken away", "exec"), names)
    assert "centrality" in said.getvalue()
    table, met = names["table"], 0
    for mechanism in mechanisms:
        for analysis in analyses:
            rows = table[(table["mechanism"] == mechanism.id) & (table["analysis"] == analysis.id)]
            if not gdp.compatible(mechanism, analysis):
                assert rows.empty
                continue
            for epsilon in (1.0, 4.0):
                c = gdp.compare(
                    graph, mechanism, suited(analysis, graph, mechanism), epsilon=epsilon, seed=3,
                    repeats=2,
                )  # fmt: skip
                at = rows[rows["epsilon"] == epsilon]
                for repeat, known in enumerate(c.repeats):
                    outcome = at[at["repeat"] == repeat].set_index("metric")["value"]
                    for id, value in known.items():
                        assert outcome[id] == pytest.approx(value, rel=1e-9, nan_ok=True)
                        met += 1
    assert met > 50


def test_nothing_to_measure_is_refused():
    with pytest.raises(Refused, match="choose another"):
        sweep_python(
            KARATE.load(), Origin.of_choice(KARATE), [gdp.mechanism("noisy_degrees")],
            [gdp.analysis("louvain")], epsilons=(1.0,), repeats=1,
        )  # fmt: skip
