"""Measures what is kept of mechanisms and of false claims: audits, curves, sizes.

Up to which size a mechanism runs: releases of ever larger graphs, timed until one is slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from graphdp_core.data import load_graph
from graphdp_core.data.generators.point_clouds import Blobs, Moons
from graphdp_core.data.generators.random_graphs import StochasticBlockModel
from graphdp_core.experiment.board import Tile, tiles
from graphdp_core.experiment.curves import start
from graphdp_core.experiment.properties import properties_of
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.audit import Audit, audit
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, FalseClaim
from graphdp_core.lab.audits.outcomes import draw
from graphdp_core.lab.audits.replay import Replayed, replay_audit
from graphdp_core.lab.audits.settings import readings
from graphdp_core.lab.audits.trial import certified_epsilon
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.stored import keep, kept, machine, plain, today
from graphdp_core.trust.evidence import CLAIMS, FOLDER, PARTS, Size
from graphdp_core.version import __version__

NODES = (100, 1_000, 10_000, 100_000)
DEGREE = 10  # edges that a node has on average
SLOW_S = 1.5
"""Processor time after which the next size is not tried: it may take a hundred times as long."""


def sizes(mechanism: Mechanism, epsilon: float, *, seed: int = 0) -> list[Size]:
    """Processor time of one release of random graphs, and the refusal of those that are too large.

    The graphs are a path through all nodes, so that a spanning tree exists, with uniformly random
    edges beside it; weights are uniform on the public range of the mechanism.
    """
    measured: list[Size] = []
    for n in NODES:
        graph = random_graph(n, mechanism, np.random.default_rng(seed))
        if refusal := mechanism.refusal(graph, epsilon):
            measured.append(Size(n, graph.m, refused=refusal))
            break
        if not measured:
            mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))  # compiles
        begun = time.process_time()
        mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))
        measured.append(Size(n, graph.m, seconds=time.process_time() - begun))
        if measured[-1].seconds > SLOW_S:
            break
    return measured


def random_graph(n: int, mechanism: Mechanism, rng: np.random.Generator) -> Graph:
    """A connected graph of n nodes with about ten edges a node, and weights where protected."""
    path = np.column_stack([np.arange(n - 1), np.arange(1, n)])
    ends = np.sort(rng.integers(n, size=(n * DEGREE // 2 - (n - 1), 2)), axis=1)
    edges = np.unique(np.concatenate([path, ends[ends[:, 0] != ends[:, 1]]]), axis=0)
    if mechanism.reads_groups:
        return Graph(n, edges, labels=np.arange(n, dtype=np.int32) % 2, label_names=("a", "b"))
    if not mechanism.protects_weights:
        return Graph(n, edges)
    low, high = mechanism.weight_range or (0.0, 1.0)
    return Graph(n, edges, weights=rng.uniform(low, high, len(edges)))


EPSILONS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0)
DRAWS = 10  # of the noise, at each epsilon
RUNS = 4000  # of an audit: half choose, half certify
PAIRS = 10_000  # that are replayed; a quarter of it with other settings
COUNTED = 20_000  # releases of either neighbour of a counterexample
CONFIDENCE = 0.999
SEED = 0
DIGITS = 4
FIELDS = (
    "id", "when", "machine", "seconds", "audit", "readings", "replay", "replays", "survival",
    "sizes",
)  # fmt: skip


def standard_graphs(mechanism: Mechanism) -> Iterator[tuple[str, Graph, float | None]]:
    """Title, graph and public width of its weights: three with weights where these are protected.

    One that reads weights without protecting them gets all three graphs without.
    """
    novel = load_graph("les_miserables")
    if mechanism.protects_weights:
        yield "Les Misérables", novel, None
        for cloud in (Moons(n=100), Blobs(n=100)):
            yield cloud.title, cloud.generate(rng=_rng()), cloud.weight_width
        return
    yield "Karate club", load_graph("karate"), None
    bare, usual = replace(novel, weights=None), max(1.0, mechanism.epsilon_range[0])
    if mechanism.reads_groups:
        school = StochasticBlockModel(n=60).generate(rng=_rng())
        yield "Small block model", school, None
    elif mechanism.refusal(novel, usual) and not mechanism.refusal(bare, usual):
        yield "Les Misérables without weights", bare, None
    else:
        yield "Les Misérables", novel, None
    yield "Stochastic block model", StochasticBlockModel(n=150).generate(rng=_rng()), None


def keep_evidence(
    kind: type[Mechanism],
    *,
    parts: Collection[str] = PARTS,
    runs: int | None = None,
    workers: int = 0,
    folder: Path = FOLDER,
) -> Path:
    """Audit one mechanism, measure what survives and which sizes it takes, and keep that.

    Parameters
    ----------
    workers : int
        Processes that measure; 0 for none but this.
    """
    file = folder / f"{kind.id}.json"
    record = kept(file, absent=f"{file.name} cannot be read.") if file.is_file() else {}
    low, high = kind.epsilon_range
    epsilon = min(max(1.0, low), high)
    every = [("", kind()), *readings(kind, epsilon)]
    measured: dict[str, Callable[[], dict[str, Any]]] = {
        "audit": lambda: _audits(every, epsilon, RUNS if runs is None else runs),
        "replay": lambda: _replays(every, epsilon),
        "survival": lambda: _survivals(kind, workers),
        "sizes": lambda: {"sizes": [_size(one) for one in sizes(kind(), epsilon, seed=SEED)]},
    }
    now, when = f"{today()}, version {__version__}", record.get("when", {})
    for part in [part for part in PARTS if part in parts or part not in when]:
        record |= measured[part]()
        when |= {part: now}
    record |= {"id": kind.id, "when": {part: when[part] for part in PARTS}}
    return keep(file, {name: record[name] for name in FIELDS})


def _audits(every: Sequence[tuple[str, Mechanism]], epsilon: float, runs: int) -> dict[str, Any]:
    """Of the usual settings, and of those with which something else is guaranteed."""
    usual, *others = (
        _audited(
            audit(made, epsilon=epsilon, runs=runs, confidence=CONFIDENCE, rng=_rng()), epsilon
        )
        for _, made in every
    )
    told = [
        {"settings": words, "protects": made.guarantee(epsilon).unit, "audit": other}
        for (words, made), other in zip(every[1:], others, strict=True)
    ]
    return {"audit": usual, "readings": told}


def _replays(every: Sequence[tuple[str, Mechanism]], epsilon: float) -> dict[str, Any]:
    """Of the usual settings, and of a quarter of the pairs with the others."""
    usual, *others = (
        _replayed(
            replay_audit(made, epsilon=epsilon, pairs=PAIRS // (4 if words else 1), seed=SEED)
        )
        for words, made in every
    )
    return {"replay": usual, "replays": others}


def _replayed(replay: Replayed) -> dict[str, Any]:
    return {
        "pairs": replay.pairs, "seed": SEED, "share": plain(replay.share, DIGITS),
        "statement": replay.statement(),
        "steps": [
            [step.of, plain(step.share, DIGITS), plain(step.spent, DIGITS)]
            for step in replay.steps
            if step.share
        ],
        "worst": replay.worst_in_words(), "is_outside": replay.outside or not replay.pairs,
    }  # fmt: skip


def _survivals(kind: type[Mechanism], workers: int) -> dict[str, Any]:
    """On the standard graphs, and what measuring them took."""
    begun = time.perf_counter()
    parts = [
        _survival(title, graph, kind, width=width, workers=workers)
        for title, graph, width in standard_graphs(kind())
    ]
    return {
        "machine": machine(), "seconds": round(time.perf_counter() - begun, 1),
        "survival": [part for part in parts if part["curves"]],
    }  # fmt: skip


def _size(size: Size) -> dict[str, Any]:
    return {**asdict(size), "seconds": plain(size.seconds, DIGITS)}


def keep_claims() -> Path:
    """Count every counterexample, run the audit of every false claim, and keep both."""
    about = {"date": today(), "version": __version__}
    claims = [_counted(claim) for claim in FALSE_CLAIMS]
    return keep(FOLDER / f"{CLAIMS}.json", {**about, "claims": claims})


def _counted(claim: FalseClaim) -> dict[str, Any]:
    rng = _rng()
    shown = [
        sum(
            claim.holds(release, claim.pair)
            for release in draw(claim.made, graph, epsilon=claim.epsilon, runs=COUNTED, rng=rng)
        )
        for graph in (claim.pair.left, claim.pair.right)
    ]
    result = audit(
        claim.made, epsilon=claim.epsilon, runs=claim.runs, confidence=CONFIDENCE, rng=_rng(),
        pairs=claim.pairs,
    )  # fmt: skip
    delta, alpha = claim.made.guarantee(claim.epsilon).delta, 1.0 - CONFIDENCE
    # Whichever of the two shows it more often: each direction has half of the error.
    certified = certified_epsilon(max(shown), min(shown), COUNTED, delta=delta, alpha=alpha / 2.0)
    return {
        "id": claim.id, "draws": COUNTED, "seed": SEED, "counts": list(map(int, shown)),
        "certified": plain(float(certified), DIGITS), "confidence": CONFIDENCE,
        "audit": _audited(result, claim.epsilon),
    }  # fmt: skip


def _audited(result: Audit, epsilon: float) -> dict[str, Any]:
    return {
        "epsilon": epsilon, "claimed": result.claimed_epsilon, "delta": result.claim.delta,
        "is_proved": result.claim.status.is_proved,
        "certified": plain(result.certified_epsilon, DIGITS), "confidence": result.confidence,
        "verdict": result.verdict, "reason": result.reason,
        "pair": result.pair.name if result.pair else "", "event": result.event,
        "counts": list(result.counts), "runs": result.runs, "seed": SEED, "exact": None,
    }  # fmt: skip


def _survival(
    title: str, graph: Graph, kind: type[Mechanism], *, width: float | None, workers: int
) -> dict[str, Any]:
    usual: Mapping[str, Any] = kind.defaults_for(width)
    mechanism = kind(**usual)
    fed = {
        id: tile.analysis
        for id, tile in tiles(graph, mechanism, properties=properties_of(mechanism)).items()
        if isinstance(tile, Tile)
    }
    curves = start(
        graph, mechanism, fed, epsilons=EPSILONS, repeats=DRAWS, seed=SEED, pool=Pool(workers)
    )
    curves.wait()
    return {
        "graph": title, "nodes": graph.n, "edges": graph.m, "draws": DRAWS,
        "epsilons": list(EPSILONS),
        "curves": {
            id: [_middle(curve, epsilon) for epsilon in EPSILONS]
            for id, curve in ((id, curves.curve(id)) for id in fed)
            if len(curve.epsilons)
        },
    }  # fmt: skip


def _middle(curve: Any, epsilon: float) -> list[Any]:
    """Low, middle and high at an epsilon; None where nothing was measured."""
    at = np.flatnonzero(curve.epsilons == epsilon)
    columns = (curve.low, curve.middle, curve.high)
    return [plain(column[at[0]], DIGITS) if len(at) else None for column in columns]


def _rng() -> np.random.Generator:
    return np.random.default_rng(SEED)
