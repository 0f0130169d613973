"""Wang, Wu and Wu (PAKDD 2013): eigenvalues, eigenvectors, growing budgets, and the Gibbs chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.arrays import Floats
from graphdp_core.data import dataset
from graphdp_core.experiment.compare import noise_stream, run_baseline, run_private
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.lab.papers.study import WORDS, Study, mean_with_interval
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.sbmf import SBMF, value_epsilon
from graphdp_core.metrics.spectra import (
    absolute_cosines,
    autocorrelation,
    effective_draws,
    eigenvalue_error,
    eigenvector_error,
    gamma_error,
    potential_scale_reduction,
)
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum
from graphdp_core.spectra.eigenpairs import leading_eigenpairs
from graphdp_core.stored import table

if TYPE_CHECKING:
    import pandas as pd

K = 5
LAPLACIANS = ("karate", "polbooks", "football")
EPSILONS = {0.01: 18.46, 0.1: 58.6, 0.5: 237.0, 1.0: 460.0, 5.0: 2244.0, 10.0: 4474.0}
LARGEST_FLIP_EPSILON = 20.0
ORDINARY_EPSILON = 4.0
MOST = 0.8  # of a method's numbers
SHARE = 0.1  # of a published number, beyond the interval of ours, that still counts as met

TRUE = "without privacy"
LNPP_TEXT, LNPP_FIT = "LNPP, b = scale", "LNPP, b = deviation"
SBMF_TEXT, SBMF_FIT = "SBMF, αA", "SBMF, probit"
FLIP, FLIP_SMALL = "edgeFlip", f"edgeFlip, ε = {ORDINARY_EPSILON:g}"

Job = tuple[str, float, Mechanism | None, float]
"""Method, alpha, mechanism (None: the truth), and the epsilon it is run at."""

PUBLISHED = table(WORDS / "spectra.toml")
"""By table and method: the printed numbers by name; of table 3 by alpha."""


@dataclass(frozen=True)
class SpectraTable(Study):
    """What the three tables share: graphs, methods, repeats."""

    quantities: ClassVar[tuple[str, ...]]

    graph: str = param(
        "both",
        "The mutual e-mails of Enron (150 nodes, 872 edges; the 147/869 file of the publication "
        "was never published), a generated graph of 147 nodes and 869 edges, or both.",
        choices=("both", "enron", "generated"),
    )
    repeats: int = param(5, "Repeats of every method.", low=2, high=200)
    sweeps: int = param(50, "Gibbs sweeps of SBMF given αA.", low=1, high=5000)
    probit_sweeps: int = param(
        1000, "Gibbs sweeps of SBMF's probit model, about 10 s a draw; the fifth value needs them.",
        low=1, high=5000,
    )  # fmt: skip
    probit_repeats: int = param(3, "Repeats of the probit model.", low=2, high=200)
    seed: int = param(0, "Noise draw.", low=0)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Of each method's published numbers four of five, by some reading, on every graph."""
        known = rows[rows["published"].notna() & (rows["method"] != TRUE)]
        allowed = SHARE * known["published"].abs() + known["95% ±"]
        is_near = (known["ours"] - known["published"]).abs() <= allowed
        family = known["method"].map(_family)
        cells = is_near.groupby([known["graph"], family, known["alpha"], known["quantity"]]).any()
        return bool((cells.groupby(level=[0, 1]).mean() >= MOST).all())

    @cached_property
    def graphs(self) -> dict[str, Graph]:
        """By name, those that are asked for and at hand."""
        enron, made = dataset("enron-reciprocal"), dict[str, Graph]()
        if self.graph == "enron" or (self.graph == "both" and enron.available()):
            made["Enron 150/872"] = enron.load()
        if self.graph != "enron":
            made["generated 147/869"] = generated_graph()
        return made

    def grid(self) -> Iterator[tuple[str, Job]]:
        """Every method on every graph."""
        for name, graph in self.graphs.items():
            yield from ((name, job) for job in self.methods(graph))

    def methods(self, graph: Graph) -> Iterator[Job]:
        """The truth and every method at epsilon = 460; edgeFlip also at 4."""
        yield TRUE, 1.0, None, np.inf
        yield LNPP_TEXT, 1.0, LNPP(k=K), EPSILONS[1.0]
        yield LNPP_FIT, 1.0, LNPP(k=K, noise="deviation"), EPSILONS[1.0]
        for name, model in ((SBMF_TEXT, "adjacency"), (SBMF_FIT, "probit")):
            yield name, 1.0, self.sbmf(model), _nominal(graph, 1.0)
        yield FLIP, 1.0, EdgeFlip(), LARGEST_FLIP_EPSILON
        yield FLIP_SMALL, np.nan, EdgeFlip(), ORDINARY_EPSILON

    def sbmf(self, model: str) -> SBMF:
        """With the sweeps that its model needs."""
        sweeps = self.probit_sweeps if model == "probit" else self.sweeps
        return SBMF(k=K, split="published", model=model, sweeps=sweeps)

    def numbers(self, graph: Graph, true: Spectrum, noisy: Spectrum) -> dict[str, float]:
        """The numbers of one draw that this table has, by name; gamma with the true edges."""
        k = min(true.vectors.shape[1], noisy.vectors.shape[1])
        # All published cosines are positive: signs are made to agree.
        signs = np.where((true.vectors[:, :k] * noisy.vectors[:, :k]).sum(axis=0) < 0, -1.0, 1.0)
        cosines = absolute_cosines(true.vectors, noisy.vectors)
        every: dict[str, float] = {
            **{f"λ{i + 1}": float(value) for i, value in enumerate(noisy.values)},
            "E_Λ": eigenvalue_error(true.values, noisy.values),
            "E_U": eigenvector_error(true.vectors, noisy.vectors[:, :k] * signs),
            **{f"cos u{i + 1}": float(value) for i, value in enumerate(cosines)},
            "γ": gamma_error(graph, noisy.values, noisy.vectors, count=graph.m),
        }
        return {name: number for name, number in every.items() if name.startswith(self.quantities)}

    def measure(self, setting: tuple[str, Job], progress: Progress) -> Iterator[dict[str, Any]]:
        """Draw with one method on one graph."""
        name, (method, alpha, mechanism, epsilon) = setting
        graph, analysis = self.graphs[name], SpectrumAnalysis(k=K)
        true = run_baseline(graph, analysis)
        draws, repeats = [], 1 if mechanism is None else self.repeats  # the truth does not vary
        if method == SBMF_FIT:
            repeats = self.probit_repeats
        for repeat in range(repeats):
            noisy: Any = true
            if mechanism is not None:
                rng = noise_stream(self.seed, repeat)
                noisy = run_private(mechanism.release(graph, epsilon=epsilon, rng=rng), analysis)
            draws.append(self.numbers(graph, true, noisy))
        printed = PUBLISHED[self.id].get(_family(method), {})
        if self.id == SpectraTable3.id:
            printed = printed.get(f"{alpha:g}", {})
        for quantity in draws[0]:
            values = [draw[quantity] for draw in draws]
            yield {
                "graph": name, "method": method, "alpha": alpha, "epsilon": epsilon,
                "quantity": quantity, "published": printed.get(quantity, np.nan),
                "ours": float(np.mean(values)),
                "95% ±": mean_with_interval(values)[1] if repeats > 1 else 0.0,
            }  # fmt: skip

    def about(self) -> Iterator[str]:
        """Whether a graph is missing."""
        if self.graph == "both" and len(self.graphs) < 2:
            yield "The Enron graph is not available: set GRAPHDP_DATA_DIR to its folder."


