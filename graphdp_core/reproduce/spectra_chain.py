"""Wang, Wu and Wu, section 5: how far SBMF's Gibbs chain repeats itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.sbmf import SBMF
from graphdp_core.metrics.chains import (
    autocorrelation,
    effective_draws,
    potential_scale_reduction,
)
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.reproduce.reproduction import Chart, Reproduction, Table
from graphdp_core.reproduce.spectra import SOURCE
from graphdp_core.reproduce.spectra_graphs import generated_graph
from graphdp_core.reproduce.spectra_published import EPSILONS, K
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SpectraChain"]

LAGS = (1, 2, 5, 10, 20, 50, 100)
CHAINS = 4  # of each reading: half from a uniform start, half from the true eigenvectors
NEAR, FAR = 0.1, 0.5  # correlation of neighbouring sweeps: as good as none, and strong
AGREED = 1.1  # R-hat of chains that have forgotten their start: the usual rule
VALUE, VECTOR = "λ₁", "u₁"


@dataclass(frozen=True)
class SpectraChain(Reproduction):
    """Two traces of four chains a reading: the largest eigenvalue, and how much of u_1 is drawn."""

    id: ClassVar[str] = "spectra-chain"
    title: ClassVar[str] = "Autocorrelation of SBMF's Gibbs chain"
    claim: ClassVar[str] = (
        "The paper leaves sampling strategies open. Given αA a sweep forgets the one before; in "
        "the probit model, which fits the published numbers, neighbouring sweeps are much alike."
    )
    source: ClassVar[str] = SOURCE
    is_first: ClassVar[bool] = True
    chart: ClassVar[Chart] = Chart("lag", (VALUE, VECTOR), "autocorrelation", curves=("reading",))

    sweeps: int = param(1000, "Sweeps of every chain that are kept.", low=200, high=20_000)
    dropped: int = param(200, "Sweeps before them that are not.", low=0, high=5000)
    seed: int = param(0, "Noise draw.", low=0)

    def is_met(self, rows: pd.DataFrame) -> bool:
        """At lag 1 below .1 in size given αA, and above .5 in the probit model."""
        first = rows[rows["lag"] == 1].set_index("reading")[[VALUE, VECTOR]]
        is_probit = first.index.str.startswith("probit")
        given = first[~is_probit].abs().to_numpy()
        return bool((given < NEAR).all() and (first[is_probit].to_numpy() > FAR).all())

    def _table(self, progress: Progress) -> Table:
        import pandas as pd

        graph = generated_graph()
        true = leading_eigenpairs(graph, K, debias=False, largest=True)[1]
        total = self.dropped + self.sweeps
        readings = {
            f"αA, α = {alpha:g}": (SBMF(k=K, split="published", sweeps=total), EPSILONS[alpha])
            for alpha in (1.0, 10.0)
        }
        readings["probit"] = SBMF(k=K, split="published", model="probit", sweeps=total), 460.0
        rows: list[dict[str, Any]] = []
        for done, (name, (sbmf, epsilon)) in enumerate(readings.items()):
            part = progress.between(done / len(readings), (done + 1) / len(readings))
            traces = self._traces(graph, true, sbmf, epsilon, part)
            rows += [{"reading": name, **row} for row in _rows(traces)]
        return Table(pd.DataFrame(rows), _columns(self.sweeps), self._notes(rows))

    def _traces(
        self, graph: Graph, true: Floats, sbmf: SBMF, epsilon: float, progress: Progress
    ) -> Mapping[str, Floats]:
        """Largest eigenvalue and share of u_1 after each kept sweep, shape (chains, sweeps)."""
        found = np.empty((2, CHAINS, sbmf.sweeps))
        for number in range(CHAINS):
            start = true if number % 2 else None
            chain = sbmf.chain(
                graph, epsilon=epsilon, rng=noise_stream(self.seed, number), start=start
            )
            for done, (values, vectors) in enumerate(chain):
                if not done % 100:
                    progress((number + done / sbmf.sweeps) / CHAINS, "Gibbs sweeps")
                found[0, number, done] = values.max()
                found[1, number, done] = np.square(vectors.T @ true[:, 0]).sum()
        return dict(zip((VALUE, VECTOR), found[:, :, self.dropped :], strict=True))

    def _notes(self, rows: list[dict[str, Any]]) -> tuple[str, ...]:
        """What the chains are worth, computed from the rows."""
        said = []
        for row in rows:
            if row["lag"] == LAGS[0]:
                least = min(row[f"draws, {name}"] for name in (VALUE, VECTOR))
                widest = max(row[f"R, {name}"] for name in (VALUE, VECTOR))
                agree = "agree" if widest < AGREED else "do not agree yet"
                said.append(
                    f"{row['reading']}: {self.sweeps:,} sweeps are worth {least:,.0f} independent "
                    f"draws; chains from both starts {agree} (R̂ at most {widest:.2f})."
                )
        return (
            *said,
            f"{CHAINS} chains each, half from uniform vectors and half from the true ones, "
            f"{self.dropped} sweeps dropped, on a generated graph of 147 nodes and 869 edges, at "
            "the published budgets. Draws by Geyer's initial monotone sequence.",
            "An ε would have to hold for the sweep at which the chain is stopped, not for the "
            "law that it approaches: agreement of chains is evidence of that law, no proof.",
        )


def _rows(traces: Mapping[str, Floats]) -> list[dict[str, Any]]:
    """A row for every lag; what a whole chain is worth stands in each."""
    known = {name: np.mean([autocorrelation(t) for t in all], axis=0) for name, all in
             traces.items()}  # fmt: skip
    worth = {
        f"draws, {name}": float(np.mean([effective_draws(t) for t in all]))
        for name, all in traces.items()
    }
    agree = {f"R, {name}": potential_scale_reduction(all) for name, all in traces.items()}
    return [
        {"lag": lag, **{name: float(found[lag]) for name, found in known.items()}, **worth, **agree}
        for lag in LAGS
    ]


def _columns(sweeps: int) -> dict[str, str]:
    return {
        "reading": "what the sampler is given: αA, or scores of a probit model sampled too",
        "lag": "sweeps between",
        VALUE: f"autocorrelation of the largest eigenvalue, mean of {CHAINS} chains",
        VECTOR: "autocorrelation of the share of the true u₁ in the space of the drawn vectors",
        f"draws, {VALUE}": f"independent draws that {sweeps:,} sweeps are worth, for λ₁",
        f"draws, {VECTOR}": "the same for the share of u₁",
        f"R, {VALUE}": "R̂ of the chains (Gelman and Rubin): near 1 if they agree",
        f"R, {VECTOR}": "the same for the share of u₁",
    }
