"""What has been measured of a mechanism or a false claim, kept with its date and seed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from graphdp_core.params import Refused

__all__ = [
    "FOLDER",
    "AuditRecord",
    "ClaimRecord",
    "Evidence",
    "Surviving",
    "claim_records",
    "evidence",
    "evidence_facts",
]

FOLDER = Path(__file__).parent / "stored"
CLAIMS = "false-claims"


@dataclass(frozen=True)
class AuditRecord:
    """An audit that was made and kept.

    Parameters
    ----------
    epsilon : float
        Nominal.
    claimed, delta : float
        What the guarantee says.
    is_proved : bool
    certified : float
        The loss that it has at least; inf where that is certain.
    confidence : float
    verdict : {"consistent", "violation"}
    reason, pair, event : str
    counts : tuple of int
        How often the event was seen with the first and with the second of the pair.
    runs, seed : int
    exact : float or None
        The loss of the stated distribution over small pairs, where it can be enumerated.
    """

    epsilon: float
    claimed: float
    delta: float
    is_proved: bool
    certified: float
    confidence: float
    verdict: str
    reason: str
    pair: str
    event: str
    counts: tuple[int, int]
    runs: int
    seed: int
    exact: float | None = None

    @property
    def is_violation(self) -> bool:
        """Whether more was certified than is claimed."""
        return self.verdict == "violation"

    def statement(self) -> str:
        """Claim, certified bound, confidence and verdict in a line."""
        claim = f"ε = {self.claimed:.3g}" + (f", δ = {self.delta:.0e}" if self.delta else "")
        whose = "claimed" if self.is_proved else "nominal, not proved"
        sure = f"{self.confidence:.1%}".replace(".0%", " %").replace("%", " %").replace("  ", " ")
        if math.isinf(self.certified):
            seen = f"refuted with certainty: {self.reason}"
        else:
            seen = f"certified is ε ≥ {self.certified:.3g} at {sure} confidence"
        end = "" if self.exact is None else f"; exactly {self.exact:.4g} on at most four nodes"
        verdict = "VIOLATION" if self.is_violation else "Consistent so far"
        return f"{verdict}: {claim} ({whose}), {seen}{end}."


@dataclass(frozen=True)
class Surviving:
    """How much of each property survived on one graph.

    Parameters
    ----------
    graph : str
        Its title.
    nodes, edges, draws : int
    epsilons : tuple of float
    curves : mapping of str to tuple
        By property: low, middle and high score of the draws at every epsilon, nan where none is.
    """

    graph: str
    nodes: int
    edges: int
    draws: int
    epsilons: tuple[float, ...]
    curves: Mapping[str, tuple[tuple[float, float, float], ...]]

    def mark(self, property: str) -> float | None:
        """From which epsilon on the property survives; None if it never does."""
        from graphdp_core.experiment.answer import mark

        return mark(self.epsilons, [middle for _, middle, _ in self.curves[property]])


@dataclass(frozen=True)
class Evidence:
    """All that is kept of one mechanism at its default settings."""

    id: str
    date: str
    version: str
    machine: str
    seconds: float
    audit: AuditRecord
    survival: tuple[Surviving, ...]


@dataclass(frozen=True)
class ClaimRecord:
    """What is kept of a false claim: its counterexample counted, and the audit that finds it.

    `counts` of `draws` releases of either neighbour show the event; `certified` is the loss that
    they show at least, at `confidence`.
    """

    id: str
    date: str
    version: str
    draws: int
    seed: int
    counts: tuple[int, int]
    certified: float
    confidence: float
    audit: AuditRecord = field(repr=False)

    @property
    def shares(self) -> tuple[float, float]:
        """Of the releases of either neighbour that show the event."""
        return self.counts[0] / self.draws, self.counts[1] / self.draws


@cache
def evidence(id: str) -> Evidence | None:
    """What is kept of a mechanism; None if nothing is."""
    found = _record(id)
    if found is None:
        return None
    survival = tuple(_surviving(part) for part in found.pop("survival"))
    return Evidence(audit=_audit(found.pop("audit")), survival=survival, **found)


@cache
def claim_records() -> Mapping[str, ClaimRecord]:
    """What is kept of each false claim, by its id.

    Raises
    ------
    Refused
        If nothing is.
    """
    found = _record(CLAIMS)
    if found is None:
        raise Refused("nothing is stored of the false claims: run 'graphdp claims --store'.")
    about = {name: found[name] for name in ("date", "version")}
    return {
        claim["id"]: ClaimRecord(
            **about, **{**claim, "counts": tuple(claim["counts"]), "audit": _audit(claim["audit"]),
                        "certified": _number(claim["certified"])}
        )
        for claim in found["claims"]
    }  # fmt: skip


def evidence_facts(id: str) -> dict[str, str]:
    """The audit and what survives of one mechanism, in words, for a sheet of facts."""
    kept = evidence(id)
    if kept is None:
        return {}
    audit = kept.audit
    facts = {
        "Audit": f"{audit.statement()} {audit.runs:,} releases of each neighbour, seed "
        f"{audit.seed}, {kept.date}, version {kept.version}."
    }
    for part in kept.survival:
        facts[f"Survives on {part.graph}"] = _marks(part)
    return facts


def _marks(part: Surviving) -> str:
    """From which epsilon on each property survives, those that do first."""
    from graphdp_core.experiment.board import PROPERTIES

    names = {item.id: item.name for item in PROPERTIES}
    found = {names[id]: part.mark(id) for id in part.curves}
    kept = sorted((at, name) for name, at in found.items() if at is not None)
    lost = [name for name, at in found.items() if at is None]
    words = [f"{name} from ε = {at:g}" for at, name in kept]
    words += [f"not {', '.join(lost)}"] if lost else []
    size = f"{part.nodes} nodes, {part.edges} edges, {part.draws} draws"
    return f"{'; '.join(words) or 'nothing can be measured'} ({size})."


def _record(name: str) -> dict[str, Any] | None:
    file = FOLDER / f"{name}.json"
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _audit(part: Mapping[str, Any]) -> AuditRecord:
    return AuditRecord(
        **{**part, "counts": tuple(part["counts"]), "certified": _number(part["certified"])}
    )


def _surviving(part: Mapping[str, Any]) -> Surviving:
    curves = {id: _points(points) for id, points in part["curves"].items()}
    return Surviving(**{**part, "epsilons": tuple(part["epsilons"]), "curves": curves})


def _points(points: Sequence[Sequence[float | None]]) -> tuple[Any, ...]:
    return tuple(tuple(math.nan if x is None else x for x in point) for point in points)


def _number(value: float | None) -> float:
    """JSON knows no infinity: null stands for it."""
    return math.inf if value is None else value
