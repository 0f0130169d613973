"""How a member of a family is listed: an id, a title, parameters, one line each.

graphdp datasets: graphs that can be loaded, generated or downloaded.

graphdp mechanisms: what each releases and protects; all facts of one.

graphdp analyses: what each returns and measures.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import graphdp_core as gdp
from graphdp_core.analyses import ANALYSES
from graphdp_core.cli.choices import number, taken, whole
from graphdp_core.cli.output import announce_compiling, tell
from graphdp_core.data import DATASETS, GENERATORS, DatasetInfo, dataset
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.params import Refused, schema
from graphdp_core.trust.evidence import PARTS, measured_sheet
from graphdp_core.wings import is_here


def facts_of(member: Any, *more: str) -> dict[str, Any]:
    """Id, title, and of every parameter what it may be and is by default; and more by name."""
    return {
        **taken(member, "id", "title", *more),
        "parameters": {p.name: f"{p.allowed()} (default {p.default!r})" for p in schema(member)},
    }


def show_rows(rows: Sequence[dict[str, Any]]) -> str:
    """One line for each row, with its id first."""
    return "\n".join(f"{row['id']:<22} {_line(row)}" for row in rows)


def _line(row: dict[str, Any]) -> str:
    facts = [row["title"]]
    if "n" in row:
        here = "" if row["available"] else ", not on this machine"
        facts.append(f"{row['n']:,} nodes, {row['m']:,} edges{here}")
    facts += [f"{name}: {text}" for name, text in row.get("parameters", {}).items()]
    facts += [f"at ε = 1: {row['guarantee']}"] if "guarantee" in row else []
    return "; ".join(facts)


def options_datasets(command: argparse.ArgumentParser) -> None:
    """What may follow ``datasets``; nothing means ``list``."""
    command.add_argument(
        "action", nargs="?", choices=("list", "info", "fetch"), default="list",
        help="list all graphs, describe some, or download some (default: list)",
    )  # fmt: skip
    command.add_argument("ids", nargs="*", metavar="ID", help="data sets, such as karate")


def run_datasets(options: argparse.Namespace) -> list[dict[str, Any]]:
    """All data sets and generators, or the facts of those named, fetched first if asked."""
    action, ids = options.action, options.ids
    if action == "list":
        if ids:
            raise Refused(f"list takes no id: say datasets info {' '.join(ids)}.")
        made = ({**facts_of(kind), "kind": "generator"} for kind in GENERATORS)
        return [*map(_row, DATASETS), *made]
    if not ids:
        raise Refused(f"{action} needs the id of a data set; list shows all of them.")
    chosen = [dataset(id) for id in ids]
    if action == "fetch":
        for info in chosen:
            info.fetch(progress=tell)
    return [
        {**_row(info), **taken(info, "summary", "weighted", "source", "licence"),
         "classes": info.label or "none", "download": "yes" if info.can_be_fetched else "no"}
        for info in chosen
    ]  # fmt: skip


def show_datasets(rows: Sequence[dict[str, Any]]) -> str:
    """A line for each of the list; a line for every fact of those named, a blank line between."""
    if "summary" not in rows[0]:
        return show_rows(rows)
    return "\n\n".join("\n".join(f"{k:<10} {v}" for k, v in row.items()) for row in rows)


def _row(info: DatasetInfo) -> dict[str, Any]:
    return {
        **taken(info, "id", "title", "n", "m", "citation"),
        "kind": "data set", "available": info.available(),
    }  # fmt: skip


def options_mechanisms(command: argparse.ArgumentParser) -> None:
    """One mechanism to show whole."""
    command.add_argument("--show", metavar="ID", help="show all facts of one mechanism")
    command.add_argument("--epsilon", type=number, default=1.0, help="for these facts (default: 1)")
    command.set_defaults(runs=None, markdown=False, store=False, part=None)
    if not is_here("lab"):
        return
    command.add_argument("--runs", type=whole, help="with --store: releases in an audit (4000)")
    command.add_argument("--markdown", action="store_true", help="print all facts as a document")
    command.add_argument(
        "--store", action="store_true",
        help="for maintainers: audit one mechanism or all anew, measure what survives, and keep it",
    )  # fmt: skip
    command.add_argument(
        "--part", choices=PARTS,
        help="with --store: measure this part alone (default: all)",
    )  # fmt: skip


def run_mechanisms(options: argparse.Namespace) -> list[dict[str, Any]] | dict[str, str] | str:
    """One row for each mechanism, the facts of one, or a document with those of all."""
    if options.show is not None:
        gdp.mechanism(options.show)  # refuses an unknown one
    if options.store:
        _store(options.show, options.runs, options.part)
    if options.markdown:
        from graphdp_core.lab.audits.document import fact_document

        return fact_document(options.epsilon)
    if options.show is not None:
        return _sheet(options.show, options.epsilon)
    return [
        {**facts_of(m, "source"), "releases": m.returns.__name__,
         "guarantee": m().guarantee(1.0).statement()}
        for m in MECHANISMS
    ]  # fmt: skip


def _sheet(id: str, epsilon: float) -> dict[str, str]:
    """All facts of one, with the false claims about it where audits are here."""
    if not is_here("lab"):
        return measured_sheet(id, epsilon)
    from graphdp_core.lab.audits.document import whole_sheet

    return whole_sheet(id, epsilon)


def _store(id: str | None, runs: int | None, part: str | None) -> None:
    """Measure one or all, and keep it."""
    from graphdp_core.lab.audits.evidence_run import keep_evidence

    announce_compiling()
    chosen = [kind for kind in MECHANISMS if id in (None, kind.id)]
    for done, kind in enumerate(chosen):
        tell(done / len(chosen), kind.title)
        keep_evidence(kind, parts=PARTS if part is None else (part,), runs=runs)
    tell(1.0, "stored")


def show_mechanisms(answer: list[dict[str, Any]] | dict[str, str] | str) -> str:
    """A line for each mechanism, a paragraph for each fact, or the document as it is."""
    if isinstance(answer, str):
        return answer.removesuffix("\n")
    if isinstance(answer, dict):
        return "\n".join(f"{name}: {text}" for name, text in answer.items())
    return show_rows(answer)


show_analyses = show_rows


def options_analyses(command: argparse.ArgumentParser) -> None:
    """Nothing follows ``analyses``."""


def run_analyses(_: argparse.Namespace) -> list[dict[str, Any]]:
    """One row for each analysis."""
    return [
        {**facts_of(a, "source"), "returns": a.returns.__name__,
         "metrics": [metric.id for metric in a.metrics]}
        for a in ANALYSES
    ]  # fmt: skip
