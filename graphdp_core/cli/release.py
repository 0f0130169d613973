"""graphdp release: one private release that may leave the house, with certificate and ledger."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from graphdp_core.cli.choices import (
    chosen_graph,
    chosen_mechanism,
    graph_options,
    parameter_option,
)
from graphdp_core.cli.out_files import arriving
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of, tells_nothing
from graphdp_core.privacy.guarantee import percent_at_most, posterior
from graphdp_core.trust.certificate import unprotected
from graphdp_core.trust.in_memory_release import mapping_table
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.publish import NAMES, check_groups, check_publication, publish
from graphdp_core.trust.signature import check_signer


def options(command: argparse.ArgumentParser) -> None:
    """What is released, how, what it is charged to, and the word that it is meant."""
    graph_options(command)
    command.add_argument("--mechanism", default="edge_flip", metavar="ID")
    parameter_option(command, "mechanism")
    command.add_argument("--epsilon", required=True, metavar="E", help="exactly as typed")
    command.add_argument("--ledger", required=True, metavar="FILE", help="begun if it is not there")
    command.add_argument("--to", required=True, metavar="ZIP", help="must not exist")
    command.add_argument(
        "--names", choices=list(NAMES), default="numbers",
        help="numbers in random order, or the names, because they are public",
    )  # fmt: skip
    command.add_argument(
        "--mapping", metavar="CSV", help="save which number is who: yours alone, never to be shared"
    )
    command.add_argument("--question", default="", help="what it is for; stands on the certificate")
    command.add_argument(
        "--groups-are-public", action="store_true",
        help="whose group is which is public: for what names groups and their sizes",
    )  # fmt: skip
    command.add_argument(
        "--sign", default="", metavar="KEY", help="an ssh key that signs it by ssh-keygen"
    )
    command.add_argument("--yes", action="store_true", help="spend without asking")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Review; publish if that is confirmed."""
    graph, cleaned = chosen_graph(options)
    mechanism = chosen_mechanism(options.mechanism, options.mechanism_parameter)
    epsilon = amount_of(options.epsilon)
    check_publication(graph, mechanism, epsilon, to=options.to, ledger=options.ledger)
    check_groups(mechanism, groups_are_public=options.groups_are_public)
    if options.mapping and (options.names == "public" or os.path.lexists(options.mapping)):
        raise Refused(
            "--mapping names a new file for numbers that replace names: choose another file, or "
            "leave it out where names are public."
        )
    if options.sign:
        check_signer(options.sign)
    guarantee = mechanism.guarantee(float(epsilon))
    review = {
        "graph": {"n": graph.n, "cleaned": cleaned},
        "mechanism": mechanism.title,
        "statement": guarantee.statement(),
        "posterior": percent_at_most(posterior(0.5, guarantee.effective_epsilon)),
        "epsilon": options.epsilon,
        "names": NAMES[options.names],
        "tells_nothing": tells_nothing(float(epsilon)),
        "voids": Ledger(options.ledger).voided(guarantee),
        "not_protected": unprotected(graph),
        "published": False,
    }
    if not (options.yes or _confirmed(review)):
        return review
    release = publish(
        graph, mechanism, epsilon=epsilon, to=options.to, ledger=options.ledger,
        names=options.names, question=options.question,
        groups_are_public=options.groups_are_public, sign=options.sign,
    )  # fmt: skip
    if options.mapping:
        with arriving(Path(options.mapping), private=True) as beside:
            beside.write_bytes(mapping_table(release.mapping))
    return {
        **review, "published": True, "file": str(release.path), "line": release.line,
        "spent": release.spent.statement(), "signed_by": release.signed_by,
    }  # fmt: skip


def show(answer: dict[str, Any]) -> str:
    """What was published, or the review."""
    if not answer["published"]:
        return f"{_review(answer)}\nNothing was released or spent. Add --yes to release it."
    return (
        f"{answer['file']}: line {answer['line']} of the ledger. {answer['spent']}\n"
        f"{_promise(answer)}"
        + (f"\nSigned by the key {answer['signed_by']}." if answer["signed_by"] else "")
    )


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
        f"{answer['mechanism']} on {answer['graph']['n']:,} nodes, once, at ε = "
        f"{answer['epsilon']}. {_promise(answer)}\n"
        f"Who is 50% sure of it before is at most {answer['posterior']} sure after.\n".replace(
            "is at most more", "may be more"
        )
        + f"Nodes: {answer['names']}."
        + (f"\n{answer['voids']}" if answer["voids"] else "")
    )
