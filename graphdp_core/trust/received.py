"""All that whoever receives a release can know: checks, promise, numbers, and possible truths.

What whoever receives a release can know of it, as one page to take away.

Parcels of public graphs, to see what a receiver sees: made here, fetched from nowhere.

What follows from a release alone, computed in a process that was never given anything else.

The process is started afresh, in an empty folder, and hears the bytes of the release: what it
answers is post-processing, and costs nothing. Run as a module it answers on its own output.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import numpy as np
from markupsafe import Markup

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.overview import Overview
from graphdp_core.data import generate, load_graph
from graphdp_core.estimates.asked import Given
from graphdp_core.estimates.estimate import GRAPH, Estimate
from graphdp_core.estimates.statistics import LARGEST_PAIRS, possible_truths
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.markup import rendered
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.params import Refused
from graphdp_core.plots.ghosts import ghosts
from graphdp_core.privacy.guarantee import NeighbouringRelation, half_sure
from graphdp_core.trust.estimated import estimate
from graphdp_core.trust.in_memory_release import in_memory_release
from graphdp_core.trust.package import packed, table, unpacked
from graphdp_core.trust.read_release import flip_rates, read_release, released_graph
from graphdp_core.trust.verify import verify_bytes
from graphdp_core.vocabulary import of_ties
from graphdp_core.web.pages import style

TRUTHS = 20
PUBLIC_SEED = 0  # the draws are post-processing: anybody may know them


@dataclass(frozen=True, eq=False)
class Received:
    """A release without anything of the curator's.

    Parameters
    ----------
    given : Given
        What was released; a graph by flips with its rates.
    promise : str
        What it protects, in the words of its certificate.
    checks : tuple of str
        What verifying it found, a sentence each.
    known, unknown : tuple of Estimate
        Numbers with their intervals, and those that cannot be known from it.
    truths : tuple of Graph
        Graphs that it may have come from; none where it is no graph by flips, or too large.
    note : str
        Why there are no numbers, or no truths; "" if there are.
    """

    given: Given
    promise: str
    checks: tuple[str, ...]
    known: tuple[Estimate, ...]
    unknown: tuple[Estimate, ...]
    truths: tuple[Graph, ...]
    note: str = ""


def received(data: bytes, *, truths: int = TRUTHS, **asked: Any) -> Received:
    """Verify and read a zip, estimate all that it tells, and draw possible truths.

    Parameters
    ----------
    data : bytes
        The zip.
    truths : int
        How many; 0 for none.
    **asked
        As for :func:`graphdp_core.trust.estimated.estimate`: level, groups, nodes, ...

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    checked = verify_bytes(data)
    given = read_release(data)
    graph, notes = given.released, list[str]()
    drawn: tuple[Graph, ...] = ()
    is_flipped = isinstance(graph, Graph) and graph.noise is not None
    try:
        rows = estimate(given, **asked).rows
    except Refused as refusal:
        if is_flipped:
            raise
        rows, notes = (), [str(refusal)]
    if isinstance(graph, Graph) and is_flipped and truths:
        if pair_count(graph.n) <= LARGEST_PAIRS:
            rng = np.random.default_rng(PUBLIC_SEED)
            drawn = tuple(possible_truths(graph, truths, rng=rng))
        else:
            notes.append("The graph is too large to draw possible truths.")
    return Received(
        given, str(checked.certificate["statement"]), checked.checks,
        tuple(row for row in rows if row.is_known), tuple(row for row in rows if not row.is_known),
        drawn, " ".join(notes),
    )  # fmt: skip


ABOUT = {
    True: "Of this graph: its ties are fixed, and only the noise of the release is uncertain.",
    False: "Of the population it was drawn from: the chance of every tie, so that another graph "
    "of the same kind would do. These are wider: the luck of this graph is added to the noise.",
}
"""What an interval is of, told by whether it is of this graph."""


def number_rows(rows: Sequence[Estimate]) -> list[dict[str, str]]:
    """What is listed of numbers with intervals: all as text, to the digits that they have.

    Examples
    --------
    >>> number_rows([Estimate("edges", "Edges", 812.4, 760, 864, "closed form")])[0]["Value"]
    '812'
    """
    return [
        {
            "Number": of_ties(row.label),
            "Value": row.figures[0],
            "From": row.figures[1],
            "To": row.figures[2],
            "How sure": f"{'at least ' if row.at_least else ''}{100 * row.level:.4g}%",
            "How": row.how,
        }
        for row in rows
    ]


