"""Proved mechanisms as measurements of OpenDP: a domain of graphs, a distance, a map, a draw."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.fact_sheet import instead_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, refuse_strangers
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.privacy.composition import group_privacy
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation
from graphdp_core.privacy.implications import Unit, steps
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.sensitivities.neighbours import ThetaEdges
from graphdp_core.trust.publish import check_groups

if TYPE_CHECKING:
    from opendp.mod import Measurement


IDEAL = "idealized-numerics"
FEATURES = {
    "contrib": "OpenDP has not vetted the proof",
    "honest-but-curious": "it takes our domain, distance and privacy map as we state them",
    IDEAL: "the proof is for ideal real numbers, and the draw is in floating point",
}
"""What a user of OpenDP has to agree to, and why."""

SLACK = 1e-12  # what a group's delta is rounded up by, relatively: more than its own rounding errs


def to_opendp(
    mechanism: Mechanism,
    *,
    epsilon: Fraction | str | float,
    public: Graph,
    relation: NeighbouringRelation | None = None,
    radius: str = "1",
    groups_are_public: bool = False,
) -> Measurement:
    """A mechanism at one epsilon as an OpenDP measurement, to be chained and composed there.

    - Input domain: the graphs that share the public facts of the relation: nodes and their names;
      where only weights or answers are protected, the edges and the form of the survey; the groups
      if these are public. Where a node may join or leave, all graphs among the named nodes.
    - Input distance: how many steps of the relation lie between two graphs, a whole number.
    - Output measure: ``MaxDivergence``; ``Approximate(MaxDivergence)`` if the mechanism has a
      delta. ``make_approximate`` brings a pure one beside it.
    - Map: what the ledger charges: k steps cost k epsilon, and delta (e^(k e)-1)/(e^e-1), rounded
      up.
    - Function: the draw of :func:`publish`, from the operating system's randomness. Where the
      mechanism has no exact sampler it is that of :meth:`Mechanism.release`.

    Two measurements compose if their domains and distances have the same words.

    Parameters
    ----------
    mechanism : Mechanism
        With a proved guarantee.
    epsilon : Fraction, str or float
        Exactly as typed: "0.3" is 3/10.
    public : Graph
        Any graph of the domain; nothing but the public facts is read of it.
    relation : NeighbouringRelation, optional
        Of the input distance, if not the mechanism's own: one that follows from it, such as one
        edge from one node.
    radius : str
        Of one step of that relation, where it has one.
    groups_are_public : bool
        The curator's word that whose group is which, the labels of `public`, is public anyway.

    Returns
    -------
    opendp.mod.Measurement
        It answers with what the mechanism releases, a Graph or a Result.

    Raises
    ------
    Refused
        If nothing is proved, or nothing follows for the relation; if the mechanism does not take
        graphs of this domain; if OpenDP is not installed, or one of its features is not enabled.

    Notes
    -----
    *Privacy*: as :meth:`Mechanism.guarantee` says, for the domain and distance stated. Neither a
    ledger is charged nor a certificate written: the accounting is OpenDP's.

    References
    ----------
    M. Gaboardi, M. Hay, S. Vadhan, A programming framework for OpenDP, 2020. P. Kairouz, S. Oh,
    P. Viswanath, The composition theorem for differential privacy, ICML 2015: any (epsilon, delta)
    mechanism can be computed from a bit of randomised response that fails openly with probability
    delta. Without that failure its divergence is epsilon, as ``Approximate(MaxDivergence)`` asks.
    """
    refuse_strangers(graph=public, mechanism=mechanism)
    amount = amount_of(epsilon)
    guarantee = mechanism.guarantee(float(amount))
    if not guarantee.protects:
        raise Refused(
            f"{mechanism.title} cannot be a measurement: {_why_not(mechanism, guarantee)}"
        )
    check_groups(mechanism, groups_are_public=groups_are_public)
    unit = Unit.of(guarantee, edges=public.m)
    target = unit if relation is None else Unit.read(relation.value, radius)
    count = steps(unit, target)
    if count is None:
        raise Refused(
            f"{mechanism.title} protects {unit.words}: nothing follows from that for "
            f"{target.words}. Leave the relation out."
        )
    domain = _Domain(public, target, mechanism, float(amount), groups_are_public)
    domain.check(public)
    is_exact = _is_exact(mechanism, public, amount)
    _check_features(mechanism, is_exact=is_exact)

    from opendp.domains import user_domain
    from opendp.measurements import make_user_measurement
    from opendp.measures import approximate, max_divergence
    from opendp.metrics import user_distance

    def draw(graph: Graph) -> Any:
        domain.check(graph)
        coins = SecureRandom()
        if is_exact:
            return mechanism.publish(graph, epsilon=amount, coins=coins).released
        return mechanism.release(graph, epsilon=float(amount), rng=coins.generator())

    return make_user_measurement(
        user_domain(domain.words, domain.has),
        user_distance(_distance(target, mechanism, public)),
        approximate(max_divergence()) if guarantee.delta else max_divergence(),
        draw,
        _privacy_map(amount, guarantee.delta, count),
    )


def _why_not(mechanism: Mechanism, guarantee: Guarantee) -> str:
    """What its promise lacks, and what to take where nothing is proved."""
    if guarantee.status.is_proved:
        return guarantee.statement()
    others = instead_of(mechanism, guarantee.epsilon)
    take = f"; take {others[0].title}" if others else ""
    return f"nothing is proved of it ({guarantee.status.value}){take}."


def _privacy_map(
    amount: Fraction, delta: float, count: int
) -> Callable[[int], float | tuple[float, float]]:
    """From the steps between two graphs to (epsilon, delta), each of them `count` of our own."""

    def cost(d_in: int) -> float | tuple[float, float]:
        if d_in != int(d_in) or d_in < 0:
            raise Refused(f"d_in counts steps: it must be a whole number from 0, got {d_in}.")
        size = count * int(d_in)
        epsilon = _rounded_up(size * amount)
        if not delta:
            return epsilon
        if size < 2:
            return epsilon, size * delta
        grown = group_privacy(_rounded_up(amount), delta, size)[1]
        return epsilon, min(grown * (1.0 + SLACK), 1.0)

    return cost


def _rounded_up(value: Fraction) -> float:
    """The least double that is not below.

    Examples
    --------
    >>> _rounded_up(Fraction(1, 2)), _rounded_up(Fraction(3, 10)) >= Fraction(3, 10)
    (0.5, True)
    """
    nearest = float(value)
    return nearest if nearest >= value else math.nextafter(nearest, math.inf)


@dataclass(frozen=True)
class _Domain:
    """The graphs that a promise is about: those that share what is public of one of them."""

    public: Graph
    unit: Unit
    mechanism: Mechanism
    epsilon: float
    groups_are_public: bool

    def has(self, graph: object) -> bool:
        """Whether this is one of them, and the mechanism takes it."""
        return (
            isinstance(graph, Graph)
            and graph.noise is None
            and self._nodes_fit(graph)
            and dict(self._facts(graph)) == dict(self._facts(self.public))
            and not (self._is_connected and graph.components.any())
            and not self.mechanism.refusal(graph, self.epsilon)
        )

    def check(self, graph: object) -> None:
        """Raise Refused if this is none of them."""
        if self.has(graph):
            return
        why = ""
        if isinstance(graph, Graph):
            why = self.mechanism.refusal(graph, self.epsilon)
        raise Refused(why or f"this is no graph of {self.words}, which the promise is about.")

    @property
    def words(self) -> str:
        """What tells it from others: OpenDP takes two domains for one if these are equal."""
        facts = (f"{what}: {fact}" for what, fact in self._facts(self.public))
        return f"GraphDomain({'; '.join(facts)})"

    def _facts(self, graph: Graph) -> Iterator[tuple[str, str]]:
        """What all of them have in common, and what is stated of their weights."""
        if self._may_join:
            yield "nodes", f"among {_mark(self.public.all_names())}"
        else:
            yield "nodes", f"{graph.n}, {_mark(graph.all_names())}"
        if self.unit.relation.edges_are_public:
            yield "edges", f"{graph.m}, {_mark(graph.edges.astype(np.int64).tolist())}"
            yield "survey", str(graph.answers)
        if self.groups_are_public:
            groups = None if graph.labels is None else graph.labels.tolist()
            yield "groups", _mark([groups, list(graph.label_names)])
        if (theta := self._theta) is not None:
            yield "weights", f"{theta.lowest:g} to {theta.highest:g}"
            yield "graphs", "connected" if self._is_connected else "all"

    def _nodes_fit(self, graph: Graph) -> bool:
        """Where nodes may join: names from the public ones, in the same order."""
        if not self._may_join:
            return True
        place = {name: at for at, name in enumerate(self.public.all_names())}
        own = [place.get(name, -1) for name in graph.all_names()]
        return all(one < other for one, other in zip([-1, *own], own, strict=False))

    @property
    def _may_join(self) -> bool:
        return self.unit.relation is NeighbouringRelation.NODE_ADD

    @property
    def _theta(self) -> ThetaEdges | None:
        neighbours = getattr(self.mechanism, "neighbours", None)
        return neighbours if isinstance(neighbours, ThetaEdges) else None

    @property
    def _is_connected(self) -> bool:
        return self._theta is not None and self._theta.support == "connected"


def _mark(content: object) -> str:
    """32 digits that only equal contents share."""
    return hashlib.blake2b(repr(content).encode(), digest_size=16).hexdigest()


def _distance(unit: Unit, mechanism: Mechanism, public: Graph) -> str:
    """The words of a distance: its relation and radius, and the node that it hides edges from."""
    words = [unit.relation.value]
    if unit.relation.has_radius:
        words.append(f"radius {unit.radius_text}")
    return f"GraphDistance({', '.join(words)})"


def _is_exact(mechanism: Mechanism, public: Graph, amount: Fraction) -> bool:
    """Whether it has an exact sampler at these settings; all else that it asks for holds."""
    try:
        mechanism.check_publication(public, amount)
    except Refused:
        return False
    return True


def _check_features(mechanism: Mechanism, *, is_exact: bool) -> None:
    """Raise Refused if OpenDP is not there, or the user has not agreed to what it asks for."""
    try:
        from opendp.mod import OpenDPException, assert_features
    except ModuleNotFoundError:
        raise Refused('this needs OpenDP: pip install "graphdp[opendp]".') from None
    wanted = {name: why for name, why in FEATURES.items() if name != IDEAL or not is_exact}
    try:
        assert_features(*wanted)
    except OpenDPException:
        why = "; ".join(f'"{name}": {why}' for name, why in wanted.items())
        call = ", ".join(f'"{name}"' for name in wanted)
        raise Refused(
            f"OpenDP wants your word before it takes {mechanism.title} ({why}). Say it by "
            f"opendp.mod.enable_features({call})."
        ) from None
