"""The stored benchmark as two pages in Markdown: one to choose a method by, one of all tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.lab.benchmark.run import METHODS, wins
from graphdp_core.lab.benchmark.stored import Case, Kept, is_private
from graphdp_core.stored import table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["document", "tables"]

SHOWN = 1.0  # epsilon of the tables by graph, or the nearest that was measured
COLLABORATION = "ca-astroph"
NONE = "—"
MOST_NAMES = 2  # of methods that share a place
COMPARED = {query: title for query, title in QUERIES.items() if query != "nodes"}  # that is public

WORDS: dict[str, str] = table(Path(__file__).with_suffix(".toml"))


def document(kept: Kept) -> str:
    """The page that people read: who is nearest, what each method promises, what was published."""
    head = WORDS["head"].format(
        methods=len(kept.methods), graphs=len(kept.graphs), epsilons=len(kept.epsilons),
        releases=kept.releases, draws=_draws(kept.cases), date=kept.date, version=kept.version,
        machine=kept.machine,
    )  # fmt: skip
    table = kept.table()
    won = wins(table[table["method"].map(is_private)])
    lines = [head, *_wins(kept, won), *_nearest(kept, _shown(kept))]
    lines += [*_methods(kept), WORDS["published"]]
    if "Top-m filter" in won.index:
        counts = [f"{w:.3g} at ε = {e:g}" for e, w in won.loc["Top-m filter"].items()]
        lines.append(WORDS["top_m"].format(counts=", ".join(counts)))
    return "\n".join(lines) + "\n"


def tables(kept: Kept) -> str:
    """The page behind: clustering, then all errors by query and by graph, and refusals."""
    shown = _shown(kept)
    lines = [WORDS["tables"], *_clustering(kept, shown), *_by_query(kept)]
    for graph in kept.graphs:
        here = _at(kept, graph, shown)
        body = [[title, *(_with_spread(case, query) for case in here)]
                for query, title in QUERIES.items()]  # fmt: skip
        names = ["", *(_name(case.method) for case in here)]
        lines += ["", f"## {graph}, ε = {shown:g}", "", *_table(names, body)]
    return "\n".join([*lines, *_refused(kept)]) + "\n"


def _shown(kept: Kept) -> float:
    return min(kept.epsilons, key=lambda epsilon: abs(epsilon - SHOWN))


def _clustering(kept: Kept, shown: float) -> list[str]:
    """What most methods lose, on the collaboration graph."""
    graph = COLLABORATION if COLLABORATION in kept.graphs else kept.graphs[0]
    said = WORDS["clustering"].format(graph=graph)
    order = sorted(
        (_or_inf(case.means["clustering"]), case.method)
        for case in _at(kept, graph, shown)
        if is_private(case.method)
    )
    if len(order) > 1:
        (error, first), (after, second) = order[:2]
        said += WORDS["nearest_clustering"].format(
            shown=shown, first=first, error=error, second=second, next=after
        )
    lines = [said]
    for query in ("clustering", "triangles"):
        body = [
            [_name(method), *(_with_spread(case, query) for case in row)]
            for method, row in _rows(kept, graph)
        ]
        head = [f"{QUERIES[query]}: error", *(f"ε = {e:g}" for e in kept.epsilons)]
        lines += ["", *_table(head, body)]
    return lines


def _wins(kept: Kept, won: pd.DataFrame) -> list[str]:
    """How often each private method is nearest, by epsilon."""
    asked = len(kept.graphs) * (len(QUERIES) - 1)
    body = [[name, *(f"{w:.3g}" for w in won.loc[name])] for name in kept.methods
            if name in won.index]  # fmt: skip
    head = ["", *(f"ε = {epsilon:g}" for epsilon in won.columns)]
    return [WORDS["wins"].format(asked=asked), *_table(head, body)]


def _nearest(kept: Kept, shown: float) -> list[str]:
    """The nearest private method for every query and graph."""
    body = []
    for query, title in COMPARED.items():
        cells = []
        for graph in kept.graphs:
            cases = [case for case in _at(kept, graph, shown) if is_private(case.method)]
            errors = {case.method: _or_inf(case.means[query]) for case in cases}
            least = min(errors.values(), default=math.inf)
            best = [name for name, error in errors.items() if error == least < math.inf]
            names = " / ".join(best) if len(best) <= MOST_NAMES else f"{len(best)} methods"
            cells.append(f"{names}: {_number(least)}" if best else NONE)
        body.append([title, *cells])
    return [WORDS["nearest"].format(shown=shown), *_table(["", *kept.graphs], body)]


def _methods(kept: Kept) -> list[str]:
    """What each method promises, as its own guarantee says."""
    body = []
    for name in kept.methods:
        if name not in METHODS:
            continue
        said = METHODS[name].guarantee(1.0)
        draws = _draws([case for case in kept.cases if case.method == name])
        body.append([_name(name), f"`{METHODS[name].id}`", said.status.value,
                     said.proof if said.protects else said.caveat, draws])  # fmt: skip
    head = ["Method", "Mechanism", "Status", "Why", "Draws"]
    return [WORDS["methods"], *_table(head, body, left=True)]


def _by_query(kept: Kept) -> list[str]:
    """Methods by epsilons for every query: the median over the graphs."""
    lines = [WORDS["by_query"]]
    for query, title in COMPARED.items():
        body = []
        for method in kept.methods:
            cells = []
            for epsilon in kept.epsilons:
                errors = [
                    case.means[query]
                    for case in kept.cases
                    if (case.method, case.epsilon) == (method, epsilon)
                    and math.isfinite(case.means[query])
                ]
                few = f" ({len(errors)})" if len(errors) < len(kept.graphs) else ""
                cells.append(_number(median(errors)) + few if errors else NONE)
            body.append([_name(method), *cells])
        lines += ["", *_table([title, *(f"ε = {e:g}" for e in kept.epsilons)], body)]
    return lines


def _refused(kept: Kept) -> list[str]:
    """What was not measured: one line for a method and a reason."""
    if not kept.refused:
        return []
    reasons: dict[tuple[str, str, str], list[float]] = {}
    for graph, method, epsilon, why in kept.refused:
        reasons.setdefault((method, graph, why), []).append(epsilon)
    said = [
        f"- {method} on {graph} at ε = {', '.join(f'{e:g}' for e in sorted(at))}: {why}"
        for (method, graph, why), at in reasons.items()
    ]
    return ["", "## Refused", "", *said]


def _at(kept: Kept, graph: str, epsilon: float) -> list[Case]:
    return [case for case in kept.cases if (case.graph, case.epsilon) == (graph, epsilon)]


def _rows(kept: Kept, graph: str) -> Iterable[tuple[str, list[Case | None]]]:
    """Each method with its cases on a graph, by epsilon; None where it refused."""
    cases = {case.place: case for case in kept.cases}
    for method in kept.methods:
        yield method, [cases.get((graph, method, epsilon)) for epsilon in kept.epsilons]


def _name(method: str) -> str:
    """With what must not be missed of a method that is not proved private."""
    if is_private(method) or ", not " in method:
        return method
    return f"{method} ({METHODS[method].guarantee(1.0).badge})"


def _draws(cases: Sequence[Case]) -> str:
    """How many draws, in words."""
    counts = sorted({case.draws for case in cases})
    if len(counts) == 1:
        return f"{counts[0]} draw{'s' if counts[0] > 1 else ''} each"
    return f"{counts[0]} to {counts[-1]} draws each"


def _table(head: list[str], body: list[list[str]], *, left: bool = False) -> list[str]:
    rows = [head, ["---", *("---" if left else "--:" for _ in head[1:])], *body]
    return [f"| {' | '.join(row)} |" for row in rows]


def _with_spread(case: Case | None, query: str) -> str:
    if case is None or not math.isfinite(case.means[query]):
        return NONE
    spread = case.spreads[query]
    more = f" ± {spread:.1g}" if math.isfinite(spread) and spread > 0.0 else ""
    return _number(case.means[query]) + more


def _number(value: float) -> str:
    return f"{value:.3g}"


def _or_inf(value: float) -> float:
    return value if math.isfinite(value) else math.inf