@dataclass(frozen=True)
class SpectraTable1(SpectraTable):
    """Table 1: the five largest eigenvalues at alpha = 1, epsilon = 460."""

    id: ClassVar[str] = "spectra-table-1"
    quantities = ("λ", "E_Λ")


@dataclass(frozen=True)
class SpectraTable2(SpectraTable):
    """Table 2: the five eigenvectors at alpha = 1, epsilon = 460."""

    id: ClassVar[str] = "spectra-table-2"
    quantities = ("E_U", "cos")

    def methods(self, graph: Graph) -> Iterator[Job]:
        """Every method at epsilon = 460; edgeFlip also at 4."""
        yield from (row for row in super().methods(graph) if row[0] != TRUE)


@dataclass(frozen=True)
class SpectraTable3(SpectraTable):
    """Table 3: errors of eigenvalues, eigenvectors and rebuilt graphs for six budgets."""

    id: ClassVar[str] = "spectra-table-3"
    quantities = ("E_Λ", "E_U", "γ")

    def methods(self, graph: Graph) -> Iterator[Job]:
        """Every method at the six budgets of the publication."""
        for alpha, epsilon in EPSILONS.items():
            yield LNPP_TEXT, alpha, LNPP(k=K), epsilon
            yield LNPP_FIT, alpha, LNPP(k=K, noise="deviation"), epsilon
            yield SBMF_TEXT, alpha, self.sbmf("adjacency"), _nominal(graph, alpha)
            yield FLIP, alpha, EdgeFlip(), min(epsilon, LARGEST_FLIP_EPSILON)
        yield SBMF_FIT, 1.0, self.sbmf("probit"), _nominal(graph, 1.0)


