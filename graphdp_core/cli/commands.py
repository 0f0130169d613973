"""Command line over the same functions: python -m graphdp_core datasets | mechanisms | ..."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import graphdp_core as gdp
from graphdp_core.cli.datasets import (
    convert,
    convert_options,
    dataset_options,
    dataset_rows,
    show_conversion,
    show_facts,
)
from graphdp_core.datasets import GENERATORS
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import make, schema
from graphdp_core.plots.study import study_page
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.reproduce import REPRODUCTIONS, Reproduction

__all__ = ["main"]


NOT_PRIVATE = (
    "These numbers compare with the true graph, and the noise of a known seed can be taken off "
    "again: none of this is private. What a release alone would protect:"
)


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaint is one clear line."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where the help is; exit with 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 on success, 2 after one clear line on bad input."""
    options = _parser().parse_args(arguments)
    try:
        answer = options.run(options)
    except (ValueError, OSError) as error:
        print(f"graphdp_core {options.command}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(_plain(answer), indent=2) if options.json else options.show(answer))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = OneLineParser(prog="graphdp_core", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, run, show, help in (
        ("datasets", _datasets, _show_datasets, "graphs that can be loaded, generated, fetched"),
        ("convert", convert, show_conversion, "a graph file in another format"),
        (
            "mechanisms",
            _mechanisms,
            _show_rows,
            "mechanisms, their parameters and what they protect",
        ),
        ("analyses", _analyses, _show_rows, "analyses, their parameters and metrics"),
        ("compare", _compare, _show_comparison, "one analysis without and with privacy"),
        ("reproduce", _reproduce, _show_reproduction, "a published table, computed anew"),
    ):
        command = commands.add_parser(name, help=help)
        command.add_argument("--json", action="store_true", help="print JSON")
        command.set_defaults(run=run, show=show)
        if name == "datasets":
            dataset_options(command)
        if name == "convert":
            convert_options(command)
        if name == "compare":
            _compare_options(command)
        if name == "reproduce":
            _reproduce_options(command)
    return parser


def _compare_options(command: argparse.ArgumentParser) -> None:
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("--graph", metavar="ID", help="a data set, by id")
    source.add_argument("--generate", metavar="ID", help="a generator, by id")
    source.add_argument("--file", metavar="PATH", help="a graph file of any format")
    command.add_argument("--graph-seed", type=int, default=0, help="seed of a generated graph")
    command.add_argument("--mechanism", default="edge_flip", metavar="ID")
    command.add_argument("--analysis", default="spectral", metavar="ID")
    command.add_argument("--epsilon", type=float, required=True)
    command.add_argument("--seed", type=int, default=0, help="noise draw")
    command.add_argument("--repeats", type=int, default=1, help="independent draws")
    for part in ("graph", "mechanism", "analysis"):
        command.add_argument(
            f"--{part}-parameter", f"--{part}-knob", action="append", default=[],
            metavar="NAME=VALUE",
            help=f"a parameter of the {'generator' if part == 'graph' else part}; may be repeated",
        )  # fmt: skip


def _reproduce_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", nargs="?", help="which one; without it, the list")
    command.add_argument(
        "--set",
        "--knob",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter; may be repeated",
    )
    command.add_argument(
        "--figure", metavar="FILE.html", help="draw the table as well, where it has curves"
    )


def _datasets(options: argparse.Namespace) -> list[dict[str, Any]]:
    rows = dataset_rows(options.action, options.ids, progress=_tell)
    if options.action != "list":
        return rows
    return rows + [
        {"id": g.id, "kind": "generator", "title": g.title, "parameters": _parameters(g)}
        for g in GENERATORS
    ]


def _mechanisms(_: argparse.Namespace) -> list[dict[str, Any]]:
    return [
        {
            "id": m.id,
            "title": m.title,
            "releases": m.returns.__name__,
            "parameters": _parameters(m),
            "promise": m().guarantee(1.0).statement(),
            "source": m.source,
        }
        for m in gdp.MECHANISMS
    ]


def _analyses(_: argparse.Namespace) -> list[dict[str, Any]]:
    return [
        {
            "id": a.id,
            "title": a.title,
            "returns": a.returns.__name__,
            "parameters": _parameters(a),
            "metrics": [metric.id for metric in a.metrics],
            "source": a.source,
        }
        for a in gdp.ANALYSES
    ]


def _compare(options: argparse.Namespace) -> dict[str, Any]:
    graph = _graph(options)
    analysis = _make("analysis", options.analysis, gdp.ANALYSES, options.analysis_parameter)
    mechanism = _make("mechanism", options.mechanism, gdp.MECHANISMS, options.mechanism_parameter)
    c = gdp.compare(
        graph, mechanism, analysis,
        epsilon=options.epsilon, seed=options.seed, repeats=options.repeats,
    )  # fmt: skip
    return {
        "graph": {"title": graph.title, "n": graph.n, "m": graph.m},
        "mechanism": mechanism.id,
        "analysis": analysis.id,
        "epsilon": c.epsilon,
        "seed": c.seed,
        "repeats": len(c.repeats),
        "metrics": dict(c.metrics),
        "finding": c.finding,
        "guarantee": {**_guarantee(c.guarantee), "statement": c.guarantee.statement()},
        "not_private": NOT_PRIVATE,
        "seconds": round(c.seconds, 4),
    }


