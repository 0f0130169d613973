"""Snapshots as measurements: what each of them shows, read from its address alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.overview import Overview
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, as_counted
from graphdp_core.datasets import EXAMPLES, GENERATORS
from graphdp_core.experiment.scenario import GraphChoice, Scenario
from graphdp_core.experiment.suited import COUNTERS, counter_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Param, Refused, schema
from graphdp_core.progress import Report
from graphdp_core.snapshots.workspace import Snapshot
from graphdp_core.takeaway import Origin, Recipe
from pages.engine import scenario_cache
from pages.ground.graph_lines import FIRST, UPLOAD_ID, graph_lines
from pages.ground.old_addresses import snapshot_of_today
from pages.parts import mechanism_choice
from pages.session import own_state
from pages.session.addresses import OLD_NAMES
from pages.session.own_link import words_of
from pages.ui.sidebar import USUAL
from pages.ui.widgets import fits

__all__ = ["recipes_of", "scenario_of"]

LEADS: dict[str, type[Analysis]] = {
    "": Overview, "board": Overview, "explore": Overview, "compare": gdp.ANALYSES[0],
    "which-epsilon": gdp.ANALYSES[1],
}  # fmt: skip
"""The analysis that a page shows where its address names none; other pages measure nothing."""
VIEWS: dict[str, type[Analysis]] = {
    "graph": Overview, "embedding": SpectralEmbedding, "persistence": Persistence,
    "clusters": Louvain, "tree": MinimumSpanningTree, "centrality": Centrality,
    "spectrum": SpectrumAnalysis, "counts": SubgraphCounts,
}  # fmt: skip
"""The same by what the page Explore shows."""
NAMED = ("method", "analysis")  # words of an address that name one
LOWER = 1.0

OriginOf = Callable[[Scenario], Origin]


@dataclass(frozen=True)
class _Said:
    """The words of an address, by key."""

    words: Mapping[str, str]

    def values(self, owner: Any, usual: Mapping[str, Any] | None = None, of: str = "") -> Any:
        """The parameters of a mechanism, an analysis or a generator; what makes no sense is usual.

        Those in `usual` start from there, and have `of` behind their names.
        """
        usual, values = usual or {}, dict[str, Any]()
        for declared in schema(owner):
            parameter, key = declared.given(values), f"{owner.id}.{declared.name}"
            if declared.name in usual:
                parameter, key = replace(parameter, default=usual[declared.name]), f"{key}.{of}"
            text = self.words.get(key, self.words.get(f"{owner.id}.{declared.formerly}", ""))
            is_used = declared.is_used(values)
            values[declared.name] = _read(parameter, text) if is_used else parameter.default
        return values

    def number(self, key: str, usual: float) -> float:
        """A number of the address."""
        parameter = Param(key, usual, key, "", low=0)
        return float(_read(parameter, self.words.get(key, "")))


def recipes_of(
    snapshot: Snapshot, origin_of: OriginOf, *, progress: Report
) -> Iterator[tuple[str, Recipe]]:
    """What measures a snapshot's numbers again, with its name where it has several.

    Raises
    ------
    Refused
        If its page measures nothing, needs a file that is not open, or its setting is refused.
    """
    now, analysis = scenario_of(snapshot)
    for name, one in _releases(snapshot, now, analysis):
        fitting = _matched(analysis, now, one)
        c = scenario_cache.comparison(one, fitting, progress=progress)
        yield name, Recipe.of(c, origin_of(one))


def scenario_of(snapshot: Snapshot) -> tuple[Scenario, Analysis]:
    """What a snapshot's page was told, and the analysis that leads it."""
    snapshot = snapshot_of_today(snapshot)
    said, page = _Said(snapshot.settings), snapshot.page
    if page not in LEADS:
        raise Refused(f"the page “{page}” measures no release: pin a page that compares.")
    graph, title, choice = _graph(said)
    kinds = {kind.id: kind for kind in gdp.MECHANISMS}
    kind = kinds.get(said.words.get("mechanism", ""), gdp.MECHANISMS[0])
    mechanism = _mechanism(said, kind, choice)
    epsilon, draw = said.number("epsilon", USUAL), int(said.number("draw", 0))
    now = Scenario(graph, title, mechanism, epsilon, draw, choice)
    asked = next((said.words[word] for word in NAMED if word in said.words), "")
    analyses = {kind.id: kind for kind in gdp.ANALYSES}
    leads = analyses.get(asked, VIEWS.get(said.words.get("see", ""), LEADS[page]))
    if leads is SubgraphCounts:
        wanted = COUNTERS.get(said.words.get("counted", ""), SubgraphCounts)
        leads = counter_of(mechanism) or wanted
    if leads is MinimumSpanningTree and mechanism.protects_weights:
        return now, MinimumSpanningTree(**said.values(leads) | {"length": "weights"})
    return now, leads(**said.values(leads))


