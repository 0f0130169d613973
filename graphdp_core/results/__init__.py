"""What analyses return, one record a kind of result."""

from graphdp_core.results.mixing import Mixing
from graphdp_core.results.questions import Conclusions, Recognised
from graphdp_core.results.records import (
    Cost,
    Counts,
    Degrees,
    Diagram,
    Embedding,
    ModePartition,
    NestedPartition,
    Partition,
    QueryAnswers,
    Result,
    Scores,
    SpanningTree,
    Spectrum,
    Statistics,
)

__all__ = [
    "Conclusions",
    "Cost",
    "Counts",
    "Degrees",
    "Diagram",
    "Embedding",
    "Mixing",
    "ModePartition",
    "NestedPartition",
    "Partition",
    "QueryAnswers",
    "Recognised",
    "Result",
    "Scores",
    "SpanningTree",
    "Spectrum",
    "Statistics",
]
