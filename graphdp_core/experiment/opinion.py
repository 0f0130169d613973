"""The three tests of data protection officers: singling out, linkability, inference."""

from __future__ import annotations

from graphdp_core.data import load_graph
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.experiment.recognition import Attacker, recognition
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, believed, posterior
from graphdp_core.version import __version__

OPINION = (
    "Article 29 Data Protection Working Party, Opinion 05/2014 on Anonymisation Techniques, WP216. "
    "The attacks were run on a public graph, never on this one; another attack may do more."
)
PUBLIC_GRAPH = "les_miserables"  # always the same, so that the choice tells nothing of the data
TIES = 10  # of one person
STUDIED = "2026-11-29"
"""When the attacks' figures on eight public graphs, of which this is one, were stored."""


def opinion(mechanism: Mechanism, epsilon: float) -> list[dict[str, str]]:
    """A row a test: number, bound where one is proved, attack, graph, version and date.

    The attacks have a fixed seed: with one version they come out alike whenever they are run. The
    date is that of the stored study `later-names`; none tells when a release was made. A proof has
    no date.

    Notes
    -----
    *Privacy*: reads the mechanism, epsilon and a fixed public graph, and no private one.

    Examples
    --------
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> [(row["test"], row["bound"]) for row in opinion(EdgeFlip(), 1.0)][:2]
    [('Singling out', 'no bound'), ('Linkability', 'no bound')]
    """
    graph = load_graph(PUBLIC_GRAPH)
    guarantee = mechanism.guarantee(epsilon)
    try:
        if guarantee.relation.edges_are_public:
            raise Refused("Not run: who is joined with whom is public and released as it is.")
        if mechanism.returns is not Graph:
            released = f"{mechanism.title} releases {mechanism.releases()}"
            raise Refused(f"Not run: {released}, not each tie.")
        outcome = recognition(graph, mechanism, epsilon=epsilon)
    except Refused as refusal:
        run = {"number": str(refusal), "attack": "none", "graph": "—"}
        attacks = [run, run]
    else:
        at = f"At {epsilon_label(epsilon)} " * mechanism.reads_epsilon
        where = {"graph": f"{graph.title}, {graph.n:,} people", "date": STUDIED}
        attacks = [
            {
                "number": f"{at}{_share(outcome[id])}",
                "attack": f"who knows {outcome[id].knows}",
                **where,
            }
            for id in ("circle", "ties")
        ]
    singled, linked = ({"bound": "no bound", **attack} for attack in attacks)
    inferred = {"attack": "any", "graph": "any", **_inference(guarantee)}
    tests = {"Singling out": singled, "Linkability": linked, "Inference": inferred}
    made = {"date": "", "version": __version__}
    return [{"test": test, **made, **row} for test, row in tests.items()]


def _share(one: Attacker) -> str:
    ends = (percent(end, whole=True) for end in (one.low, one.high))
    return f"{percent(one.share, whole=True)} recognised ({' to '.join(ends)})"


def _inference(guarantee: Guarantee) -> dict[str, str]:
    """How sure anybody may become, who knows all the rest and was half sure."""
    if not guarantee.protects:
        return {"number": "certain", "bound": "no bound"}
    epsilon = guarantee.effective_epsilon
    number = f"Half sure of {guarantee.relation.secret} becomes {believed(posterior(0.5, epsilon))}"
    if guarantee.relation is NeighbouringRelation.EDGE:
        group = believed(posterior(0.5, TIES * epsilon))
        number += f"; of {TIES} ties of one person together {group}"
    return {"number": number, "bound": f"proved, for {guarantee.unit}"}