def generated_graph() -> Graph:
    """147 nodes and 869 edges, drawn once and for all, with eigenvalues like the published ones.

    Six groups and a few hubs: the pairs are drawn without replacement with weights w_i w_j, 40
    times as much inside a group.
    """
    n, m, rng = 147, 869, np.random.default_rng(2013)
    weights, groups = rng.pareto(2.0, n) + 0.5, np.arange(n) % 6
    u, v = np.triu_indices(n, 1)
    odds = weights[u] * weights[v] * np.where(groups[u] == groups[v], 40.0, 1.0)
    best = np.argsort(-(np.log(odds) + rng.gumbel(size=pair_count(n))), kind="stable")[:m]
    return Graph.from_edges(n, np.column_stack([u[best], v[best]]), title="generated 147/869")


def _nominal(graph: Graph, alpha: float) -> float:
    """The paper's nominal epsilon of SBMF on this graph."""
    largest = leading_eigenpairs(graph, 1, debias=False, largest=True)[0][0]
    return value_epsilon(K, graph.n) + alpha * K**2 * float(largest)


def _family(method: str) -> str:
    return method.split(",", maxsplit=1)[0]


LAGS = (1, 2, 5, 10, 20, 50, 100)
CHAINS = 4  # of each reading: half from a uniform start, half from the true eigenvectors
NEAR, FAR = 0.1, 0.5  # correlation of neighbouring sweeps: as good as none, and strong
VALUE, VECTOR = "λ₁", "u₁"
READINGS = {"αA, α = 1": EPSILONS[1.0], "αA, α = 10": EPSILONS[10.0], "probit": EPSILONS[1.0]}


