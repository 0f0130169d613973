"""What a sweep is to measure: a job for each setting, epsilon and repeat, and the table of them.

Every combination of varied parameters, each given to whoever has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.data.generators.generator import Generator
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import check_fits, compatible
from graphdp_core.experiment.feasible import suited
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.worker import Job
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, checked_seed, schema

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Setting:
    """One mechanism and analyses with one combination of values.

    Parameters
    ----------
    analyses : mapping of str to Analysis
        By id.
    values : mapping of str to object
        The varied parameters that one of them or the generator has, by name.
    maker : Generator or None
        Makes the graphs, if they are made.
    """

    mechanism: Mechanism
    analyses: Mapping[str, Analysis]
    values: Mapping[str, Any]
    maker: Generator | None = None


def settings(
    mechanisms: Sequence[Mechanism],
    analyses: Sequence[Analysis],
    vary: Mapping[str, Sequence[Any]],
    maker: Generator | None = None,
) -> list[Setting]:
    """All combinations, mechanism by mechanism; those without a parameter are measured once.

    Parameters
    ----------
    mechanisms : sequence of Mechanism
        Each id once.
    analyses : sequence of Analysis
        Each id once.
    vary : mapping of str to sequence
        Values by the parameter's name; all who have a parameter of that name take them.
    maker : Generator, optional
        Makes the graphs: its parameters may be varied as well.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> tried = settings(
    ...     [gdp.mechanism("edge_flip")], [gdp.analysis("spectrum")], {"k": [2, 3]}
    ... )
    >>> [(dict(one.values), one.analyses["spectrum"].k) for one in tried]
    [({'k': 2}, 2), ({'k': 3}, 3)]
    """
    _check_family("mechanisms", mechanisms)
    _check_family("analyses", analyses)
    makers = () if maker is None else (maker,)
    for name, values in vary.items():
        if not any(_has(owner, name) for owner in (*mechanisms, *analyses, *makers)):
            known = ", ".join(_all((*mechanisms, *analyses, *makers)))
            raise Refused(f"vary: no parameter {name!r}; there are: {known}.")
        if isinstance(values, str) or not len(values):
            raise Refused(f"vary: {name} must have a list of at least one value, got {values!r}.")
    rows = []
    for mechanism in mechanisms:
        owners = (mechanism, *analyses, *makers)
        names = [n for n in vary if any(_has(owner, n) for owner in owners)]
        for values in product(*(vary[name] for name in names)):
            chosen = dict(zip(names, values, strict=True))
            changed = {each.id: _changed(each, chosen) for each in analyses}
            made = None if maker is None else _changed(maker, chosen)
            rows.append(Setting(_changed(mechanism, chosen), changed, chosen, made))
    return rows


def _check_family(name: str, members: Sequence[Any]) -> None:
    ids = [member.id for member in members]
    if not ids:
        raise Refused(f"{name} must hold at least one, got none.")
    twice = next((id for id in ids if ids.count(id) > 1), None)
    if twice is not None:
        raise Refused(f"{name}: {twice} stands there twice; use vary to try several parameters.")


def _changed(owner: Any, values: Mapping[str, Any]) -> Any:
    """The same with those of the values that it has a parameter for."""
    return replace(owner, **{name: value for name, value in values.items() if _has(owner, name)})


def _has(owner: Any, name: str) -> bool:
    return any(parameter.name == name for parameter in schema(type(owner)))


def _all(owners: Sequence[Any]) -> list[str]:
    names = dict.fromkeys(p.name for owner in owners for p in schema(type(owner)))
    return list(names) or ["none"]


@dataclass(frozen=True)
class Grid:
    """Jobs in their order, repeats outermost, and what each of them belongs to.

    Parameters
    ----------
    graphs : tuple of Graph
        One for each job.
    settings : tuple of Setting
        One for each job.
    refused : tuple of str
        What a mechanism refuses, by its name.
    """

    graphs: tuple[Graph, ...]
    jobs: tuple[Job, ...]
    settings: tuple[Setting, ...]
    refused: tuple[str, ...]

    def table(self, measuring: Measuring) -> pd.DataFrame:
        """What is measured so far: one row for each number, in the order of the jobs.

        ``attrs["failed"]`` lists the releases that have no rows, and why.
        """
        import pandas as pd

        names = list(dict.fromkeys(name for s in self.settings for name in s.analyses))
        varied = list(dict.fromkeys(name for s in self.settings for name in s.values))
        rows: list[tuple[int, dict[str, Any]]] = []
        refused: dict[str, None] = {}
        for name in names:
            for place, job, cell in measuring.placed(name):
                setting = self.settings[place]
                if cell.refused:
                    words = (
                        f"{setting.mechanism.title} at {epsilon_label(job.epsilon)}: {cell.refused}"
                    )
                    refused[words] = None
                base = {"mechanism": setting.mechanism.id, "epsilon": job.epsilon}
                base |= {"repeat": job.repeat} | ({"analysis": name} if len(names) > 1 else {})
                base |= setting.values
                for id, value in cell.metrics.items():
                    rows.append((place, base | {"metric": id, "value": value}))
        rows.sort(key=lambda row: row[0])
        several = ["analysis"] if len(names) > 1 else []
        columns = ["mechanism", *several, *varied, "epsilon", "repeat", "metric", "value"]
        table = pd.DataFrame([row for _, row in rows], columns=columns)
        table.attrs["failed"] = [*self.refused, *refused, *measuring.failed]
        return table


def grid(
    graph: Graph | Generator,
    mechanisms: Sequence[Mechanism],
    analyses: Sequence[Analysis],
    *,
    epsilons: Sequence[float],
    repeats: int,
    seed: int = 0,
    vary: Mapping[str, Sequence[Any]] | None = None,
    graph_seed: int = 0,
    adapt: bool = False,
) -> Grid:
    """The jobs of :func:`graphdp_core.experiment.sweep.sweep`, without those that are refused.

    Parameters
    ----------
    graph, mechanisms, repeats, seed, vary, graph_seed
        As there.
    epsilons : sequence of float
        Rising.
    adapt : bool
        Leave out of a mechanism's jobs the analyses that do not fit it, and set the others so that
        its releases compare (:func:`~graphdp_core.experiment.feasible.suited`), not refuse.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> planned = grid(
    ...     gdp.load_graph("karate"), [gdp.mechanism("edge_flip")], [gdp.analysis("louvain")],
    ...     epsilons=[1.0, 4.0], repeats=3,
    ... )
    >>> [(job.epsilon, job.repeat) for job in planned.jobs][:3]
    [(1.0, 0), (4.0, 0), (1.0, 1)]
    """
    maker = graph if isinstance(graph, Generator) else None
    seed, graph_seed = checked_seed(seed), checked_seed(graph_seed)
    tried = settings(mechanisms, analyses, vary or {}, maker)
    makers = dict.fromkeys(setting.maker for setting in tried)
    made = {
        (one, repeat): graph
        if isinstance(graph, Graph)
        else (one or graph).generate(rng=np.random.default_rng(graph_seed + repeat))
        for one in makers
        for repeat in range(repeats)
    }
    if adapt:
        tried = [_fitting(setting, made[setting.maker, 0]) for setting in tried]
    for setting in tried:
        for each in setting.analyses.values():
            check_fits(setting.mechanism, each)
    taken, refused = [], []
    for setting in tried:
        for epsilon in epsilons:
            if why := setting.mechanism.refusal(made[setting.maker, 0], epsilon):
                refused.append((setting, epsilon, why))
            else:
                taken.append((setting, epsilon))
    if not taken:
        raise Refused(refused[0][2])
    pairs = [(setting, epsilon, repeat) for repeat in range(repeats) for setting, epsilon in taken]
    return Grid(
        tuple(made[s.maker, repeat] for s, _, repeat in pairs),
        tuple(Job(s.mechanism, s.analyses, e, seed, repeat) for s, e, repeat in pairs),
        tuple(s for s, _, _ in pairs),
        tuple(f"{s.mechanism.title} at {epsilon_label(e)}: {why}" for s, e, why in refused),
    )


def _fitting(setting: Setting, graph: Graph) -> Setting:
    """With the analyses that fit the mechanism alone, set so that its releases compare."""
    mechanism = setting.mechanism
    fitting = {
        name: suited(each, graph, mechanism)
        for name, each in setting.analyses.items()
        if compatible(mechanism, each)
    }
    if not fitting:
        raise Refused(f"{mechanism.title} gives none of the analyses: take another mechanism.")
    return replace(setting, analyses=fitting)