def _reproduce(options: argparse.Namespace) -> list[dict[str, Any]] | dict[str, Any]:
    if options.id is None:
        return [
            {
                "id": r.id,
                "title": r.title,
                "claim": r.claim,
                "parameters": _parameters(r),
                "source": r.source,
            }
            for r in REPRODUCTIONS
        ]
    owner = next((r for r in REPRODUCTIONS if r.id == options.id), None)
    parameters = _values(owner, options.set) if owner else {}
    chosen: Reproduction = make("reproduction", REPRODUCTIONS, options.id, parameters)
    if options.figure and chosen.chart is None:
        raise ValueError(f"{options.id} has no figure: leave out --figure.")
    table = chosen.run(progress=_tell)
    if options.figure and chosen.chart is not None:
        study_page(table.rows, options.figure, **dataclasses.asdict(chosen.chart))
    return {
        "id": options.id,
        "columns": dict(table.columns),
        "rows": table.rows.to_dict("records"),
        "notes": list(table.notes),
    }


def _tell(fraction: float, text: str) -> None:
    """Progress, on one line, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"\r{fraction:4.0%} {text:<60.60}", end="", file=sys.stderr, flush=True)


def _graph(options: argparse.Namespace) -> Graph:
    if options.file:
        return gdp.read_graph(options.file)
    if options.graph:
        return gdp.load_graph(options.graph)
    generator = next((g for g in GENERATORS if g.id == options.generate), None)
    parameters = _values(generator, options.graph_parameter) if generator else {}
    return gdp.generate(options.generate, seed=options.graph_seed, **parameters)


def _make(family: str, id: str, members: tuple[Any, ...], texts: list[str]) -> Any:
    owner = next((member for member in members if member.id == id), None)
    parameters = _values(owner, texts) if owner else {}
    return (
        gdp.mechanism(id, **parameters) if family == "mechanism" else gdp.analysis(id, **parameters)
    )


def _values(owner: Any, texts: Sequence[str]) -> dict[str, Any]:
    """NAME=VALUE texts as values of the parameters' own types; unknown names stay text."""
    types = {parameter.name: parameter.type for parameter in schema(owner)}
    values = {}
    for text in texts:
        name, found, value = text.partition("=")
        if not found:
            raise ValueError(f"a parameter is written NAME=VALUE, got {text!r}.")
        values[name] = _cast(name, value, types.get(name, str))
    return values


def _cast(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise ValueError(f"{name} must be true or false, got {text!r}.")
        return text.lower() == "true"
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{name} must be a {kind.__name__}, got {text!r}.") from None


def _parameters(owner: Any) -> dict[str, str]:
    return {
        parameter.name: f"{parameter.allowed()} (default {parameter.default!r})"
        for parameter in schema(owner)
    }


def _guarantee(guarantee: Guarantee) -> dict[str, Any]:
    facts = dataclasses.asdict(guarantee)
    return {**facts, "relation": guarantee.relation.value, "status": guarantee.status.value}


def _plain(value: Any) -> Any:
    """The same value with nan and infinity as null, which JSON can hold."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _show_rows(rows: Sequence[dict[str, Any]]) -> str:
    return "\n".join(f"{row['id']:<22} {_line(row)}" for row in rows)


def _show_datasets(rows: Sequence[dict[str, Any]]) -> str:
    return show_facts(rows) if "summary" in rows[0] else _show_rows(rows)


def _line(row: dict[str, Any]) -> str:
    facts = [row["title"]]
    if "n" in row:
        here = "" if row["available"] else ", not on this machine"
        facts.append(f"{row['n']:,} nodes, {row['m']:,} edges{here}")
    facts += [f"{name}: {text}" for name, text in row.get("parameters", {}).items()]
    facts += [f"at ε = 1: {row['promise']}"] if "promise" in row else []
    return "; ".join(facts)


def _show_reproduction(answer: list[dict[str, Any]] | dict[str, Any]) -> str:
    if isinstance(answer, list):
        return _show_rows(answer)
    import pandas as pd

    rows = pd.DataFrame(answer["rows"], columns=list(answer["columns"]))
    meanings = [f"  {name}: {words}" for name, words in answer["columns"].items()]
    table = rows.to_string(index=False, float_format=_short, na_rep="—")
    return "\n".join([table, *meanings, *answer["notes"]])


def _short(value: float) -> str:
    """Four digits; all of them of a large whole number."""
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e9 else f"{value:.4g}"


def _show_comparison(answer: dict[str, Any]) -> str:
    numbers = [f"  {name:<28} {value:.4g}" for name, value in answer["metrics"].items()]
    return "\n".join(
        [answer["finding"], *numbers, answer["not_private"], answer["guarantee"]["statement"]]
    )