@dataclass(frozen=True)
class SpectraChain(Study):
    """Two traces of four chains a reading: the largest eigenvalue, and how much of u_1 is drawn."""

    id: ClassVar[str] = "spectra-chain"
    sweeps: int = param(1000, "Sweeps of every chain that are kept.", low=200, high=20_000)
    dropped: int = param(200, "Sweeps before them that are not.", low=0, high=5000)
    seed: int = param(0, "Noise draw.", low=0)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """At lag 1 below .1 in size given αA, and above .5 in the probit model."""
        first = rows[rows["lag"] == 1].set_index("reading")[[VALUE, VECTOR]]
        is_probit = first.index.str.startswith("probit")
        given = first[~is_probit].abs().to_numpy()
        return bool((given < NEAR).all() and (first[is_probit].to_numpy() > FAR).all())

    def grid(self) -> Iterator[str]:
        """What the sampler is given."""
        yield from READINGS

    def measure(self, setting: str, progress: Progress) -> Iterator[dict[str, Any]]:
        """A row for every lag; what a whole chain is worth stands in each."""
        traces = self._traces(setting, progress)
        known = {name: np.mean([autocorrelation(t) for t in all], axis=0) for name, all in
                 traces.items()}  # fmt: skip
        worth = {
            f"draws, {name}": float(np.mean([effective_draws(t) for t in all]))
            for name, all in traces.items()
        }
        agree = {f"R, {name}": potential_scale_reduction(all) for name, all in traces.items()}
        for lag in LAGS:
            at = {name: float(correlations[lag]) for name, correlations in known.items()}
            yield {"reading": setting, "lag": lag, **at, **worth, **agree}

    def _traces(self, reading: str, progress: Progress) -> Mapping[str, Floats]:
        """Largest eigenvalue and share of u_1 after each kept sweep, shape (chains, sweeps)."""
        graph, total = generated_graph(), self.dropped + self.sweeps
        true = leading_eigenpairs(graph, K, debias=False, largest=True)[1]
        model = "probit" if reading == "probit" else "adjacency"
        sbmf = SBMF(k=K, split="published", model=model, sweeps=total)
        traces = np.empty((2, CHAINS, total))
        for number in range(CHAINS):
            chain = sbmf.chain(
                graph, epsilon=READINGS[reading], rng=noise_stream(self.seed, number),
                start=true if number % 2 else None,
            )  # fmt: skip
            for done, (values, vectors) in enumerate(chain):
                if not done % 100:
                    progress((number + done / total) / CHAINS, "Gibbs sweeps")
                traces[0, number, done] = values.max()
                traces[1, number, done] = np.square(vectors.T @ true[:, 0]).sum()
        return dict(zip((VALUE, VECTOR), traces[:, :, self.dropped :], strict=True))


@dataclass(frozen=True)
class SpectraLaplacian(Study):
    """The largest Laplacian eigenvalues with noise, beside those of a flipped graph.

    *Privacy*: noise of scale 2/ε is ε-DP for one edge. An edge adds the matrix bb' to L, b = e_i -
    e_j, of rank one, no negative eigenvalue and trace 2. So no eigenvalue falls (Weyl), and all
    together rise by 2.
    """

    id = "spectra-laplacian"
    repeats: int = param(20, "Releases of each kind", low=2, high=1000)
    seed: int = param(0, "Seed of the noise", low=0, high=10**9)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """Noise on the eigenvalues is nearer on every graph at every epsilon."""
        return bool((rows["noise"] < rows["flipped"]).all())

    def grid(self) -> Iterator[tuple[str, float]]:
        """Graph and epsilon."""
        yield from ((name, epsilon) for name in LAPLACIANS for epsilon in (0.5, 1.0, 2.0, 4.0))

    def measure(self, setting: tuple[str, float], progress: Progress) -> Iterator[dict[str, Any]]:
        """Mean distance of the released eigenvalues from the true ones, both ways."""
        name, epsilon = setting
        graph = dataset(name).load()
        true = laplacian_values(graph.adjacency().toarray().astype(np.float64))[:K]
        told: dict[str, list[float]] = {"noise": [], "flipped": []}
        for repeat in self.repeated(progress):
            rng = np.random.default_rng((self.seed, repeat))
            noisy = np.sort(true + rng.laplace(scale=2.0 / epsilon, size=K))[::-1]
            flipped = EdgeFlip().release(graph, epsilon=epsilon, rng=rng).adjacency().toarray()
            pi = 1.0 / (1.0 + np.exp(epsilon))
            debiased = (flipped - pi * (1 - np.eye(graph.n))) / (1 - 2 * pi)
            for how, values in (("noise", noisy), ("flipped", laplacian_values(debiased)[:K])):
                told[how].append(float(np.abs(values - true).mean()))
        row: dict[str, Any] = {"graph": name, "ε": epsilon, "largest": true[0]}
        for how, errors in told.items():
            row[how], row[f"± {how}"] = mean_with_interval(errors)
        yield row


def laplacian_values(adjacency: Floats) -> Floats:
    """Eigenvalues of D - A, the largest first, shape (n,)."""
    values = np.linalg.eigvalsh(np.diag(adjacency.sum(axis=0)) - adjacency)
    return np.asarray(values[::-1], dtype=np.float64)
