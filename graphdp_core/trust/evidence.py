"""What has been measured of a mechanism or a false claim, kept with its date and seed.

What is kept of a mechanism, in words: its audits, what survives, and the sizes it takes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from graphdp_core.digits import percent
from graphdp_core.experiment.properties import MEASURED
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import fact_sheet
from graphdp_core.stored import kept, number

FOLDER = Path(__file__).parent / "stored"
CLAIMS = "false-claims"
PARTS = ("audit", "replay", "survival", "sizes")
"""Of a mechanism, that may be measured anew by themselves."""

POWER = 0.1  # of the claim, which an audit must certify to say that something is consistent


@dataclass(frozen=True)
class ReplayRecord:
    """A replay that was made and kept.

    Parameters
    ----------
    share : float
        The largest loss over what is claimed.
    statement : str
        The finding in a sentence.
    steps : tuple of (str, float, float)
        Every step that reads a secret: its share of epsilon, and the most that it lost.
    worst : str
        The pair with the largest loss, in words.
    is_outside : bool
        It draws outside the vocabulary of laws: nothing was replayed.
    """

    pairs: int
    seed: int
    share: float
    statement: str
    steps: tuple[tuple[str, float, float], ...]
    worst: str
    is_outside: bool


@dataclass(frozen=True)
class AuditRecord:
    """An audit that was made and kept.

    Parameters
    ----------
    epsilon : float
        Nominal.
    claimed, delta : float
        What the guarantee says.
    certified : float
        The loss that it has at least; inf where that is certain.
    counts : tuple of int
        How often the event was seen with the first and with the second of the pair.
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
    replay: ReplayRecord | None = None

    @property
    def is_violation(self) -> bool:
        """Whether more was certified than is claimed."""
        return self.verdict == "violation"

    def statement(self) -> str:
        """Claim, certified bound, confidence and verdict in a line."""
        claim = f"ε = {self.claimed:.3g}" + (f", δ = {self.delta:.0e}" if self.delta else "")
        whose = "claimed" if self.is_proved else "nominal, not proved"
        if math.isinf(self.certified):
            seen = f"refuted with certainty: {self.reason}"
        else:
            seen = f"certified is ε ≥ {self.certified:.3g} at {percent(self.confidence)} confidence"
        end = "" if self.exact is None else f"; exactly {self.exact:.4g} on at most four nodes"
        if self.replay is not None and not self.replay.is_outside and not self.is_violation:
            return f"{self.replay.statement} By releases alone: {claim} ({whose}), {seen}{end}."
        return f"{self._verdict()}: {claim} ({whose}), {seen}{end}."

    def _verdict(self) -> str:
        if self.is_violation:
            return "VIOLATION"
        has_power = self.certified >= POWER * self.claimed
        return "Consistent so far" if has_power else "Without power: a large fault could be unseen"


