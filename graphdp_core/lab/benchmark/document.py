"""The stored benchmark as two pages in Markdown: one to choose a method by, one of all tables."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.experiment.count_errors import model_range
from graphdp_core.lab.benchmark.run import METHODS, wins
from graphdp_core.lab.benchmark.stored import Kept, is_private
from graphdp_core.stored import table

if TYPE_CHECKING:
    import pandas as pd


SHOWN = 1.0  # epsilon of the tables by graph, or the nearest that was measured
COLLABORATION = "ca-astroph"
NONE = "—"
MOST_NAMES = 2  # of methods that share a place
COMPARED = {query: title for query, title in QUERIES.items() if query != "nodes"}  # that is public

WORDS: dict[str, str] = table(Path(__file__).with_suffix(".toml"))


def document(kept: Kept) -> str:
    """The page that people read: who is nearest, what each method promises, what was published."""
    draws = kept.draws["draws"]
    head = WORDS["head"].format(
        methods=len(kept.methods), graphs=len(kept.graphs), epsilons=len(kept.epsilons),
        releases=draws.sum(), draws=_draws(draws), date=kept.date, version=kept.version,
        machine=kept.machine,
    )  # fmt: skip
    won = wins(_private(kept.table))
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
        here = kept.table[(kept.table["graph"] == graph) & (kept.table["epsilon"] == shown)]
        cells = _cells(here, "query", "method").reindex(columns=here["method"].unique())
        body = [[title, *cells.loc[query]] for query, title in QUERIES.items()]
        lines += [
            "",
            f"## {graph}, ε = {shown:g}",
            "",
            *markdown_table(["", *map(_name, cells)], body),
        ]
    return "\n".join([*lines, *_refused(kept)]) + "\n"


def _shown(kept: Kept) -> float:
    return min(kept.epsilons, key=lambda epsilon: abs(epsilon - SHOWN))


def _private(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["method"].map(is_private)]


def _clustering(kept: Kept, shown: float) -> list[str]:
    """What most methods lose, on the collaboration graph."""
    graph = COLLABORATION if COLLABORATION in kept.graphs else kept.graphs[0]
    said = WORDS["clustering"].format(graph=graph)
    here = kept.table[kept.table["graph"] == graph]
    asked = _private(here[(here["epsilon"] == shown) & (here["query"] == "clustering")])
    order = sorted(zip(asked["error"].fillna(math.inf), asked["method"], strict=True))
    if len(order) > 1:
        (error, first), (after, second) = order[:2]
        said += WORDS["nearest_clustering"].format(
            shown=shown, first=first, error=error, second=second, next=after
        )
    lines = [said]
    for query in ("clustering", "triangles"):
        cells = _cells(here[here["query"] == query], "method", "epsilon")
        cells = cells.reindex(kept.methods, columns=kept.epsilons, fill_value=NONE)
        lines += ["", *_by_epsilon(f"{QUERIES[query]}: error", cells)]
    return lines


def _wins(kept: Kept, won: pd.DataFrame) -> list[str]:
    """How often each private method is nearest, by epsilon."""
    asked = len(kept.graphs) * (len(QUERIES) - 1)
    counts = won.map("{:.3g}".format).reindex([m for m in kept.methods if m in won.index])
    counts["model"] = list(map(model_range, counts.index))
    return [WORDS["wins"].format(asked=asked), *_by_epsilon("", counts)]


def _nearest(kept: Kept, shown: float) -> list[str]:
    """The nearest private method for every query and graph."""
    asked, body = _private(kept.table[kept.table["epsilon"] == shown]).dropna(subset="error"), []
    for query, title in COMPARED.items():
        cells = []
        for graph in kept.graphs:
            errors = asked[(asked["graph"] == graph) & (asked["query"] == query)]
            least = errors["error"].min()
            best = errors["method"][errors["error"] == least].tolist()
            names = " / ".join(best) if len(best) <= MOST_NAMES else f"{len(best)} methods"
            cells.append(f"{names}: {_number(least)}" if best else NONE)
        body.append([title, *cells])
    return [WORDS["nearest"].format(shown=shown), *markdown_table(["", *kept.graphs], body)]


def _methods(kept: Kept) -> list[str]:
    """What each method promises, as its own guarantee says."""
    body = []
    for name in (name for name in kept.methods if name in METHODS):
        said = METHODS[name].guarantee(1.0)
        draws = _draws(kept.draws["draws"][kept.draws["method"] == name])
        body.append([_name(name), f"`{METHODS[name].id}`", said.status.value,
                     said.proof if said.protects else said.caveat, draws])  # fmt: skip
    head = ["Method", "Mechanism", "Status", "Why", "Draws"]
    return [WORDS["methods"], *markdown_table(head, body, left=True)]


def _by_query(kept: Kept) -> list[str]:
    """Methods by epsilons for every query: the median over the graphs."""
    lines = [WORDS["by_query"]]
    for query, title in COMPARED.items():
        errors = kept.table[kept.table["query"] == query].dropna(subset="error")
        cells = errors.groupby(["method", "epsilon"])["error"].agg(
            lambda errors: (
                _number(errors.median())
                + (f" ({len(errors)})" if len(errors) < len(kept.graphs) else "")
            )
        )
        across = cells.unstack().reindex(kept.methods, columns=kept.epsilons).fillna(NONE)
        lines += ["", *_by_epsilon(title, across)]
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


def _name(method: str) -> str:
    """With what must not be missed of a method that is not proved private."""
    if is_private(method) or ", not " in method:
        return method
    return f"{method} ({METHODS[method].guarantee(1.0).badge})"


def _draws(counts: pd.Series) -> str:
    """How many draws, in words."""
    least, most = counts.min(), counts.max()
    if least == most:
        return f"{least} draw{'s' if least > 1 else ''} each"
    return f"{least} to {most} draws each"


def _cells(rows: pd.DataFrame, down: str, across: str) -> pd.DataFrame:
    """Errors with their spreads, as texts."""
    told = [_with_spread(*cell) for cell in zip(rows["error"], rows["spread"], strict=True)]
    return rows.assign(told=told).pivot(index=down, columns=across, values="told").fillna(NONE)


def _by_epsilon(title: str, cells: pd.DataFrame) -> list[str]:
    head = [title, *(f"ε = {e:g}" if e != "model" else WORDS["model"] for e in cells.columns)]
    return markdown_table(head, [[_name(method), *row] for method, *row in cells.itertuples()])


def markdown_table(head: list[str], body: list[list[str]], *, left: bool = False) -> list[str]:
    """The lines of a table in Markdown; what is not `left` stands on the right."""
    rows = [head, ["---", *("---" if left else "--:" for _ in head[1:])], *body]
    return [f"| {' | '.join(row)} |" for row in rows]


def _with_spread(error: float, spread: float) -> str:
    if not math.isfinite(error):
        return NONE
    return _number(error) + (f" ± {spread:.1g}" if math.isfinite(spread) and spread > 0.0 else "")


def _number(value: float) -> str:
    return f"{value:.3g}"