def _matched(analysis: Analysis, *scenarios: Scenario) -> Analysis:
    """A ranking and a count follow what is released."""
    for now in scenarios:
        if isinstance(analysis, SubgraphCounts):
            analysis = as_counted(analysis, now.mechanism)
        if isinstance(analysis, Centrality):
            analysis = matched(analysis, now.mechanism, now.graph)
    return analysis


def _releases(
    snapshot: Snapshot, now: Scenario, analysis: Analysis
) -> Iterator[tuple[str, Scenario]]:
    """The release of a page, or A and B, each with its name."""
    if snapshot.page != "compare":
        yield "", now
        return
    yield "A", now
    said = _Said(snapshot.settings)
    differs = said.words.get("b", "mechanisms")
    if differs == "mechanisms":
        offered = mechanism_choice.fitting(now, [analysis])
        wish = said.words.get("b.mechanism", "")
        mechanism = next((m for m in offered if m.id == wish), offered[min(1, len(offered) - 1)])
        seed = now.seed + (said.words.get("b.draw") == "another")
        epsilon = said.number("b.epsilon", now.epsilon)
        yield "B", replace(now, mechanism=mechanism, epsilon=epsilon, seed=seed)
    elif differs == "epsilons":
        yield "B", replace(now, epsilon=said.number("b.epsilon", LOWER))
    elif differs == "draws":
        yield "B", replace(now, seed=now.seed + 1)


def _graph(said: _Said) -> tuple[Any, str, GraphChoice | None]:
    lines = graph_lines()
    by_old_link = "sbm" if any(key.startswith("sbm.") for key in said.words) else FIRST
    asked = said.words.get("graph", by_old_link)
    asked = OLD_NAMES["graph"].get(asked, asked)
    id = next((id for id, title in lines.items() if asked in (id, title)), "")
    if id == UPLOAD_ID:
        return _own(said)
    generator = next((kind for kind in GENERATORS if kind.id == id), None)
    example = next((one for one in EXAMPLES if one.id == id), None)
    if example is not None:
        choice = GraphChoice.usual(example.generator)
    elif generator is not None:
        seed = int(said.number(f"{id}.seed", 0))
        values = said.values(generator)
        choice = GraphChoice("generator", id, tuple(sorted(values.items())), seed)
    elif id:
        choice = GraphChoice("dataset", id)
    else:
        raise Refused(f"there is no graph “{asked[:60]}” here: choose another graph and pin again.")
    whole = said.words.get("largest", "").lower() != "true"
    choice = choice if whole else replace(choice, largest_component=True)
    graph = scenario_cache.load(choice)
    return graph, graph.title, choice


def _own(said: _Said) -> tuple[Any, str, None]:
    """An own file, if it is the one that is open, read as it was."""
    held, wanted = own_state.own_file(), said.words.get("file", "")
    name = wanted.split(".", 2)[-1] or "your file"
    if held is None or held.loaded is None or str(held.brought.mark) != wanted:
        raise Refused(f"it needs {name}, which is not open here: open it first.")
    if words_of(held.accepted) != said.words.get("read", ""):
        raise Refused(f"{name} is read in another way now: open the snapshot and then the menu.")
    return held.loaded.graph, held.brought.mark.name, None


def _mechanism(said: _Said, kind: type[Mechanism], choice: GraphChoice | None) -> Mechanism:
    """Parameters of a mechanism; radius and range of weights start from what is known of them."""
    if not kind.range_parameters:
        return kind(**said.values(kind))
    width, of = (None, "") if choice is None else (choice.weight_width, choice.id)
    first = said.values(kind, kind.defaults_for(width), of)
    if width is None and first["clip"]:
        width = max(first["highest"] - first["lowest"], 0.0) or None
        of = "" if width is None else f"{width:g}"
        again = said.values(kind, kind.defaults_for(width), of)
        first = again | {name: first[name] for name in kind.range_parameters}
    return kind(**first)


def _read(parameter: Param, text: str) -> Any:
    """What the words of an address mean; the default where they mean nothing."""
    if parameter.choices:
        return {str(choice): choice for choice in parameter.choices}.get(text, parameter.default)
    if not text or not fits(parameter, text):
        return parameter.default
    return text.lower() == "true" if parameter.type is bool else parameter.type(float(text))
