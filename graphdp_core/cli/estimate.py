"""graphdp estimate: what a release says of the graph behind it, with intervals."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any

from graphdp_core.cli.out_files import arriving, force_option, free
from graphdp_core.cli.progress import tell
from graphdp_core.cli.values import number, whole
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.params import Refused
from graphdp_core.trust.contents import statistics_table
from graphdp_core.trust.estimated import differences, estimate
from graphdp_core.trust.read_release import read_release


def options(command: argparse.ArgumentParser) -> None:
    """Which release and statistics, and what is public beside it."""
    command.add_argument("file", metavar="ZIP", help="a file that graphdp release has made")
    command.add_argument(
        "--statistics", nargs="+", metavar="NAME", help=f"among {', '.join(STATISTICS)}"
    )
    command.add_argument("--level", type=number, default=0.95, help="of every interval")
    command.add_argument(
        "--groups", metavar="CSV", help="a table with a head: node, and its public group"
    )
    command.add_argument(
        "--partition", metavar="CSV", help="a table with a head: node, and its community"
    )
    command.add_argument("--nodes", nargs="+", default=(), metavar="NAME", help="for their degrees")
    command.add_argument(
        "--against", metavar="ZIP", help="another release: whether the two graphs differ"
    )
    command.add_argument(
        "--csv", metavar="FILE", help="write the numbers as a table, as in the release itself"
    )
    force_option(command)
    command.add_argument("--top", type=whole, default=10, help="nodes of the largest degrees")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Verify, read and estimate."""
    if options.csv:
        free(options.csv, force=options.force, inputs=[options.file])
    given = read_release(options.file)
    groups = _labels(options.groups)
    compared = (
        differences(given, read_release(options.against), groups=groups) if options.against else ()
    )
    estimates = estimate(
        given,
        statistics=options.statistics,
        level=options.level,
        groups=groups,
        partition=_labels(options.partition),
        nodes=options.nodes,
        top=options.top,
        progress=tell,
    )
    tell(1.0, "")
    if options.csv:
        with arriving(Path(options.csv), force=options.force) as beside:
            beside.write_bytes(statistics_table(estimates))
    return {
        "file": options.file,
        "statement": given.certificate["statement"],
        "estimates": [{**row.row(), "sentence": row.sentence()} for row in estimates],
        "differences": [{**row.row(), "sentence": row.sentence()} for row in compared],
    }


def show(answer: dict[str, Any]) -> str:
    """The promise, then a line for each number."""
    lines = [row["sentence"] for row in answer["estimates"] + answer["differences"]]
    return "\n".join([answer["statement"], "", *lines])


def _labels(file: str | None) -> dict[str, str] | None:
    """A label by the name of a node."""
    if file is None:
        return None
    with Path(file).open(encoding="utf-8-sig", newline="") as stream:
        rows = [row for row in csv.reader(stream) if row]
    if len(rows) < 2 or any(len(row) < 2 for row in rows):
        raise Refused(
            f"{Path(file).name} must be a CSV with a head and two columns, the node and its label."
        )
    return {row[0]: row[1] for row in rows[1:]}