@dataclass(frozen=True)
class Surviving:
    """How much of each property survived on one graph.

    Parameters
    ----------
    graph : str
        Its title.
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
class Reading:
    """The audit of another guarantee that a mechanism states with other settings.

    Parameters
    ----------
    settings : str
        What is set otherwise, in words.
    protects : str
        Its protected unit.
    """

    settings: str
    protects: str
    audit: AuditRecord


@dataclass(frozen=True)
class Size:
    """What one release of a random graph of this size takes.

    Parameters
    ----------
    seconds : float
        Of one processor; nan where it is refused.
    refused : str
        The refusal.
    """

    nodes: int
    edges: int
    seconds: float = math.nan
    refused: str = ""

    def in_words(self) -> str:
        """Nodes, and seconds or the refusal.

        Examples
        --------
        >>> Size(1000, 5000, 0.0213).in_words()
        '1,000 nodes in 0.021 s'
        """
        if self.refused:
            return f"{self.nodes:,} nodes are refused: {self.refused.rstrip('.')}"
        return f"{self.nodes:,} nodes in {max(self.seconds, 0.001):.2g} s"


@dataclass(frozen=True)
class Evidence:
    """All that is kept of one mechanism at its default settings.

    `when` says for each part, audit, replay, survival and sizes, when and with which version it was
    measured; `seconds` is what measuring what survives took.
    """

    id: str
    when: Mapping[str, str]
    machine: str
    seconds: float
    audit: AuditRecord
    readings: tuple[Reading, ...]
    survival: tuple[Surviving, ...]
    sizes: tuple[Size, ...]


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
    file = FOLDER / f"{id}.json"
    if not file.is_file():
        return None
    stored = kept(file, absent=f"what is stored of {id!r} cannot be read.")
    replay, replays = stored.pop("replay", None), stored.pop("replays", [])
    readings = stored.pop("readings")
    parts: dict[str, Any] = {
        "audit": _audit(stored.pop("audit"), replay),
        "readings": tuple(
            Reading(**{**part, "audit": _audit(part["audit"], own)})
            for part, own in zip(readings, replays or [None] * len(readings), strict=True)
        ),
        "survival": tuple(_surviving(part) for part in stored.pop("survival")),
        "sizes": tuple(_size(part) for part in stored.pop("sizes")),
    }
    return Evidence(**parts, **stored)


@cache
def claim_records() -> Mapping[str, ClaimRecord]:
    """What is kept of each false claim, by its id."""
    absent = "nothing is stored of the false claims: run 'graphdp claims --store'."
    stored = kept(FOLDER / f"{CLAIMS}.json", absent=absent)
    about = {name: stored[name] for name in ("date", "version")}
    return {
        claim["id"]: ClaimRecord(
            **about, **{**claim, "counts": tuple(claim["counts"]), "audit": _audit(claim["audit"]),
                        "certified": number(claim["certified"], math.inf)}
        )
        for claim in stored["claims"]
    }  # fmt: skip


def _audit(part: Mapping[str, Any], replay: Mapping[str, Any] | None = None) -> AuditRecord:
    steps = [] if replay is None else [(of, share, spent) for of, share, spent in replay["steps"]]
    return AuditRecord(
        **{
            **part,
            "replay": None if replay is None else ReplayRecord(**{**replay, "steps": tuple(steps)}),
            "counts": tuple(part["counts"]),
            "certified": number(part["certified"], math.inf),
        }
    )


def _surviving(part: Mapping[str, Any]) -> Surviving:
    curves = {
        id: tuple(tuple(map(number, point)) for point in points)
        for id, points in part["curves"].items()
    }
    return Surviving(**{**part, "epsilons": tuple(part["epsilons"]), "curves": curves})


def _size(part: Mapping[str, Any]) -> Size:
    return Size(**{**part, "seconds": number(part["seconds"])})


NAMES = {item.id: item.name for item in MEASURED}


def measured_sheet(id: str, epsilon: float = 1.0) -> dict[str, str]:
    """All facts of a mechanism with its default settings: declared and measured.

    Parameters
    ----------
    epsilon : float
        Nominal, within the mechanism's range.
    """
    kind = next(kind for kind in MECHANISMS if kind.id == id)
    return fact_sheet(kind(), epsilon) | evidence_facts(id)


def evidence_facts(id: str) -> dict[str, str]:
    """The audit and what survives of one mechanism, in words, for a sheet of facts."""
    kept = evidence(id)
    if kept is None:
        return {}
    audit = kept.audit
    facts = {
        "Audit": f"{audit.statement()} {audit.runs:,} releases of each neighbour, seed "
        f"{audit.seed}, {kept.when['audit']}."
    }
    for reading in kept.readings:
        facts[f"Audit with {reading.settings}"] = (
            f"{reading.audit.statement()} Protected: {reading.protects}."
        )
    facts["Sizes"] = sizes_in_words(kept)
    for part in kept.survival:
        facts[f"Survives on {part.graph}"] = _marks(part)
    return facts


def sizes_in_words(kept: Evidence) -> str:
    """What one release takes, by the number of nodes; the last one tried, or its refusal."""
    tried = "; ".join(size.in_words() for size in kept.sizes)
    return (
        f"{tried}. Processor time of one release at ε = {kept.audit.epsilon:g} of random graphs "
        "with ten edges a node; larger ones were not tried."
    )


def _marks(part: Surviving) -> str:
    """From which epsilon on each property survives, those that do first."""
    marks = {NAMES[id]: part.mark(id) for id in part.curves}
    kept = sorted((at, name) for name, at in marks.items() if at is not None)
    lost = [name for name, at in marks.items() if at is None]
    words = [f"{name} from ε = {at:g}" for at, name in kept]
    words += [f"not {', '.join(lost)}"] if lost else []
    size = f"{part.nodes} nodes, {part.edges} edges, {part.draws} draws"
    return f"{'; '.join(words) or 'nothing can be measured'} ({size})."
