"""graphdp mechanisms: what each releases and protects; all facts of one."""

from __future__ import annotations

import argparse
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.catalogue import allowed, show_rows
from graphdp_core.cli.progress import announce_compiling, tell
from graphdp_core.cli.values import number, whole
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.evidence import PARTS, measured_sheet
from graphdp_core.wings import is_here


def options(command: argparse.ArgumentParser) -> None:
    """One mechanism to show whole."""
    command.add_argument("--show", metavar="ID", help="all facts of one mechanism")
    command.add_argument("--epsilon", type=number, default=1.0, help="that its facts are given at")
    command.set_defaults(runs=None, markdown=False, store=False, part=None)
    if not is_here("lab"):
        return
    command.add_argument("--runs", type=whole, help="of an audit that is stored (default: 4000)")
    command.add_argument("--markdown", action="store_true", help="the facts of all, as a document")
    command.add_argument(
        "--store", action="store_true",
        help="audit anew and measure what survives, of one or of all, and keep that",
    )  # fmt: skip
    command.add_argument(
        "--part", choices=PARTS,
        help="of what is stored, to measure anew by itself (default: all)",
    )  # fmt: skip


def run(options: argparse.Namespace) -> list[dict[str, Any]] | dict[str, str] | str:
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
        {
            "id": m.id,
            "title": m.title,
            "releases": m.returns.__name__,
            "parameters": allowed(m),
            "guarantee": m().guarantee(1.0).statement(),
            "source": m.source,
        }
        for m in MECHANISMS
    ]


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


def show(answer: list[dict[str, Any]] | dict[str, str] | str) -> str:
    """A line for each mechanism, a paragraph for each fact, or the document as it is."""
    if isinstance(answer, str):
        return answer.removesuffix("\n")
    if isinstance(answer, dict):
        return "\n".join(f"{name}: {text}" for name, text in answer.items())
    return show_rows(answer)
