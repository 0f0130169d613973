"""graphdp mechanisms: what each releases and protects; all facts of one."""

from __future__ import annotations

import argparse
from typing import Any

import graphdp_core as gdp
from graphdp_core.cli.catalogue import allowed, show_rows
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import fact_sheet

__all__ = ["options", "run", "show"]


def options(command: argparse.ArgumentParser) -> None:
    """One mechanism to show whole."""
    command.add_argument("--show", metavar="ID", help="all facts of one mechanism")
    command.add_argument("--epsilon", type=float, default=1.0, help="that its facts are given at")


def run(options: argparse.Namespace) -> list[dict[str, Any]] | dict[str, str]:
    """One row for each mechanism, or the facts of one."""
    if options.show is not None:
        return fact_sheet(gdp.mechanism(options.show), options.epsilon)
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


def show(answer: list[dict[str, Any]] | dict[str, str]) -> str:
    """A line for each mechanism, or a paragraph for each fact."""
    if isinstance(answer, dict):
        return "\n".join(f"{name}: {text}" for name, text in answer.items())
    return show_rows(answer)
