"""Measures what is kept of mechanisms and of false claims: audits, counterexamples, curves."""

from __future__ import annotations

import datetime
import json
import math
import os
import platform
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from graphdp_core.datasets import load_graph
from graphdp_core.datasets.generators.point_clouds import Blobs, Moons
from graphdp_core.datasets.generators.random_graphs import StochasticBlockModel
from graphdp_core.experiment.board import Tile, tiles
from graphdp_core.experiment.curves import start
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.trust.audit import Audit, audit
from graphdp_core.trust.certify import certified_epsilon
from graphdp_core.trust.evidence import CLAIMS, FOLDER
from graphdp_core.trust.false_claims import FALSE_CLAIMS, FalseClaim
from graphdp_core.trust.outcomes import draw
from graphdp_core.trust.version import __version__

__all__ = ["EPSILONS", "keep_claims", "keep_evidence", "standard_graphs"]

EPSILONS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0)
DRAWS = 10  # of the noise, at each epsilon
RUNS = 4000  # of an audit: half choose, half certify
COUNTED = 20_000  # releases of either neighbour of a counterexample
CONFIDENCE = 0.999
SEED = 0


def standard_graphs(mechanism: Mechanism) -> Iterator[tuple[str, Graph, float | None]]:
    """Title, graph and public width of its weights: three with weights where these are protected.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> [title for title, _, _ in standard_graphs(gdp.mechanism("edge_flip"))]
    ['Karate club', 'Les Misérables', 'Stochastic block model']
    """
    if not mechanism.protects_weights:
        yield "Karate club", load_graph("karate"), None
    yield "Les Misérables", load_graph("les_miserables"), None
    if not mechanism.protects_weights:
        yield "Stochastic block model", StochasticBlockModel(n=150).generate(rng=_rng()), None
        return
    for cloud in (Moons(n=100), Blobs(n=100)):
        yield cloud.title, cloud.generate(rng=_rng()), cloud.weight_width


def keep_evidence(
    kind: type[Mechanism], *, runs: int | None = None, workers: int = 0, folder: Path = FOLDER
) -> Path:
    """Audit one mechanism at its default settings, measure what survives, and keep both.

    Parameters
    ----------
    kind : type of Mechanism
    runs : int, optional
        Of the audit; :data:`RUNS` if absent.
    workers : int
        Processes that measure; 0 for none but this.
    folder : Path
    """
    begun = time.perf_counter()
    mechanism = kind()
    low, high = kind.epsilon_range
    epsilon = min(max(1.0, low), high)
    found = audit(
        mechanism, epsilon=epsilon, runs=RUNS if runs is None else runs, confidence=CONFIDENCE,
        rng=_rng(),
    )  # fmt: skip
    survival = [
        _survival(title, graph, kind, width=width, workers=workers)
        for title, graph, width in standard_graphs(mechanism)
    ]
    return _write(folder / f"{kind.id}.json", {
        "id": kind.id,
        **_about(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}",
        "seconds": round(time.perf_counter() - begun, 1),
        "audit": _audited(found, epsilon),
        "survival": [part for part in survival if part["curves"]],
    })  # fmt: skip


def keep_claims(*, draws: int = COUNTED, folder: Path = FOLDER) -> Path:
    """Count every counterexample, run the audit of every false claim, and keep both."""
    return _write(
        folder / f"{CLAIMS}.json",
        {**_about(), "claims": [_counted(claim, draws) for claim in FALSE_CLAIMS]},
    )


def _counted(claim: FalseClaim, draws: int) -> dict[str, Any]:
    rng = _rng()
    shown = [
        sum(
            claim.holds(release, claim.pair)
            for release in draw(claim.made, graph, epsilon=claim.epsilon, runs=draws, rng=rng)
        )
        for graph in (claim.pair.left, claim.pair.right)
    ]
    found = audit(
        claim.made, epsilon=claim.epsilon, runs=claim.runs, confidence=CONFIDENCE, rng=_rng(),
        pairs=claim.pairs,
    )  # fmt: skip
    certified = float(
        certified_epsilon(
            max(shown), min(shown), draws, delta=claim.made.guarantee(claim.epsilon).delta,
            alpha=(1.0 - CONFIDENCE) / 2.0,  # whichever of the two shows it more often
        )
    )  # fmt: skip
    return {
        "id": claim.id,
        "draws": draws,
        "seed": SEED,
        "counts": [int(count) for count in shown],
        "certified": _rounded(certified),
        "confidence": CONFIDENCE,
        "audit": _audited(found, claim.epsilon),
    }


def _audited(found: Audit, epsilon: float) -> dict[str, Any]:
    return {
        "epsilon": epsilon,
        "claimed": found.claimed_epsilon,
        "delta": found.claim.delta,
        "is_proved": found.claim.status.is_proved,
        "certified": _rounded(found.certified_epsilon),
        "confidence": found.confidence,
        "verdict": found.verdict,
        "reason": found.reason,
        "pair": found.pair.name if found.pair else "",
        "event": found.event,
        "counts": list(found.counts),
        "runs": found.runs,
        "seed": SEED,
        "exact": None if found.exact_epsilon is None else _rounded(found.exact_epsilon),
    }


def _survival(
    title: str, graph: Graph, kind: type[Mechanism], *, width: float | None, workers: int
) -> dict[str, Any]:
    usual: Mapping[str, Any] = kind.defaults_for(width)
    mechanism = kind(**usual)
    fed = {
        id: tile.analysis for id, tile in tiles(graph, mechanism).items() if isinstance(tile, Tile)
    }
    curves = start(
        graph, mechanism, fed, epsilons=EPSILONS, repeats=DRAWS, seed=SEED, pool=Pool(workers)
    )
    curves.wait()
    found = {id: curves.curve(id) for id in fed}
    return {
        "graph": title,
        "nodes": graph.n,
        "edges": graph.m,
        "draws": DRAWS,
        "epsilons": list(EPSILONS),
        "curves": {
            id: [
                [_rounded(column[place]) for column in (curve.low, curve.middle, curve.high)]
                if (place := _place(curve.epsilons, epsilon)) is not None
                else [None, None, None]
                for epsilon in EPSILONS
            ]
            for id, curve in found.items()
            if len(curve.epsilons)
        },
    }


def _place(epsilons: np.ndarray, epsilon: float) -> int | None:
    found = np.flatnonzero(epsilons == epsilon)
    return int(found[0]) if len(found) else None


def _about() -> dict[str, Any]:
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "version": __version__,
    }


def _rng() -> np.random.Generator:
    return np.random.default_rng(SEED)


def _rounded(value: float) -> float | None:
    """To four digits; null for what is not finite."""
    return float(f"{value:.4g}") if math.isfinite(value) else None


def _write(file: Path, record: Mapping[str, Any]) -> Path:
    """Keep a record, one part a line."""
    lines = ",\n".join(
        f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in record.items()
    )
    file.parent.mkdir(exist_ok=True)
    file.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    return file
