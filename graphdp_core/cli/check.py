"""graphdp check: whether what another package adds keeps the rules of what is built in."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from graphdp_core.cli.progress import announce_compiling
from graphdp_core.cli.values import seed, whole
from graphdp_core.lab.audits.contract import check_package


def options(command: argparse.ArgumentParser) -> None:
    """Which package, and how hard its mechanisms are audited."""
    command.add_argument("package", help="the name of an installed distribution")
    command.add_argument(
        "--runs", type=whole, default=1000, help="releases of each neighbour in an audit"
    )
    command.add_argument("--seed", type=seed, help="of the releases; fresh ones without it")


def run(options: argparse.Namespace) -> list[dict[str, Any]]:
    """One row a member and rule."""
    announce_compiling()
    checks = check_package(options.package, runs=options.runs, seed=options.seed)
    return [asdict(one) for one in checks]


def failed(answer: list[dict[str, Any]]) -> bool:
    """Whether a rule is broken."""
    return not all(row["kept"] for row in answer)


def show(answer: list[dict[str, Any]]) -> str:
    """A line a rule, and how many are broken."""
    wide = max(len(row["member"]) for row in answer)
    rows = [
        f"{row['member']:<{wide}}  {'kept  ' if row['kept'] else 'BROKEN'}  {row['rule']}"
        + (f": {row['said']}" if row["said"] else "")
        for row in answer
    ]
    broken = sum(not row["kept"] for row in answer)
    end = f"{broken} of {len(answer)} rules are broken." if broken else (
        f"All {len(answer)} rules are kept. An audit can convict a mechanism; it never proves that "
        "one is private."
    )  # fmt: skip
    return "\n".join([*rows, "", end])
