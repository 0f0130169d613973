"""graphdp claims: claims that do not hold, each with its counterexample and the audit of it."""

from __future__ import annotations

import argparse

from graphdp_core.cli.progress import announce_compiling
from graphdp_core.lab.audits.document import claim_facts, how_many_claims
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, false_claim


def options(command: argparse.ArgumentParser) -> None:
    """Which claim, and whether its numbers are made anew."""
    command.add_argument("id", nargs="?", help="one of them; without it, all")
    command.add_argument(
        "--store", action="store_true", help="count and audit all of them anew, and keep that"
    )


def run(options: argparse.Namespace) -> list[dict[str, str]]:
    """What was claimed, why it does not hold, and what was measured, of one or all."""
    chosen = FALSE_CLAIMS if options.id is None else (false_claim(options.id),)
    if options.store:
        from graphdp_core.lab.audits.evidence_run import keep_claims

        announce_compiling()
        keep_claims()
    return [{"id": one.id, "title": one.title, **claim_facts(one)} for one in chosen]


def show(answer: list[dict[str, str]]) -> str:
    """A paragraph for each claim, a line for each fact."""
    told = [
        "\n  ".join([f"{one['title']} ({one['id']})",
                     *(f"{k}: {v}" for k, v in one.items() if k not in ("id", "title"))])
        for one in answer
    ]  # fmt: skip
    first = f"{how_many_claims()} that do not hold.\n\n" if len(answer) > 1 else ""
    return first + "\n\n".join(told)
