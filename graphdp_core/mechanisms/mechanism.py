"""What every mechanism offers: a release, and a true statement of what the release protects."""

from __future__ import annotations

import math
from abc import ABC
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, SupportsFloat, get_args

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.answers import Answers
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import ExactDraw
from graphdp_core.params import (
    LARGEST_EPSILON,
    Refused,
    refuse_former_names,
    refuse_strangers,
    validate,
)
from graphdp_core.privacy.amounts import EXPLORED_EPSILON, checked_epsilon, publishable_epsilon
from graphdp_core.privacy.draws import Budget, Draws, SecretDraws, SeededDraws
from graphdp_core.privacy.guarantee import OF_THE_SEED, Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import SILENT, Progress, Report
from graphdp_core.results import Result

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, as typing has it from Python 3.13 on

    Released_co = TypeVar(
        "Released_co", bound=Graph | Result, default=Graph | Result, covariant=True
    )
else:
    from typing import TypeVar

    Released_co = TypeVar("Released_co", covariant=True)


USUAL_EPSILONS = (0.0, LARGEST_EPSILON)
PUBLIC_BY_ASSUMPTION = (
    "The nodes and their names are public, and so are the mechanism and its ε.",
    *OF_THE_SEED,
)
ONE_EDGE_ASSUMPTIONS = (
    "The nodes and their names are public, and so are the mechanism and its ε; edge weights are "
    "not used.",
    *OF_THE_SEED,
)
ROUNDED = 1 + Fraction(1, 10**12)  # shares of some laws are doubles, rounded up


