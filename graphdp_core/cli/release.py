"""graphdp release: one private release that may leave the house, with certificate and ledger.

graphdp verify: whether a release is as it was made, and claims what is guaranteed.

graphdp estimate: what a release says of the graph behind it, with intervals.

graphdp ledger: what was released about some people, what it cost, and what may still be.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from graphdp_core.cli.choices import (
    chosen_graph,
    chosen_mechanism,
    graph_options,
    number,
    parameter_option,
    reading_from,
    shared_options,
    taken,
    whole,
)
from graphdp_core.cli.convert import previewed, understood
from graphdp_core.cli.output import arriving, free, tell
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.intake.engines import ENGINES, aggregates, end_columns, is_large
from graphdp_core.intake.readers.edge_columns import ROLES
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of, exact_text, publishable_epsilon, tells_nothing
from graphdp_core.privacy.guarantee import (
    NeighbouringRelation,
    half_sure,
    percent_at_most,
    posterior,
)
from graphdp_core.trust.certificate import check_curator, unprotected
from graphdp_core.trust.contents import statistics_table
from graphdp_core.trust.drawn import check_drawn
from graphdp_core.trust.estimated import estimate
from graphdp_core.trust.in_memory_release import mapping_table
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.parcel import planned
from graphdp_core.trust.publish import NAMES, Data, check_groups, check_publication, publish
from graphdp_core.trust.read_release import read_release
from graphdp_core.trust.signature import check_signer
from graphdp_core.trust.verify import verify


def options_release(command: argparse.ArgumentParser) -> None:
    """What is released, how, what it is charged to, and the word that it is meant."""
    graph_options(command)
    command.add_argument(
        "--mechanism", metavar="ID", help="what is released; without it, the choices are listed"
    )
    parameter_option(command, "mechanism")
    command.add_argument(
        "--plan", metavar="JSON", help="what 'graphdp plan --json' wrote: release all its numbers"
    )
    command.add_argument("--epsilon", metavar="E", help="from 1e-9 to 20; a plan has its own")
    command.add_argument("--ledger", required=True, metavar="FILE", help="made if it is not there")
    command.add_argument("--to", required=True, metavar="ZIP", help="the new file to give away")
    command.add_argument(
        "--names", choices=list(NAMES), default="numbers",
        help="give the nodes random numbers (default), or their names, if these are public",
    )  # fmt: skip
    command.add_argument(
        "--mapping", metavar="CSV", help="save the name behind each number; never share this file"
    )
    command.add_argument("--question", default="", help="its purpose, for the certificate")
    command.add_argument(
        "--contact", default="", metavar="TEXT", help="the person to ask, for README.html"
    )
    command.add_argument(
        "--logo", metavar="FILE", help="a PNG, JPEG or GIF of at most 200 kB, for README.html"
    )
    command.add_argument(
        "--groups-are-public", action="store_true",
        help="say that the group of each node is public, where the release names groups",
    )  # fmt: skip
    command.add_argument(
        "--groups", metavar="FILE",
        help="all nodes, which are public, and the group of each: a table, columns node, group",
    )  # fmt: skip
    command.add_argument(
        "--nodes-are-public", action="store_true",
        help="in place of such a list: everybody in a large table is public knowledge",
    )  # fmt: skip
    command.add_argument(
        "--engine", choices=ENGINES,
        help="add up Parquet files without reading them into memory (duckdb for large ones)",
    )  # fmt: skip
    command.add_argument(
        "--sign", default="", metavar="KEY", help="sign with this ssh key (needs ssh-keygen)"
    )
    command.add_argument("--yes", action="store_true", help="release without asking")


def run_release(options: argparse.Namespace) -> dict[str, Any]:
    """Review; publish if that is confirmed."""
    graph: Data
    reading = reading_from(options)
    if options.file and (options.engine or is_large(options.file)):
        graph, cleaned = _sums(options), ""
        ends = end_columns(options.file, reading.source, reading.target)
        read = f"{options.file}: a row joins {' with '.join(ends)}."
    else:
        graph, cleaned = chosen_graph(options)
        read = understood(previewed(options.file, reading), *ROLES) if options.file else ""
    mechanism, epsilon = _wanted(options, graph)
    check_publication(graph, mechanism, epsilon, to=options.to, ledger=options.ledger)
    check_groups(mechanism, groups_are_public=options.groups_are_public)
    if options.mapping and (options.names == "public" or os.path.lexists(options.mapping)):
        raise Refused(
            f"--mapping must be a new file, got {options.mapping!r}: choose another name, or leave "
            "--mapping out where the names are public."
        )
    logo = Path(options.logo).read_bytes() if options.logo else b""
    check_curator(options.contact, logo)
    if options.sign:
        check_signer(options.sign)
    guarantee = mechanism.guarantee(float(epsilon))
    review = {
        "graph": {"n": graph.n, "read": read, "cleaned": cleaned}, "mechanism": mechanism.title,
        "statement": guarantee.statement(),
        "posterior": percent_at_most(posterior(0.5, guarantee.effective_epsilon)),
        "half_sure": half_sure(guarantee.relation, guarantee.effective_epsilon),
        "epsilon": exact_text(epsilon), "names": NAMES[options.names],
        "tells_nothing": tells_nothing(float(epsilon)),
        "voids": Ledger(options.ledger).voided(guarantee),
        "not_protected": unprotected(graph), "published": False,
    }  # fmt: skip
    if not (options.yes or _confirmed(review)):
        return review
    release = publish(
        graph, mechanism, epsilon=epsilon, logo=logo,
        **taken(
            options, "to", "ledger", "names", "question", "groups_are_public", "sign", "contact"
        ),
    )  # fmt: skip
    if options.mapping:
        with arriving(Path(options.mapping), private=True) as beside:
            beside.write_bytes(mapping_table(release.mapping))
    return {
        **review, "published": True, "file": str(release.path), "line": release.line,
        "spent": release.spent.statement(), "signed_by": release.signed_by,
        "drawn_by": f"graphdp convert {options.to} {Path(options.to).with_suffix('.parquet')}"
        if mechanism.id in ("dk_series", "group_mixing") and isinstance(graph, Aggregates) else "",
    }  # fmt: skip


def _sums(options: argparse.Namespace) -> Aggregates:
    """What is read of a graph that is too large to build, once all that is said fits."""
    if not options.mechanism:
        raise Refused(
            "--mechanism must be named: nothing was spent. So large a graph gives noisy_degrees, "
            "group_mixing, private_count with count=edges, and dk_series, which draws a new one."
        )
    mechanism, epsilon = _wanted(options, Aggregates({}))
    check_publication(Aggregates({}), mechanism, epsilon, **taken(options, "to", "ledger"))
    check_groups(mechanism, groups_are_public=options.groups_are_public)
    if options.names == "public" or options.mapping or options.largest_component:
        raise Refused(
            "the nodes of so large a graph are counted, and neither named nor chosen: leave "
            "--names, --mapping and --largest-component out."
        )
    if mechanism.reads_groups and not options.groups:
        raise Refused(f"{mechanism.title} needs --groups, a table with the group of every node.")
    if not (options.groups or options.nodes_are_public):
        raise Refused(
            "without the list of all nodes (--groups), a tie can show that somebody is there: name "
            "it, or say that everybody in this table is public knowledge (--nodes-are-public)."
        )
    tell(0.0, "the ties are added up")
    reading = reading_from(options)
    sums = aggregates(
        options.file, source=reading.source, target=reading.target, groups=options.groups,
        mixing=mechanism.reads_groups, engine=options.engine or ENGINES[0],
    )  # fmt: skip
    tell(1.0, "")
    return sums


def _wanted(options: argparse.Namespace, graph: Data) -> tuple[Mechanism, Fraction]:
    """The mechanism and its epsilon: as they are named, or all of a plan."""
    if options.plan and isinstance(graph, Graph):
        if options.mechanism or options.epsilon:
            raise Refused("--plan names mechanisms and ε itself: leave --mechanism, --epsilon out.")
        try:
            told = json.loads(Path(options.plan).read_text(encoding="utf-8"))
        except ValueError:
            told = None
        return planned(told if isinstance(told, dict) else {}, graph)
    if not options.epsilon:
        raise Refused("--epsilon must be given, such as 1; or a plan by --plan.")
    epsilon = amount_of(options.epsilon)
    if not options.mechanism:
        raise Refused(_which(graph.n, publishable_epsilon(epsilon)))
    return chosen_mechanism(options.mechanism, options.mechanism_parameter), epsilon


def _which(n: int, epsilon: float) -> str:
    """What to release for which wish; of the graph, the number of nodes alone is read."""
    false = pair_count(n) / (1.0 + math.exp(epsilon))
    return (
        "--mechanism must be named: nothing was spent. A few numbers: see graphdp plan, then "
        "private_count, noisy_degrees or group_mixing. A graph to work with: dk_series or "
        f"private_bter draw a new one. The ties themselves: edge_flip, which adds about "
        f"{false:,.0f} false ones here. Communities: louvain_dp."
    )


def show_release(answer: dict[str, Any]) -> str:
    """What was published, or the review."""
    if not answer["published"]:
        return f"{_review(answer)}\nNothing was released or spent. Add --yes to release it."
    by = answer["drawn_by"]
    return (
        f"{_read(answer)}{answer['file']}: line {answer['line']} of the ledger, whose line 1 opens "
        f"it. {answer['spent']}\n{_promise(answer)}"
        + (f"\nSigned by the key {answer['signed_by']}." if answer["signed_by"] else "")
        + (f"\nA graph is drawn from it, for free, by: {by}" if by else "")
    )


def failed_release(answer: dict[str, Any]) -> int:
    """2 where nothing was released, as after bad input."""
    return 0 if answer["published"] else 2


def _read(answer: dict[str, Any]) -> str:
    said = " ".join(filter(None, (answer["graph"]["read"], answer["graph"]["cleaned"])))
    return said and f"{said}\n"


def _promise(answer: dict[str, Any]) -> str:
    parts = (answer["statement"], answer["not_protected"], answer["tells_nothing"])
    return " ".join(part for part in parts if part)


def _confirmed(review: dict[str, Any]) -> bool:
    """Whether a person at a terminal types the cost."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    word = f"spend {review['epsilon']}"
    print(f'{_review(review)}\nType "{word}" to release it: ', end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() == word


def _review(answer: dict[str, Any]) -> str:
    return (
        f"{_read(answer)}{answer['mechanism']} on {answer['graph']['n']:,} nodes, once, at ε = "
        f"{answer['epsilon']}. {_promise(answer)}\n{answer['half_sure']}\nNodes: {answer['names']}."
        + (f"\n{answer['voids']}" if answer["voids"] else "")
    )


def options_verify(command: argparse.ArgumentParser) -> None:
    """Which release, and perhaps its ledger and who must have signed it."""
    command.add_argument("file", metavar="ZIP", help="a file that graphdp release made")
    command.add_argument("--ledger", metavar="FILE", help="also look for its line in this ledger")
    command.add_argument(
        "--signed-by", metavar="FILE", help="allowed signers, as ssh lists them; one has to sign"
    )
    command.add_argument(
        "--graph", metavar="PARQUET", help="the graph that graphdp convert drew from it"
    )


def run_verify(options: argparse.Namespace) -> dict[str, Any]:
    """Verify, and answer with what was checked."""
    verified = verify(options.file, **taken(options, "ledger", "signed_by"))
    checks = list(verified.checks)
    if options.graph:
        ties = check_drawn(read_release(options.file), options.graph)
        checks.append(f"All {ties:,} ties of {options.graph} are those that it draws.")
    return {
        "file": options.file, "checks": checks, "statement": verified.statement(),
        "signed_by": verified.signature.fingerprint if verified.signature else "",
        "certificate": verified.certificate,
    }  # fmt: skip


def show_verify(answer: dict[str, Any]) -> str:
    """Every check, and the claim."""
    return "\n".join([*(f"ok: {check}" for check in answer["checks"]), answer["statement"]])


def options_estimate(command: argparse.ArgumentParser) -> None:
    """Which release and statistics, and what is public beside it."""
    command.add_argument("file", metavar="ZIP", help="a file that graphdp release made")
    command.add_argument(
        "--statistics", nargs="+", metavar="NAME", help=f"some of {', '.join(STATISTICS)}"
    )
    command.add_argument("--level", type=number, default=0.95, help="confidence (default: 0.95)")
    command.add_argument(
        "--groups", metavar="CSV", help="the public group of each node: columns node, group"
    )
    command.add_argument(
        "--partition", metavar="CSV", help="a community of each node: columns node, community"
    )
    command.add_argument("--nodes", nargs="+", default=(), metavar="NAME", help="tell their degree")
    command.add_argument(
        "--csv", metavar="FILE", help="also write the numbers as a table like statistics.csv"
    )
    shared_options(command, "--force")
    command.add_argument("--top", type=whole, default=10, help="how many leaders to look for (10)")


def run_estimate(options: argparse.Namespace) -> dict[str, Any]:
    """Verify, read and estimate."""
    if options.csv:
        free(options.csv, force=options.force, inputs=[options.file])
    given = read_release(options.file)
    groups = _labels(options.groups)
    estimates = estimate(
        given, groups=groups, partition=_labels(options.partition), progress=tell,
        **taken(options, "statistics", "level", "nodes", "top"),
    )  # fmt: skip
    tell(1.0, "")
    if options.csv:
        with arriving(Path(options.csv), force=options.force) as beside:
            beside.write_bytes(statistics_table(estimates))
    return {
        "file": options.file, "statement": given.certificate["statement"],
        "estimates": [{**row.row(), "sentence": row.sentence()} for row in estimates],
    }  # fmt: skip


def show_estimate(answer: dict[str, Any]) -> str:
    """The promise, then a line for each number."""
    lines = [row["sentence"] for row in answer["estimates"]]
    return "\n".join([answer["statement"], "", *lines])


def _labels(file: str | None) -> dict[str, str] | None:
    """A label by the name of a node."""
    if file is None:
        return None
    with Path(file).open(encoding="utf-8-sig", newline="") as stream:
        rows = [row for row in csv.reader(stream) if row]
    if len(rows) < 2 or any(len(row) < 2 for row in rows):
        raise Refused(
            f"{Path(file).name} must be a CSV with a header and two columns: node, label."
        )
    return {row[0]: row[1] for row in rows[1:]}


def options_ledger(command: argparse.ArgumentParser) -> None:
    """Which ledger; a cap to set."""
    command.add_argument("file", metavar="FILE", help="the file that graphdp release wrote to")
    command.add_argument(
        "--cap", metavar="E",
        help="set the most ε that all releases together may spend; 'none' takes the cap away",
    )  # fmt: skip
    command.add_argument(
        "--relation", default="edge", choices=[kind.value for kind in NeighbouringRelation],
        metavar="RELATION", help="what the cap protects, as the ledger names it (default: edge)",
    )  # fmt: skip
    command.add_argument("--radius", default="1", help="radius of that relation (default: 1)")


def run_ledger(options: argparse.Namespace) -> dict[str, Any]:
    """Set the cap if one is given; list the releases and their sums."""
    book = Ledger(options.file)
    relation = NeighbouringRelation(options.relation)
    if options.cap == "none":
        book.lift(relation, radius=options.radius)
    elif options.cap is not None:
        book.cap(relation, amount_of(options.cap, name="--cap"), radius=options.radius)
    elif not book.lines:
        name = book.path.name
        raise Refused(f"there is no ledger in {name}: check the path; a first release makes one.")
    return {
        "file": options.file,
        "spent": [
            {"relation": relation, "radius": radius, "statement": spent.statement(),
             "epsilon": float(spent.epsilon), "releases": spent.releases,
             "apart": list(spent.apart),
             "implies": [guarantee.statement() for guarantee in spent.implied()]}
            for (relation, radius), spent in book.spent().items()
        ],
        "lines": [{"line": line.number, **line.facts} for line in book.lines[1:]],
    }  # fmt: skip


def show_ledger(answer: dict[str, Any]) -> str:
    """The sums, then the lines."""
    sums = []
    for row in answer["spent"]:
        radius = f" (radius {row['radius']})" * NeighbouringRelation(row["relation"]).has_radius
        sums.append(f"{row['relation']}{radius}: {row['statement']}")
        sums += [f"  it follows: {words}" for words in row["implies"]]
    rows = [
        f"{row['line']:>5}  {row['time']}  {row['kind']:<8} ε = {row['epsilon']:<8} "
        f"{row.get('mechanism', row['relation'])}"
        for row in answer["lines"]
    ]
    return "\n".join([*(sums or ["Nothing was released."]), *rows])