def given_report(found: Received, *, title: str) -> str:
    """The page: checks, promise, possible truths, numbers, and what cannot be known.

    Parameters
    ----------
    title : str
        The name of the file; it is escaped, as everything that comes with a release.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    graph = found.given.released
    drawing = Markup()
    if isinstance(graph, Graph) and found.truths:
        drawing = ghosts(graph, found.truths, layout_positions(graph))
    of_graph = [row for row in found.known if row.of == GRAPH]
    of_others = [row for row in found.known if row.of != GRAPH]
    facts = found.given.certificate
    return rendered(
        "trust/given_report.html",
        title=title,
        promise=of_ties(found.promise),
        sure=half_sure(NeighbouringRelation(facts["relation"]), float(facts["exact_epsilon"])),
        question=str(facts.get("question") or ""),
        not_protected=str(facts.get("not_protected") or ""),
        public=[of_ties(str(text)) for text in facts.get("public", ())],
        checks=found.checks,
        note=found.note,
        drawing=drawing,
        style=Markup(style("given/ghosts")),
        truths=len(found.truths),
        parts=[
            (ABOUT[is_own], number_rows(rows))
            for is_own, rows in ((True, of_graph), (False, of_others))
            if rows
        ],
        unknown=[of_ties(row.sentence()) for row in found.unknown],
    )


@dataclass(frozen=True)
class Sample:
    """A release of a graph that everybody can load."""

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
        "mixing": Sample("A school, ties between classes", _school, GroupMixing(), Fraction(1)),
        "degrees": Sample("A school, noisy degrees", _school, NoisyDegrees(), Fraction(1)),
    }
)
"""By the id that an address may name."""


@cache
def sample(id: str) -> bytes:
    """The zip of a sample, drawn when it is first asked for.

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


MOST_BYTES = 60_000_000  # of a release
MOST_SECONDS = 300.0
ROOT = Path(__file__).parents[2]
KEPT = ("PATH", "LANG", "NUMBA_CACHE_DIR", "SYSTEMROOT", "TEMP", "TMP")
"""Of this process's environment, what another needs to start at all."""


def derived_results(release: bytes, *, seconds: float = MOST_SECONDS) -> bytes:
    """Communities, ranking and statistics of a release, as a zip.

    Parameters
    ----------
    release : bytes
        The zip of a publication; nothing else is read.
    seconds : float
        After which it is given up.

    Notes
    -----
    *Privacy*: post-processing of the release; its certificate covers the answer.
    """
    if len(release) > MOST_BYTES:
        raise Refused(
            f"the release has {len(release) / 1e6:.0f} MB, at most {MOST_BYTES / 1e6:.0f} are "
            "taken: read it with read_release.py, which lies in it."
        )
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with TemporaryDirectory(prefix="graphdp-after-") as empty:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "graphdp_core.trust.received"],
                input=release, capture_output=True, cwd=empty, timeout=seconds, check=False,
                env=environment,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Refused(f"the release was not analysed within {seconds:.0f} s.") from None
    if done.returncode:
        raise Refused(done.stderr.decode(errors="replace").strip().splitlines()[-1])
    return done.stdout


def followed(release: bytes) -> dict[str, bytes]:
    """The files that follow from a release, by name."""
    files = unpacked(release)
    certificate: dict[str, Any] = json.loads(files["certificate.json"])
    made = dict(_of_graph(files, certificate))
    if not made:
        raise Refused("nothing more is computed here from this release: use it as it is.")
    made["ABOUT.txt"] = (
        "Computed from the release with this checksum alone, in a process that was given nothing "
        f"else: {certificate['checksum']}\n{certificate['statement']}\n"
    ).encode()
    return made


def _of_graph(
    files: Mapping[str, bytes], certificate: Mapping[str, Any]
) -> Iterable[tuple[str, bytes]]:
    read = released_graph(files)
    if read is None:
        return
    graph = replace(read, noise=flip_rates(certificate["sampler_facts"]))
    rng = np.random.default_rng(0)  # no secret: it decides ties, and anybody may know it
    labels = Louvain().run(graph, rng=rng).labels.tolist()
    yield "communities.csv", _rows(graph, "community", labels)
    scores = Centrality().run(graph, rng=rng)
    yield "ranking.csv", _rows(graph, scores.measure, _numbers(scores.values.tolist()))
    statistics = Overview().run(graph, rng=rng)
    yield (
        "statistics.csv",
        table(
            ["statistic", "of the release", "estimate of the truth"],
            [
                [name, *_numbers([value, statistics.estimates.get(name, math.nan)])]
                for name, value in statistics.values.items()
            ],
        ),
    )


def _rows(graph: Graph, head: str, values: Sequence[Any]) -> bytes:
    return table(["node", head], [[graph.name(i), str(v)] for i, v in enumerate(values)])


def _numbers(values: Sequence[float]) -> list[str]:
    return ["" if math.isnan(value) else f"{value:.10g}" for value in values]


def _answer() -> None:
    """Read a release from the input and write what follows from it."""
    try:
        sys.stdout.buffer.write(packed(followed(sys.stdin.buffer.read())))
    except Refused as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    _answer()
