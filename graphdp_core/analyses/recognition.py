"""Who can be recognised in a release without names, by an attacker who knows some ties."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis, told
from graphdp_core.digits import epsilon_label, in_ten
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.recognition import by_number, right_by_ties
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress
from graphdp_core.results import Recognised

TELLS_WHO = "A promise for one tie hides no person."


@dataclass(frozen=True)
class Recognition(Analysis[Recognised]):
    """Two attackers look for people in a graph without names, and how often they are right.

    One knows most ties and a few people by name, among the hundred best connected, and matches by
    percolation. The other knows the ties and triangles of one person. The baseline is the true
    graph with its names off. A low number is no proof: another attacker may recognise more.

    *Privacy*: an attack, no post-processing. It knows a part of the true graph, and the true graph
    says who was right. Its result is not private and never part of a publication.

    References
    ----------
    Yartseva and Grossglauser, On the performance of percolation graph matching, COSN 2013.
    Narayanan and Shmatikov, De-anonymizing social networks, IEEE S&P 2009.

    Examples
    --------
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> bare = Recognition().run(karate, rng=np.random.default_rng(0))
    >>> bare.others, bare.share > 0.5
    (24, True)
    """

    id: ClassVar[str] = "recognition"
    title: ClassVar[str] = "Who is recognised"
    summary: ClassVar[str] = (
        "How many people an attacker recognises in a graph without names: one who knows most ties "
        "and a few people, and one who knows a person's ties and triangles. It is not private."
    )
    source: ClassVar[str] = (
        "Yartseva and Grossglauser, On the Performance of Percolation Graph Matching, COSN 2013; "
        "Narayanan and Shmatikov, De-anonymizing Social Networks, IEEE S&P 2009"
    )
    formula: ClassVar[str] = (
        r"\hat\sigma(v) = \arg\max_{u \text{ free}} \bigl|\{w \in N(v) : "
        r"\hat\sigma(w) \in N'(u)\}\bigr| \ge 2"
    )
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "recognised",
            "Recognised by ties and names",
            "The share of people whom an attacker recognises by most of the ties and a few names; "
            "these few do not count. 0 is no proof that nobody can be recognised.",
            better="lower", low=0.0, high=1.0, percent=True, enough=0.05, is_limit=True,
        ),
        Metric(
            "by_number",
            "Recognised by two counts, no names",
            "The share of people whom an attacker picks out by their numbers of ties and "
            "triangles; among several who look alike, one by chance.",
            better="lower", low=0.0, high=1.0, percent=True, enough=0.05, is_limit=True,
        ),
        told(
            "names_off", "With the names off",
            "The share recognised by ties in the true graph without its names.",
            low=0.0, high=1.0, percent=True,
        ),
        told(
            "hidden", "No longer recognised",
            "Of those whom the same attacker recognises with the names off, the share not "
            "recognised here.",
            low=0.0, high=1.0, percent=True,
        ),
        told("people", "Not known by name", "How many people the attacker looks for.", low=0.0),
    )  # fmt: skip
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (Yardstick("hidden", perfect=0.0, nothing=1.0),)

    ties_known: float = param(
        0.9, "The share of the true ties that the attacker knows.",
        choices={share: in_ten(share) for share in (0.9, 0.7, 0.5)}, label="Ties known",
    )  # fmt: skip
    named: int = param(
        10, "How many people the attacker knows by name, among the hundred best connected.",
        choices={10: "10", 5: "5", 3: "3"}, label="Names known",
    )  # fmt: skip

    @property
    def knows(self) -> str:
        """What the attacker by ties knows, which must stand beside every number."""
        return f"{in_ten(self.ties_known)} ties and {self.named} names"

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Recognised:
        return self._attack(graph, graph, rng=rng, progress=progress)

    def _attack(
        self, truth: Graph, release: Graph, *, rng: np.random.Generator, progress: Progress
    ) -> Recognised:
        if truth.noise is not None:
            raise Refused(
                "This graph is a release itself: only the true graph could tell who is recognised "
                "in it. Choose a graph that is no release."
            )
        progress(0.0, "looking for people")
        outcome = right_by_ties(
            truth, release, ties_known=self.ties_known, named=self.named, knowing=rng
        )
        return replace(
            outcome, by_number=by_number(truth, release, "circle"), notes=(TELLS_WHO,)
        )  # fmt: skip

    def _measure(
        self, graph: Graph, baseline: Recognised, private: Recognised
    ) -> dict[str, float]:  # fmt: skip
        before = baseline.right
        again = float(private.right[before].mean()) if before.any() else math.nan
        return {
            "recognised": private.share,
            "by_number": float(private.by_number.mean()),
            "names_off": baseline.share,
            "hidden": 1.0 - again,
            "people": float(private.others),
        }

    def chances(self, n: int) -> Mapping[str, float]:
        """Whoever guesses is right about one person in all who are not known by name."""
        return {"recognised": 1.0 / (n - self.named)} if n > self.named else {}

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How many are recognised and by what knowledge, beside names off."""
        people = round(metrics["people"])
        seen, bare = (round(metrics[id] * people) for id in ("recognised", "names_off"))
        few = {0: "none", people: "both" if people == 2 else "all"}.get(seen, f"{seen:,}")
        return (
            f"At {epsilon_label(epsilon)} an attacker who knows {self.knows} recognises {few} "
            f"of the {people:,} others; without noise, {bare:,}."
        )
