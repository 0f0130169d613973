"""The releases of a plan in one parcel: numbers with noise, each at its own epsilon, one charge."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, cast

from graphdp_core.estimates.asked import NODES, Given
from graphdp_core.experiment.plan import NumberPlan
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import Mechanism
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.mechanism import EdgeMechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.params import Refused, make, param
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.progress import Progress
from graphdp_core.results import Counts, Result
from graphdp_core.results.records import Rows, Tables
from graphdp_core.trust.package import checksum

KINDS = (PrivateCount, NoisyDegrees, GroupMixing)
FORMAT = "graphdp-plan/1"
STEPS = 10**6  # of a part's epsilon, rounded down; the last part has what is left
AGAIN = "Nothing was spent: plan again."
SPLIT = (
    "How ε is split over the numbers is public. It was planned on public graphs with as many nodes "
    "and groups as this one has, and tells no more of it than these two numbers."
)
Part = tuple[Mechanism[Any], Fraction]


@dataclass(frozen=True, eq=False)
class Numbers(Result):
    """What several mechanisms released, in the order of their parts."""

    kind: ClassVar[str] = "numbers"
    called: ClassVar[str] = "several numbers"
    in_zip: ClassVar[str] = "several numbers, each with its own noise"
    told_worst: ClassVar[str] = "a small count"
    parts: tuple[Result, ...]

    def tables(self, names: Sequence[str]) -> Tables:
        """Those of all parts; counts stand in one table, in their order."""
        every: dict[str, tuple[Sequence[str], Any]] = {}
        for part in self.parts:
            for name, (head, rows) in part.tables(names).items():
                every[name] = head, [*every.get(name, (head, ()))[1], *rows]
        return every


@dataclass(frozen=True)
class PlannedNumbers(EdgeMechanism[Numbers]):
    """Several numbers of one graph, each by a mechanism of its own, for one epsilon together.

    *Privacy*: pure epsilon-DP for one edge, by composition: the epsilons of the parts add up.
    """

    id = "planned_numbers"
    title = "Planned numbers"
    everyday = "several numbers"
    summary = "Releases the numbers of a plan, each by its own mechanism and at its own ε."
    proof = "Composition: each part is private at its own ε, and these add up."
    sampler = "that of each part"
    exact_sampler = PrivateCount.exact_sampler

    parts: str = param("", "Each part: a mechanism, its settings, its ε; parts stand between ';'.")

    def __post_init__(self) -> None:
        super().__post_init__()
        reads = any(made.reads_groups for made, _ in self.made)
        object.__setattr__(self, "reads_groups", reads)

    @classmethod
    def of(cls, parts: Sequence[tuple[str, Mapping[str, Any], Fraction]]) -> PlannedNumbers:
        """From ids, settings and epsilons."""
        words = (
            " ".join([id, *(f"{k}={v}" for k, v in settings.items()), exact_text(epsilon)])
            for id, settings, epsilon in parts
        )
        return cls("; ".join(words))

    @cached_property
    def made(self) -> tuple[Part, ...]:
        """Each part with its epsilon."""
        return tuple(map(_part, self.parts.split("; ")))

    @property
    def total(self) -> Fraction:
        """What all parts cost."""
        return sum((epsilon for _, epsilon in self.made), Fraction(0))

    def rows(self) -> list[dict[str, Any]]:
        """A row a part, as the certificate holds them."""
        return [
            {
                "title": made.title, "settings": part.split(" ")[1:-1],
                "epsilon": exact_text(epsilon),
                "statement": made.guarantee(float(epsilon)).statement(),
            }
            for part, (made, epsilon) in zip(self.parts.split("; "), self.made, strict=True)
        ]  # fmt: skip

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Of all parts together: never below what they cost."""
        if epsilon < float(self.total):
            raise Refused(f"the parts cost ε = {exact_text(self.total)} together, not {epsilon:g}.")
        public = [said for made, _ in self.made for said in made.assumptions]
        return self._promise(epsilon, assumptions=tuple(dict.fromkeys([SPLIT, *public])))

    def _check(self, graph: Graph, epsilon: float) -> None:
        for made, part in self.made:
            made.check_publication(graph, part)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Numbers:
        draws.note(NODES, graph.n)  # public: an edge is what is protected
        return Numbers(tuple(
            made._drawn(
                graph, epsilon=part if draws.is_exact else float(part),
                draws=draws.named(str(number)), progress=progress,
            )
            for number, (made, part) in enumerate(self.made, 1)
        ))  # fmt: skip

    def read(self, rows: Rows) -> tuple[Numbers, tuple[str, ...]]:
        """What a zip holds, and the names of the nodes where it names them."""
        parts: list[Result] = []
        names: tuple[str, ...] = ()
        count = 0
        for made, _ in self.made:
            mine = rows
            if made.returns is Counts:
                mine, count = _only(rows, count), count + 1
            kind = cast("type[Result]", made.returns)
            part, told = kind.of_tables(mine, made.measure)
            parts.append(part)
            names = told or names
        return Numbers(tuple(parts)), names

    def each(self, whole: Given) -> tuple[Given, ...]:
        """Every part as a release of its own, for whoever estimates from it."""
        released = whole.released.parts if isinstance(whole.released, Numbers) else ()
        return tuple(
            Given(part, made, epsilon, whole.names, {
                name.removeprefix(f"{number}, "): fact for name, fact in whole.facts.items()
                if name.startswith(f"{number}, ")
            })
            for number, (part, (made, epsilon)) in enumerate(
                zip(released, self.made, strict=True), 1
            )
        )  # fmt: skip


