"""Privacy as data: neighbouring relations, proof status, guarantees, their sentences and odds.

What every guarantee assumes of the draw: said on screen, and not of a publication.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal
from enum import Enum
from typing import Literal, get_args

from graphdp_core.privacy.amounts import is_far, no_privacy

HARDLY = 0.95  # a belief from which on nobody may call the rest of the doubt protection
PARTLY = 0.75  # a belief above which a secret is no longer hidden well

Strength = Literal["protects", "partly protects", "hardly protects", "does not protect"]
"""What a proved bound is worth, by the belief that half a doubt may grow to."""

STRENGTHS: tuple[Strength, ...] = get_args(Strength)


def is_hardly(epsilon: float) -> bool:
    """Whether so large an exact epsilon hardly protects, wherever that is said.

    Examples
    --------
    >>> is_hardly(2.9), is_hardly(3.0)
    (False, True)
    """
    return posterior(0.5, epsilon) >= HARDLY


def strength_at(belief: float) -> Strength:
    """The word for a bound on the belief of anyone who was half sure."""
    if belief >= HARDLY:
        return "hardly protects"
    return "partly protects" if belief > PARTLY else "protects"


class Status(Enum):
    """How far the guarantee of a mechanism has been proved."""

    PROVED_PURE = "proved, pure ε"
    PROVED_APPROX = "proved, (ε, δ)"
    ASYMPTOTIC = "holds only in the limit of the Markov chain"
    AS_PUBLISHED_NOT_DP = "as published: not differentially private"
    AS_PRACTISED = "as practised: no promise"

    @property
    def is_proved(self) -> bool:
        """Whether the number shown is a proved bound."""
        return self in (Status.PROVED_PURE, Status.PROVED_APPROX)

    @property
    def badge(self) -> str:
        """Two or three words for the head of a figure, a table's cell or a tooltip.

        Examples
        --------
        >>> Status.PROVED_PURE.badge, Status.AS_PUBLISHED_NOT_DP.badge
        ('private', 'not private')
        """
        if self is Status.ASYMPTOTIC:
            return "not proved private"
        return "private" if self.is_proved else "not private"


MANY = "what many edges show together: communities, hubs, how dense the graph is"
JOINED = "who is joined with whom"


class NeighbouringRelation(Enum):
    """Which two data sets must be hard to tell apart; epsilons compare under one relation only."""

    EDGE = (
        "edge", "one tie", "the presence or absence of any one edge",
        f"{MANY}; k edges together are protected k times less, and so is a person who has k of "
        "them",
    )  # fmt: skip
    PERSONAL_EDGE = (  # of old ledgers and certificates alone
        "edge, hidden from one node", "one tie of others",
        "the presence or absence of any one edge of others, from the one node that sees it",
        f"the edges of the node that asks, and {MANY}",
    )  # fmt: skip
    THETA_EDGE_FIXED_SUPPORT = (
        "theta-edge, fixed support", "one weight within the radius",
        "the weight of any one existing edge within the radius",
        f"{JOINED}, a change beyond the radius, and what many weights show together",
    )  # fmt: skip
    THETA_EDGE = (
        "theta-edge, edges may vanish", "one weight within the radius",
        "the weight of any one edge within the radius, and its presence where its weight is no "
        "more",
        f"a change beyond the radius, and {MANY}",
    )  # fmt: skip
    WEIGHT_L1 = (
        "weight, l1", "one weight within the radius",
        "all edge weights within the radius in total",
        f"{JOINED}, and changes that add up to more than the radius",
    )  # fmt: skip
    WEIGHT_LINF = (
        "weight, l-infinity", "all weights within the radius",
        "every edge weight within the radius at once",
        f"{JOINED}, and a change of one weight beyond the radius",
    )  # fmt: skip
    WEIGHT_ONE = (
        "weight, one within a range", "one weight",
        "the weight of any one edge within the public range",
        f"{JOINED}, and what many weights show together",
    )  # fmt: skip
    NODE = (
        "node, whose edges change", "one node's ties",
        "all edges of any one node, not that this node is there",
        "that a node is there, and what many nodes show together; two nodes that change at once "
        "are protected half as well",
    )  # fmt: skip
    NODE_ADD = (
        "node, that joins or leaves", "one node and its ties",
        "any one node with all its edges, and whether it is there",
        "what many nodes show together; two nodes that come or go at once are protected half as "
        "well",
    )  # fmt: skip
    PERSON_ADD = (
        "person, who joins or leaves", "one person's answers",
        "all answers of any one person, and whether this person took part",
        "the questions, and what many people say",
    )  # fmt: skip
    PERSON_REPLACE = (
        "person, whose answers change", "one person's answers",
        "all answers of any one person, not that this person took part",
        "that a person took part, the questions, and what many people say",
    )  # fmt: skip

    secret: str
    """What an adversary would like to know, in plain words."""
    unit: str
    """The unit that is protected, in plain words."""
    unprotected: str
    """What a release may tell for all that is promised, in plain words."""

    def __new__(
        cls, value: str, secret: str = "", unit: str = "", unprotected: str = ""
    ) -> NeighbouringRelation:
        """One member, known by its name in ledgers and certificates."""
        one = object.__new__(cls)
        one._value_, one.secret, one.unit, one.unprotected = value, secret, unit, unprotected
        return one

    @property
    def any_secret(self) -> str:
        """What an adversary would like to know, of whichever it is.

        Examples
        --------
        >>> NeighbouringRelation.EDGE.any_secret, NeighbouringRelation.WEIGHT_LINF.any_secret
        ('a tie', 'all weights within the radius')
        """
        return self.secret.replace("one ", "a ", 1)

    @property
    def has_radius(self) -> bool:
        """Whether one step of it has a size, which is then part of every guarantee."""
        return "radius" in self.unit

    @property
    def is_of_nodes(self) -> bool:
        """Whether a unit is one node with all its edges."""
        return self in (NeighbouringRelation.NODE, NeighbouringRelation.NODE_ADD)

    @property
    def is_of_persons(self) -> bool:
        """Whether a unit is all that one person answered; nodes are then questions."""
        return self in (NeighbouringRelation.PERSON_ADD, NeighbouringRelation.PERSON_REPLACE)

    @property
    def edges_are_public(self) -> bool:
        """Whether the topology is public: only weights are protected."""
        return self.is_of_persons or self.unprotected.startswith(JOINED)


@dataclass(frozen=True)
class Guarantee:
    """What one release of a mechanism protects.

    Parameters
    ----------
    relation : NeighbouringRelation
    epsilon : float
        The nominal epsilon: what the user set.
    status : Status
    delta : float
        0 for pure guarantees.
    radius : float
        Size of one step of the relation in its own unit (1 edge for the edge relation).
    radius_text : str
        The protected radius in words, such as `0.5/|E|`, where public facts of the graph change
        it; else "". See :attr:`protected_radius`.
    exact_epsilon : float or None
        The true, tight epsilon where it is smaller than the nominal one.
    assumptions : tuple of str
        What is public by assumption.
    sampler : str
        "exact" or what it approximates.
    caveat : str
        One more sentence the user must see, or "".
    proof : str
        Where the guarantee is proved.
    empty : str
        Why no two data sets are neighbours, if none are: what holds for every pair of
        neighbours then protects nothing. Else "".
    """

    relation: NeighbouringRelation
    epsilon: float
    status: Status
    delta: float = 0.0
    radius: float = 1.0
    exact_epsilon: float | None = None
    assumptions: tuple[str, ...] = ()
    sampler: str = "exact"
    caveat: str = ""
    proof: str = ""
    radius_text: str = ""
    empty: str = ""

    @property
    def protected_radius(self) -> str:
        """The radius that the guarantee holds for: a number, or a formula of public facts.

        Examples
        --------
        >>> from graphdp_core.mechanisms.pamst import PAMST
        >>> PAMST(sensitivity="normalised", radius=0.5).guarantee(1.0).protected_radius
        '0.5/|E|'
        """
        return self.radius_text or at_least(self.radius)

    @property
    def unit(self) -> str:
        """The unit that is protected, with its radius where the relation has one."""
        return self.relation.unit.replace("the radius", f"a radius of {self.protected_radius}")

    @property
    def protects(self) -> bool:
        """Whether a proved bound holds, for some neighbours, at an epsilon that is privacy."""
        return self.status.is_proved and not self.empty and not is_far(self.effective_epsilon)

    @property
    def strength(self) -> Strength:
        """What the guarantee is worth in a word: every picture, tile and sentence uses this one.

        Examples
        --------
        >>> import graphdp_core as gdp
        >>> [gdp.mechanism("edge_flip").guarantee(e).strength for e in (1.0, 2.0, 3.0)]
        ['protects', 'partly protects', 'hardly protects']
        """
        if not self.protects:
            return "does not protect"
        return strength_at(posterior(0.5, self.effective_epsilon))

    @property
    def hardly_protects(self) -> bool:
        """Whether anyone half sure may become 95% sure, for all that is proved."""
        return self.strength == "hardly protects"

    @property
    def badge(self) -> str:
        """Two or three words for the head of what was released: "private", "not private" ..."""
        if self.empty:
            return "protects nothing"
        if self.status.is_proved and is_far(self.effective_epsilon):
            return Status.AS_PUBLISHED_NOT_DP.badge
        return self.status.badge

    @property
    def effective_epsilon(self) -> float:
        """The tightest proved epsilon."""
        return self.epsilon if self.exact_epsilon is None else self.exact_epsilon

    def statement(self) -> str:
        """The guarantee in one or two plain sentences."""
        if not self.status.is_proved:
            return f"No privacy guarantee ({self.status.value}). {self.caveat}".strip()
        if self.empty:
            return f"This release protects nothing: {self.empty} {self.caveat}".strip()
        size = f"ε = {at_most(self.effective_epsilon)}"
        if self.delta:
            size += f", δ = {_rounded_up(self.delta, 1):.0e}"
        if is_far(self.effective_epsilon):
            return (
                f"{no_privacy(self.effective_epsilon)} So much may a change of {self.unit} "
                f"move any outcome ({size}, {self.status.value}). {self.caveat}"
            ).strip()
        text = (
            f"This release protects {self.unit}: "
            f"a change of it makes any outcome at most "
            f"{at_most(_largest_ratio(self.effective_epsilon))} times as likely"
            f"{', plus δ' if self.delta else ''} ({size}, {self.status.value})."
        )
        if self.exact_epsilon is not None and self.exact_epsilon != self.epsilon:
            text += f" Nominal ε = {at_most(self.epsilon)}; the exact value is smaller."
        return f"{text} {self.caveat}".strip()


def posterior(prior: float, epsilon: float) -> float:
    """Largest belief that a prior belief can grow to after one epsilon-DP release.

    The odds grow at most exp(epsilon)-fold, for the unit of the relation, if everything else is
    known or tells nothing about it. Someone who expects edges to hang together (friends of a
    friend) may also infer one from the others, which no guarantee about single edges limits.

    References
    ----------
    J. Hehir, Interpreting network differential privacy, arXiv:2504.12520, 2025.

    Examples
    --------
    >>> round(posterior(0.5, 1.0), 2), round(posterior(0.5, 3.0), 2)
    (0.73, 0.95)
    """
    if not 0.0 <= prior <= 1.0:
        raise ValueError(f"prior must lie in [0, 1], got {prior}.")
    if epsilon < 0:
        raise ValueError(f"epsilon must be at least 0, got {epsilon}.")
    if prior in (0.0, 1.0):
        return prior
    belief = 1.0 / (1.0 + (1.0 - prior) / prior * math.exp(-epsilon))
    return min(belief, math.nextafter(1.0, 0.0))  # a doubt remains, below what doubles tell


def at_most(bound: float) -> str:
    """A bound with three significant digits, rounded up: what is printed holds as well.

    Examples
    --------
    >>> at_most(1.2345), at_most(2.0749), at_most(1.0), at_most(12345.6)
    ('1.24', '2.08', '1', '12,400')
    """
    if math.isinf(bound):
        return "∞"
    value = _rounded_up(bound, 3)
    return f"{value:,.0f}" if 1000 <= value < 1e6 else f"{value:.3g}"


def at_least(radius: float) -> str:
    """A protected radius with six significant digits, rounded down: what is printed is protected.

    Examples
    --------
    >>> at_least(0.1), at_least(2 / 3), at_least(1e-9)
    ('0.1', '0.666666', '1e-09')
    """
    short = Context(prec=6, rounding=ROUND_FLOOR).create_decimal(Decimal(repr(float(radius))))
    return f"{float(short):g}"


def percent_at_most(belief: float) -> str:
    """A bound on a belief as percentage, rounded up to a tenth: what is printed holds as well.

    Only certainty is called 100%.

    Examples
    --------
    >>> percent_at_most(0.95257), percent_at_most(0.5), percent_at_most(1.0)
    ('95.3%', '50%', '100%')
    >>> percent_at_most(0.99966), percent_at_most(0.99997)
    ('99.97%', 'more than 99.99%')
    """
    for step in (1000, 100):  # a tenth, or a hundredth where a tenth would make it 100
        up = -(-round(1e6 * belief) // step) * step
        if up < 1e6 or belief == 1.0:
            return f"{up / 1e4:g}%"
    return "more than 99.99%"


def sure_after(belief: float) -> str:
    """How sure somebody may become, as the end of a sentence about them.

    Examples
    --------
    >>> sure_after(0.95257), sure_after(0.99997)
    ('is at most 95.3% sure', 'may be more than 99.99% sure')
    """
    said = believed(belief)
    return f"{'may be' if said.startswith('more') else 'is'} {said} sure"


def half_sure(relation: NeighbouringRelation, epsilon: float) -> str:
    """How sure somebody may become who knows all else, in the one form of all pages and files.

    Examples
    --------
    >>> half_sure(NeighbouringRelation.EDGE, 1.0)
    'Whoever knows all else and is half sure of a tie is at most 73.2% sure after.'
    """
    sure = sure_after(posterior(0.5, epsilon))
    return f"Whoever knows all else and is half sure of {relation.any_secret} {sure} after."


def believed(belief: float) -> str:
    """A bound on a belief in words.

    Examples
    --------
    >>> believed(0.95257), believed(0.99997)
    ('at most 95.3%', 'more than 99.99%')
    """
    said = percent_at_most(belief)
    return said if said.startswith("more") else f"at most {said}"


def _largest_ratio(epsilon: float) -> float:
    """exp(epsilon), or infinity where it is no double."""
    try:
        return math.exp(epsilon)
    except OverflowError:
        return math.inf


def _rounded_up(value: float, digits: int) -> float:
    """The value rounded up to so many significant digits, but for 1e-12 of it."""
    if value <= 0 or not math.isfinite(value):
        return value
    step = 10.0 ** (math.floor(math.log10(value)) + 1 - digits)
    return math.ceil(value / step * (1 - 1e-12)) * step


OF_THE_SEED = (
    "The seed of the noise stays secret, and every further draw spends its ε again.",
    "The random numbers are statistically sound, not cryptographic.",
)
IDEAL_CHANCES = "Chances are those of ideal real numbers."
BYTES_ARE_GONE = (
    "The random bytes are gone: nobody can draw again.",
    "Every further release about the same people spends its ε on top.",
)


def of_a_publication(assumptions: Sequence[str]) -> list[str]:
    """All that a publication assumes: it has no seed, and draws with integers.

    Examples
    --------
    >>> of_a_publication(["The nodes are public.", *OF_THE_SEED, IDEAL_CHANCES])[:2]
    ['The nodes are public.', 'The random bytes are gone: nobody can draw again.']
    """
    of_the_screen = (*OF_THE_SEED, IDEAL_CHANCES)
    return [*(text for text in assumptions if text not in of_the_screen), *BYTES_ARE_GONE]
