"""A sweep as a script: the trade-off page's curves, measured again."""

from __future__ import annotations

import json
from collections.abc import Sequence

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import compatible
from graphdp_core.experiment.feasible import suited
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.takeaway.origin import Origin
from graphdp_core.takeaway.recipe import Lines, about, made_words


def sweep_python(
    graph: Graph,
    origin: Origin,
    mechanisms: Sequence[Mechanism],
    analyses: Sequence[Analysis],
    *,
    epsilons: Sequence[float],
    repeats: int,
    seed: int = 0,
) -> str:
    """A script that measures analyses over mechanisms, epsilons and repeats into one table.

    Each analysis is set so that the releases of a mechanism compare with it; mechanisms for which
    it is set alike are measured by one call.
    """
    calls: dict[Analysis, list[Mechanism]] = {}
    for analysis in analyses:
        for mechanism in mechanisms:
            if compatible(mechanism, analysis):
                calls.setdefault(suited(analysis, graph, mechanism), []).append(mechanism)
    if not calls:
        raise Refused("no mechanism releases what these analyses read: choose another one.")
    lines = Lines()
    lines.add(["import pandas as pd", "import graphdp_core as gdp", *origin.python])
    lines.add([f'assert graph.fingerprint == "{graph.fingerprint}", "this is another graph"', ""])
    stops = ", ".join(repr(float(epsilon)) for epsilon in epsilons)
    lines.add([f"epsilons = [{stops}]", "parts = ["])
    for analysis, fitting in calls.items():
        lines.add(["    gdp.sweep(", "        graph,", "        ["])
        lines.add([f"            gdp.mechanism({made_words(m)})," for m in fitting])
        lines.add(["        ],", f"        gdp.analysis({made_words(analysis)}),"])
        lines.add([f"        epsilons=epsilons, repeats={repeats}, seed={seed},"])
        lines.add([f"    ).assign(analysis={json.dumps(analysis.id)}),"])
    lines.add(["]", "table = pd.concat(parts, ignore_index=True)"])
    by = '["analysis", "metric", "mechanism", "epsilon"]'
    lines.add([f'print(table.groupby({by})["value"].median().unstack().to_string())'])
    title = graph.title or "a graph"
    name = f"{', '.join(a.title for a in analyses)} of {title}: {repeats} repeats"
    head = "".join(f"# {line}\n" for line in about(name, origin))
    return head + lines.text()
