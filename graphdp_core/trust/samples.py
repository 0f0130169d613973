"""Parcels of public graphs, to see what a receiver sees: made here, fetched from nowhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

from graphdp_core.data import generate, load_graph
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.params import Refused
from graphdp_core.trust.in_memory_release import in_memory_release

__all__ = ["SAMPLES", "sample"]


@dataclass(frozen=True)
class Sample:
    """A release of a graph that everybody can load.

    Parameters
    ----------
    title : str
    graph : callable
    mechanism : Mechanism
    epsilon : Fraction
    """

    title: str
    graph: Callable[[], Graph]
    mechanism: Mechanism[Any]
    epsilon: Fraction


def _school() -> Graph:
    return generate("sbm", n=150, seed=1, within=0.3, between=0.04)


SAMPLES: Mapping[str, Sample] = MappingProxyType(
    {
        "club": Sample(
            "A club, every pair flipped", lambda: load_graph("karate"), EdgeFlip(), Fraction(4)
        ),
        "school": Sample("A school, every pair flipped", _school, EdgeFlip(), Fraction(3)),
        "mixing": Sample("A school, edges between classes", _school, GroupMixing(), Fraction(1)),
        "degrees": Sample("A school, noisy degrees", _school, NoisyDegrees(), Fraction(1)),
    }
)
"""By the id that an address may name."""


@cache
def sample(id: str) -> bytes:
    """The zip of a sample, drawn when it is first asked for.

    Raises
    ------
    Refused
        If there is none of this id: an address names one of them and nothing else.

    Examples
    --------
    >>> sample("https://example.org/a.zip")
    Traceback (most recent call last):
    graphdp_core.params.Refused: there is no such sample: name one of club, school, mixing, degrees.
    """
    if id not in SAMPLES:
        raise Refused(f"there is no such sample: name one of {', '.join(SAMPLES)}.")
    one = SAMPLES[id]
    return in_memory_release(
        one.graph(), one.mechanism, epsilon=one.epsilon, names="numbers",
        question="A sample of a public graph.", files={},
        groups_are_public=one.mechanism.reads_groups,
    ).release  # fmt: skip
