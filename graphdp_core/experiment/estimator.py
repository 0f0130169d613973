"""A mechanism and an analysis of its release as one estimator: fit it to an adjacency matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import check_fits, noise_stream, run_private, with_groups
from graphdp_core.graphs.exchange import from_adjacency
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.results import Embedding, Partition, Scores

PARAMETERS = ("mechanism", "analysis", "epsilon", "seed")


class Estimator:
    """Release a graph once and analyse the release alone, in the manner of scikit-network.

    It can be cloned and searched over by scikit-learn.

    Parameters
    ----------
    mechanism : Mechanism
    analysis : Analysis
        One that reads what the mechanism releases.
    epsilon : float
    seed : int or None
        Names the noise, for what is to be seen again; None draws new noise at each fit.

    Attributes
    ----------
    release_ : Graph or Result
    result_ : Result
    guarantee_ : Guarantee
    labels_ : ndarray of int, shape (n,)
        Of a partition.
    scores_ : ndarray of float, shape (n,)
        Of a ranking.
    embedding_ : ndarray of float, shape (n, d)
        Of an embedding.

    Notes
    -----
    *Privacy*: what is fitted reads the release alone and is covered by `guarantee_`, once for each
    fit, as long as nobody knows the seed. It is drawn from doubles, for trying out: to let anything
    out of the house, :func:`.publish` it.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate").adjacency()
    >>> flip, louvain = gdp.mechanism("edge_flip"), gdp.analysis("louvain")
    >>> gdp.Estimator(flip, louvain, epsilon=4.0, seed=0).fit_predict(karate).shape
    (34,)
    """

    def __init__(
        self,
        mechanism: Mechanism,
        analysis: Analysis[Any],
        *,
        epsilon: float = 1.0,
        seed: int | None = None,
    ) -> None:
        self.mechanism = mechanism
        self.analysis = analysis
        self.epsilon = epsilon
        self.seed = seed

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """What it was made with, by name; `deep` is not read."""
        return {name: getattr(self, name) for name in PARAMETERS}

    def set_params(self, **params: Any) -> Estimator:
        """Change what it was made with.

        Raises
        ------
        Refused
            If there is no such parameter.
        """
        for name, value in params.items():
            if name not in PARAMETERS:
                raise Refused(f"{name} must be one of {', '.join(PARAMETERS)}.")
            setattr(self, name, value)
        return self

    def fit(self, adjacency: Any, y: object = None) -> Estimator:
        """Release the graph and analyse the release.

        Parameters
        ----------
        adjacency : Graph, array_like or scipy sparse, shape (n, n)
            A matrix must be symmetric, see :func:`.from_adjacency`.
        y : None
            Not read.

        Raises
        ------
        Refused
            If the matrix is no graph, the mechanism does not take it, or the two do not fit.
        """
        check_fits(self.mechanism, self.analysis)
        graph = adjacency if isinstance(adjacency, Graph) else from_adjacency(adjacency)
        rng = np.random.default_rng() if self.seed is None else noise_stream(self.seed)
        self.release_ = self.mechanism.release(graph, epsilon=self.epsilon, rng=rng)
        self.result_ = run_private(with_groups(self.release_, graph, self.analysis), self.analysis)
        self.guarantee_ = self.mechanism.guarantee(self.epsilon)
        for of_another_analysis in ("labels_", "scores_", "embedding_"):
            self.__dict__.pop(of_another_analysis, None)
        if isinstance(self.result_, Partition):
            self.labels_ = self.result_.labels
        elif isinstance(self.result_, Scores):
            self.scores_ = self.result_.values
        elif isinstance(self.result_, Embedding):
            self.embedding_ = self.result_.points
        return self

    def fit_predict(self, adjacency: Any, y: object = None) -> NDArray[Any]:
        """Labels of a partition, or scores of a ranking, one for each node.

        Raises
        ------
        Refused
            As :meth:`fit`, and if the analysis gives neither.
        """
        if not issubclass(self.analysis.returns, Partition | Scores):
            raise self._no("fit_predict", "a partition or a ranking")
        self.fit(adjacency)
        given: NDArray[Any] = self.labels_ if isinstance(self.result_, Partition) else self.scores_
        return given

    def fit_transform(self, adjacency: Any, y: object = None) -> NDArray[np.floating]:
        """Coordinates of an embedding, shape (n, d).

        Raises
        ------
        Refused
            As :meth:`fit`, and if the analysis is no embedding.
        """
        if not issubclass(self.analysis.returns, Embedding):
            raise self._no("fit_transform", "an embedding")
        self.fit(adjacency)
        points: NDArray[np.floating] = self.embedding_
        return points

    def _no(self, method: str, wanted: str) -> Refused:
        return Refused(
            f"{method} needs an analysis that gives {wanted}; {self.analysis.title} does not: "
            "use fit, and read result_."
        )