@dataclass(frozen=True)
class Mechanism(ABC, Generic[Released_co]):
    """A randomised map from a graph and an epsilon to a release.

    A subclass is a frozen dataclass whose fields are its parameters, declared with
    :func:`graphdp_core.params.param`, in a module of the same name as its `id`. It writes
    :meth:`_drawn` (or :meth:`_draw`, and then cannot be replayed) and :meth:`_guarantee`, and
    :meth:`_check` if there are graphs or settings that it
    does not take. `everyday` names it for people who have never heard of it, in at most five words.
    `procedure` tells how a release comes about, noise with its law, a sentence or
    two a step. `epsilon_range` holds the least and the largest epsilon that it is made for: if that
    is 20 or more, up to 5,000 are taken, which is no privacy. `measure`
    names the centrality of released scores and is empty where other things are released.
    `protects_weights` says that the topology is public and the weights are what is protected, and
    `range_parameters` names the parameters of their public range. Members of one `family` have the
    same distribution at the same exact epsilon, and differ in the epsilon that they name alone.
    `from_noisy_numbers` lists the fields of a release, beside its arrays and numbers, that may
    differ between neighbours because they are computed from noisy numbers alone. `flips_pairs`
    says that every pair of nodes is reported by a coin: on very large graphs this hides all edges.
    `noise_per_pair` says that the release holds these reports themselves.
    `exact_sampler` says how :meth:`_draw_exactly` draws for publication; empty if it cannot, and
    then `not_published` says why if it is neither delta nor the guarantee.
    `reads_groups` says that the labels of the nodes are read, as public groups: whoever publishes
    says that they are.
    `reads_epsilon` is False for what promises nothing, so that no slider moves it.
    `stands_in_for` holds ids of mechanisms that have gone, whose work this one does.
    `status`, `assumptions`, `sampler`, `caveat` and `proof` are those of the guarantee, where no
    setting decides them. `nodes` holds the fewest and the most nodes of a graph that is taken, and
    `otherwise` what to do with another.
    `trusted` says who must be trusted with the true graph. `provider` is the package that adds it,
    with its version; empty for ours.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    everyday: ClassVar[str] = ""
    summary: ClassVar[str]
    source: ClassVar[str]
    procedure: ClassVar[tuple[str, ...]]
    formula: ClassVar[str]  # LaTeX
    relation: ClassVar[NeighbouringRelation]
    returns: ClassVar[type[Graph] | type[Result]]
    epsilon_range: ClassVar[tuple[float, float]] = USUAL_EPSILONS
    measure: ClassVar[str] = ""
    protects_weights: ClassVar[bool] = False
    range_parameters: ClassVar[tuple[str, ...]] = ()
    family: ClassVar[str] = ""
    from_noisy_numbers: ClassVar[tuple[str, ...]] = ()
    flips_pairs: ClassVar[bool] = False
    noise_per_pair: ClassVar[bool] = False
    exact_sampler: ClassVar[str] = ""
    reads_groups: ClassVar[bool] = False
    not_published: ClassVar[str] = ""
    reads_epsilon: ClassVar[bool] = True
    trusted: ClassVar[str] = "a curator, who sees the whole graph"
    provider: ClassVar[str] = ""
    stands_in_for: ClassVar[tuple[str, ...]] = ()
    status: ClassVar[Status] = Status.PROVED_PURE
    assumptions: ClassVar[tuple[str, ...]] = ()
    sampler: ClassVar[str] = "exact"
    caveat: ClassVar[str] = ""
    proof: ClassVar[str] = ""
    nodes: ClassVar[tuple[int, float]] = (0, math.inf)
    otherwise: ClassVar[str] = "take another graph"

    @classmethod
    def called(cls, *, inside: bool = False) -> str:
        """Its everyday name with the title behind it, as menus and headings have it.

        Parameters
        ----------
        inside : bool
            Inside a sentence: without a capital.

        Examples
        --------
        >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
        >>> EdgeFlip.called()
        'Coin for every pair (edgeFlip)'
        """
        if not cls.everyday:
            return cls.title
        title = cls.title.replace(" (as published)", ", as published")
        if cls.provider:
            title = ", from ".join(title.removesuffix(")").rsplit(" (from ", 1))
        first = cls.everyday[0] if inside else cls.everyday[0].upper()
        return f"{first}{cls.everyday[1:]} ({title})"

    @classmethod
    def releases(cls) -> str:
        """What leaves the house, in a few words."""
        if issubclass(cls.returns, Graph):
            return "a graph with noisy weights" if cls.protects_weights else "a whole graph"
        return cls.returns.called

    def __init_subclass__(cls, **given: Any) -> None:
        """Refuse a class that publishes in its own way: what is replayed would be another draw.

        What it returns is read from ``Mechanism[...]``, unless it says otherwise.
        """
        super().__init_subclass__(**given)
        released = [kind for base in vars(cls).get("__orig_bases__", ()) for kind in get_args(base)]
        if released and isinstance(released[0], type) and "returns" not in vars(cls):
            cls.returns = released[0]
        if own := {"publish", "_draw_exactly"} & vars(cls).keys():
            raise TypeError(
                f"{cls.__name__} defines {' and '.join(sorted(own))}: a publication is drawn by "
                "_drawn, step by step, so that it can be replayed; leave it out."
            )

    def __new__(cls, *_: Any, **given: Any) -> Self:
        """Refuse former names of parameters with the name of today."""
        refuse_former_names(cls, given)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        validate(self)

    def release(
        self,
        graph: Graph,
        *,
        epsilon: float,
        rng: np.random.Generator,
        progress: Report | None = None,
    ) -> Released_co:
        """Draw one release.

        Parameters
        ----------
        graph : Graph
            What is private in it, its edges or its weights, the guarantee says; it is not changed.
        epsilon : float
            Nominal privacy loss, within `epsilon_range`.
        rng : numpy.random.Generator
            All randomness is drawn from it. Streams in the same state give common random
            numbers: the noise is the same at every epsilon and changes only its size.
        progress : callable, optional
            ``progress(fraction, text)``, called about every 100 ms; may raise to stop.

        Returns
        -------
        Graph or Result
            As `returns` says. Node names are public and stay; labels and positions never do.

        Raises
        ------
        Refused
            As :meth:`check`.

        Notes
        -----
        *Privacy*: as :meth:`guarantee` says for this epsilon. A graph that is itself a release,
        with public noise, is read as it stands: what is drawn from it is post-processing. Where
        pairs are flipped once more, the noise of the result is that of both flips.
        """
        epsilon = self.in_range(epsilon)
        self.check(graph, epsilon)
        before = graph.noise
        if before is not None:
            graph = replace(graph, noise=None)
        made = self._draw(graph, epsilon=epsilon, rng=rng, progress=Progress.of(progress))
        if before is not None and isinstance(made, Graph) and made.noise is not None:
            made = replace(made, noise=before.then(made.noise))
        if graph.owner and isinstance(made, Graph):
            return replace(made, owner=graph.owner)
        return made

    def publish(
        self, graph: Graph | Aggregates, *, epsilon: Fraction, coins: SecureRandom
    ) -> ExactDraw[Any]:
        """Draw one release that may leave the house: no seed, no floating-point noise.

        Parameters
        ----------
        graph : Graph or Aggregates
            Of a graph that is too large to build, the sums that the mechanism reads.
        epsilon : Fraction
            Exactly the number that was typed.
        coins : SecureRandom
            Randomness of the operating system.

        Raises
        ------
        Refused
            As :meth:`check`; if the guarantee is not proved or protects nothing; or if the
            mechanism has no exact sampler.

        Notes
        -----
        *Privacy*: pure DP at `exact_epsilon` of the draw, at most the nominal epsilon, for the
        numbers as they are released.
        """
        self.check_publication(graph, epsilon)
        return self._draw_exactly(graph, epsilon=epsilon, coins=coins)

    def check_publication(self, graph: Graph | Aggregates, epsilon: Fraction) -> None:
        """Raise Refused, as :meth:`publish` would, before anything is drawn or spent."""
        exact = publishable_epsilon(epsilon)
        guarantee = self.guarantee(self.in_range(exact, most=LARGEST_EPSILON))
        if graph.noise is not None:
            raise Refused(
                "the graph is a release already: hand on its zip. To compute from it is free."
            )
        if not guarantee.protects:
            why = f"{guarantee.statement()} Take a mechanism with a proof."
            raise Refused(f"{self.title} cannot be published: {why}")
        if self.unpublished:
            raise Refused(self.unpublished)
        if not self.exact_sampler:
            fails = f"this one fails with a chance of up to {guarantee.delta:g}"
            lacks = f"a publication promises pure ε, and {fails}" * bool(guarantee.delta)
            lacks = lacks or "its class declares no exact_sampler"
            reason = self.not_published or f"{lacks}. Take a mechanism with an exact sampler"
            raise Refused(f"{self.title} cannot be published: {reason}.")
        if isinstance(graph, Graph):
            self.check(graph, exact)
        elif self.too_large:
            raise Refused(self.too_large)

    def check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused, saying what to do, if this release cannot be drawn."""
        refuse_strangers(graph=graph)
        epsilon = self.in_range(epsilon)
        if graph.answers is not None and not self.protects_weights:
            raise Refused(
                f"{self.title} protects edges, and the questions of a survey are all joined, "
                "whatever is answered: take a mechanism for weights, such as Laplace on weights."
            )
        low, high = self.nodes
        if not low <= graph.n <= high:
            wanted = f"at least {low}" if math.isinf(high) else f"{low} to {high:,.0f}"
            raise Refused(
                f"{self.called()} needs a graph of {wanted} nodes, this one has {graph.n:,}: "
                f"{self.otherwise}."
            )
        self._check(graph, epsilon)

    def in_range(self, epsilon: SupportsFloat | str, *, most: float = EXPLORED_EPSILON) -> float:
        """The epsilon as a double, if this mechanism draws there, and up to `most`."""
        low, high = self.epsilon_range
        high = most if high >= LARGEST_EPSILON else high
        of = "" if self.epsilon_range == USUAL_EPSILONS else self.title
        return checked_epsilon(epsilon, low=low, high=high, of=of)

    def refusal(self, graph: Graph, epsilon: float) -> str:
        """The sentence with which :meth:`check` refuses; "" if this release can be drawn."""
        refused = self.refused(graph, epsilon)
        return "" if refused is None else str(refused) or "refused"

    def refused(self, graph: Graph, epsilon: float) -> Refused | None:
        """What :meth:`check` raises, with its remedy if it knows one; None if it does not."""
        try:
            self.check(graph, epsilon)
        except Refused as refused:
            return refused
        return None

    @classmethod
    def defaults_for(cls, width: float | None, answers: Answers | None = None) -> dict[str, Any]:
        """Parameters to start from where weights lie within about 0 to `width`, or of a survey."""
        return {}

    @property
    def unpublished(self) -> str:
        """Why these settings cannot be published, though others can; "" if they can."""
        return ""

    @property
    def too_large(self) -> str:
        """Why these settings take no graph that is too large to build; "" if they do."""
        return (
            f"{self.title} reads every tie, and this graph is too large to build: take "
            "noisy_degrees, group_mixing, private_count with count=edges, or dk_series."
        )

    @property
    def weight_range(self) -> tuple[float, float] | None:
        """The public range that weights are cut to, if one is set."""
        return None

    def beside(self, kind: type[Mechanism], *, width: float | None = None) -> Mechanism:
        """Another mechanism, with its defaults, to compare with this one.

        Parameters
        ----------
        kind : type of Mechanism
        width : float, optional
            Weights are known to lie within about 0 to this.
        """
        usual: dict[str, Any] = kind.defaults_for(width)
        return kind(**usual)

    def tree_error_bound(self, graph: Graph, *, epsilon: float, gamma: float = 0.05) -> float:
        """Proved bound on w(T) - w(MST), which fails with probability at most `gamma`.

        It depends on the public topology and epsilon only, in the unit of the weights; nan where
        nothing is proved.
        """
        return math.nan

    def measure_of(self, graph: Graph) -> str:
        """What released scores of this graph measure, as :attr:`Scores.measure`; else ''."""
        return self.measure

    def said_of(self, graph: Graph, epsilon: float) -> str:
        """What it makes of public facts that must stand beside its results, or ""."""
        return ""

    def title_of(self, graph: Graph, epsilon: float) -> str:
        """The title of a graph that is released: of what, by what, and at which epsilon."""
        return f"{graph.title} by {self.title}, {epsilon_label(epsilon)}".strip()

    def _graph(
        self,
        graph: Graph,
        edges: NDArray[np.int32],
        epsilon: Budget,
        *,
        weights: Floats | None = None,
    ) -> Graph:
        """A graph that is released: other edges or weights on the same nodes."""
        title = self.title_of(graph, float(epsilon))
        near = None if weights is None else graph.large_is_near
        return Graph(
            n=graph.n, edges=edges, weights=weights, names=graph.names, near=near, title=title
        )

    def guarantee(self, epsilon: float) -> Guarantee:
        """What one release at this epsilon protects.

        Raises
        ------
        Refused
            If epsilon is no number from 0 to 5,000.
        """
        return self._guarantee(checked_epsilon(epsilon))

    def _guarantee(self, epsilon: float) -> Guarantee:
        """The guarantee at an epsilon that was checked: as declared, where no setting decides."""
        return self._promise(epsilon)

    def _promise(self, epsilon: float, **decided: Any) -> Guarantee:
        """The declared guarantee, with what the settings decide in its place."""
        declared = {
            name: getattr(self, name)
            for name in ("relation", "status", "assumptions", "sampler", "caveat", "proof")
        }
        said = declared | decided
        if not said["proof"] and said["status"].is_proved:
            raise NotImplementedError(f"{self.title} states no proof of its guarantee.")
        return Guarantee(epsilon=epsilon, **said)

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> Released_co:
        """Draw one release of a graph that has been checked, step by step, by laws with a name."""
        raise NotImplementedError(f"{self.title} names no laws.")

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Released_co:
        """Draw one release to look at: by its laws, or by a stream where it names none."""
        return self._drawn(graph, epsilon=epsilon, draws=SeededDraws(rng), progress=progress)

    def _of_aggregates(self, sums: Aggregates, *, epsilon: Fraction, draws: Draws) -> Result:
        """Draw one publication from sums alone, by the laws of `_drawn`; see `too_large`."""
        raise NotImplementedError(self.too_large)

    def _draw_exactly(
        self, graph: Graph | Aggregates, *, epsilon: Fraction, coins: SecureRandom
    ) -> ExactDraw[Any]:
        """Draw one publication, by the same laws; see `exact_sampler`."""
        draws = SecretDraws(coins)
        made: Graph | Result
        if isinstance(graph, Graph):
            made = self._drawn(graph, epsilon=epsilon, draws=draws, progress=SILENT)
        else:
            made = self._of_aggregates(graph, epsilon=epsilon, draws=draws)
        if isinstance(made, Graph):
            made = replace(made, title="")
        spent = sum(draws.spent, Fraction(0))
        if spent > epsilon * ROUNDED:
            raise Refused(
                f"the steps of {self.title} spend ε = {float(spent):.6g} together, more than the "
                f"{float(epsilon):.6g} that were typed: nothing is published. Tell its authors."
            )
        return ExactDraw(made, float(min(spent, epsilon)), draws.facts)

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused for what else is not taken, by public facts only; epsilon is in range."""


@dataclass(frozen=True)
class EdgeMechanism(Mechanism[Released_co]):
    """A mechanism that protects the presence of one edge among public nodes."""

    relation = NeighbouringRelation.EDGE
    assumptions: ClassVar[tuple[str, ...]] = PUBLIC_BY_ASSUMPTION
    epsilon_range = (0.01, 20.0)
