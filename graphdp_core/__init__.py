"""GraphDP: how much privacy can a graph bear? Mechanisms, analyses and their comparison.

`import graphdp_core` loads nothing else: every name below is fetched from its module when it is
first used, so that a script pays only for what it calls.

Examples
--------
>>> import graphdp_core as gdp
>>> g = gdp.load_graph("karate")
>>> release = gdp.mechanism("edge_flip").release(g, epsilon=2.0, rng=gdp.noise_stream(seed=0))
>>> release.n == g.n
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphdp_core.notebooks import show_comparisons
from graphdp_core.version import __version__
from graphdp_core.wings import absence, is_here, wing_of

if TYPE_CHECKING:
    from graphdp_core.analyses import ANALYSES, Analysis
    from graphdp_core.data import generate, generator, graph_from_points, load_graph
    from graphdp_core.experiment.advisor import answer
    from graphdp_core.experiment.compare import Comparison, compare, compatible, noise_stream
    from graphdp_core.experiment.plan import plan
    from graphdp_core.experiment.recognition import Recognition, recognition
    from graphdp_core.experiment.survival import Survival, survival
    from graphdp_core.experiment.sweep import sweep
    from graphdp_core.graphs.edge_noise import EdgeNoise
    from graphdp_core.graphs.exchange import from_adjacency, to_pandas
    from graphdp_core.graphs.graph import Graph
    from graphdp_core.intake import GraphFileError, read_graph, write_graph
    from graphdp_core.lab.audits.audit import Audit, audit
    from graphdp_core.mechanisms import MECHANISMS, Mechanism
    from graphdp_core.params import Refused
    from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
    from graphdp_core.trust.estimated import estimate
    from graphdp_core.trust.ledger import Ledger
    from graphdp_core.trust.opendp_measurement import to_opendp
    from graphdp_core.trust.publish import publish
    from graphdp_core.trust.read_release import read_release
    from graphdp_core.trust.verify import verify

__all__ = [
    "ANALYSES",
    "MECHANISMS",
    "Analysis",
    "Audit",
    "Comparison",
    "EdgeNoise",
    "Graph",
    "GraphFileError",
    "Guarantee",
    "Ledger",
    "Mechanism",
    "NeighbouringRelation",
    "Recognition",
    "Refused",
    "Status",
    "Survival",
    "__version__",
    "analysis",
    "answer",
    "audit",
    "compare",
    "compatible",
    "estimate",
    "from_adjacency",
    "generate",
    "generator",
    "graph_from_points",
    "load_graph",
    "mechanism",
    "noise_stream",
    "plan",
    "publish",
    "read_graph",
    "read_release",
    "recognition",
    "survival",
    "sweep",
    "to_opendp",
    "to_pandas",
    "verify",
    "write_graph",
]

# The module of every name that is fetched on first use; the imports above say the same to editors
# and type checkers, and a test compares the two.
HOMES = {
    "ANALYSES": "analyses",
    "Analysis": "analyses",
    "Audit": "lab.audits.audit",
    "Comparison": "experiment.compare",
    "EdgeNoise": "graphs.edge_noise",
    "Graph": "graphs.graph",
    "GraphFileError": "intake",
    "Guarantee": "privacy.guarantee",
    "Ledger": "trust.ledger",
    "MECHANISMS": "mechanisms",
    "Mechanism": "mechanisms",
    "NeighbouringRelation": "privacy.guarantee",
    "Recognition": "experiment.recognition",
    "Refused": "params",
    "Status": "privacy.guarantee",
    "Survival": "experiment.survival",
    "answer": "experiment.advisor",
    "audit": "lab.audits.audit",
    "compare": "experiment.compare",
    "compatible": "experiment.compare",
    "estimate": "trust.estimated",
    "from_adjacency": "graphs.exchange",
    "generate": "data",
    "generator": "data",
    "graph_from_points": "data",
    "load_graph": "data",
    "noise_stream": "experiment.compare",
    "plan": "experiment.plan",
    "publish": "trust.publish",
    "read_graph": "intake",
    "read_release": "trust.read_release",
    "recognition": "experiment.recognition",
    "survival": "experiment.survival",
    "sweep": "experiment.sweep",
    "to_opendp": "trust.opendp_measurement",
    "to_pandas": "graphs.exchange",
    "verify": "trust.verify",
    "write_graph": "intake",
}


def mechanism(id: str, **parameters: Any) -> Mechanism:
    """Make a mechanism by its id, with parameters by name.

    Raises
    ------
    Refused
        If the id or a parameter is unknown, or a parameter's value is out of range.

    Examples
    --------
    >>> mechanism("edge_flip").title
    'edgeFlip'
    """
    from graphdp_core.mechanisms import MECHANISMS
    from graphdp_core.params import make

    made: Mechanism = make("mechanism", MECHANISMS, id, parameters)
    return made


def analysis(id: str, **parameters: Any) -> Analysis:
    """Make an analysis by its id, with parameters by name.

    Raises
    ------
    Refused
        If the id or a parameter is unknown, or a parameter's value is out of range.
    """
    from graphdp_core.analyses import ANALYSES
    from graphdp_core.params import make

    made: Analysis = make("analysis", ANALYSES, id, parameters)
    return made


if not TYPE_CHECKING:  # a type checker that saw this would allow every name
    _LEFT = {
        name: wing
        for name, home in HOMES.items()
        if not is_here(wing := wing_of(f"{__name__}.{home}"))
    }
    __all__ = [name for name in __all__ if name not in _LEFT]

    def __getattr__(name: str) -> Any:
        """Fetch a public name from its module, once (PEP 562)."""
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name in _LEFT:
            raise AttributeError(absence(f"gdp.{name}", _LEFT[name]))
        value = getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


show_comparisons()