def _part(words: str) -> Part:
    """A mechanism that may be part of a plan, and its epsilon."""
    id, *settings, epsilon = words.split(" ") if " " in words else ("", "")
    given = dict(setting.split("=", 1) for setting in settings if "=" in setting)
    made: Mechanism[Any] = make("a part of a plan", KINDS, id, given)
    return made, amount_of(epsilon)


def _only(rows: Rows, place: int) -> Rows:
    """One row of each table."""

    def one(name: str) -> list[list[str]]:
        return [rows(name)[place]]

    return one


def plan_file(plan: NumberPlan, graph: Graph) -> dict[str, Any]:
    """A plan as plain data that tells whether it was changed, and for which graph it is.

    Of the graph it holds public facts alone: title, number of nodes, sizes of public groups.
    """
    facts = {"format": FORMAT, "graph": _about(graph), **plan.to_dict()}
    facts = json.loads(json.dumps(facts))
    return {**facts, "checksum": checksum(facts)}


def _about(graph: Graph) -> dict[str, Any]:
    sizes = [] if graph.labels is None else sorted(Counter(graph.labels.tolist()).values())
    return {"title": graph.title, "nodes": graph.n, "groups": sizes}


def planned(told: Mapping[str, Any], graph: Graph) -> tuple[PlannedNumbers, Fraction]:
    """What a plan releases, and the epsilon of all of it.

    Raises
    ------
    Refused
        If the plan was changed, is for another graph, or would release nothing.
    """
    facts = {name: value for name, value in told.items() if name not in ("checksum", "cleaned")}
    if facts.get("format") != FORMAT or checksum(facts) != told.get("checksum"):
        raise Refused(f"The plan is not as graphdp plan wrote it. {AGAIN}")
    if facts["graph"] != _about(graph):
        of = facts["graph"] if isinstance(facts["graph"], dict) else {}
        named = f"{of.get('title') or 'no title'}, {of.get('nodes')} nodes"
        raise Refused(f"The plan is for another graph ({named}). {AGAIN}")
    parts = dict(_known(facts["rows"]))
    if not parts:
        raise Refused("The plan releases nothing: no number would be known. Plan with a larger ε.")
    total, spent = amount_of(facts["epsilon"]), Fraction(0)
    listed: list[tuple[str, Mapping[str, Any], Fraction]] = []
    for (id, settings), epsilon in parts.items():
        own = Fraction(int(epsilon * STEPS), STEPS)
        if len(listed) == len(parts) - 1:
            own = total - spent
        spent += own
        listed.append((id, dict(settings), own))
    return PlannedNumbers.of(listed), total


def _known(
    rows: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[tuple[str, tuple[tuple[str, Any], ...]], float]]:
    """Each release once, whatever number of rows it tells."""
    for row in rows:
        if row["known"]:
            yield (row["mechanism"], tuple(row["parameters"].items())), row["epsilon"]
