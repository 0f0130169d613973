"""Publish: one release that may leave the house, with its certificate, charged to a ledger.

Nodes in another order for a publication.
"""

from __future__ import annotations

import glob
import os
import time
import uuid
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.estimates.asked import Given
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, refuse_strangers
from graphdp_core.privacy.amounts import amount_of, exact_text, publishable_epsilon
from graphdp_core.privacy.implications import Unit
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.results import Result
from graphdp_core.trust.accounts import Spent
from graphdp_core.trust.certificate import (
    README,
    certificate,
    check_curator,
    first_page,
    page,
    unprotected,
    with_checksum,
)
from graphdp_core.trust.contents import READER, READER_IN_R, data_files, numbers_of
from graphdp_core.trust.hazards import hazards
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.package import file_facts, packed
from graphdp_core.trust.parcel import PlannedNumbers
from graphdp_core.trust.signature import check_signer, signature_files

Data: TypeAlias = Graph | Aggregates
"""What is published of: a graph, or sums of one that is too large to build."""


@dataclass(frozen=True)
class Renumbered:
    """What a publication is drawn from.

    Parameters
    ----------
    graph : Graph or Aggregates
        Nothing beside nodes, edges, weights and the answers' public facts; names if they are kept,
        and public groups if the mechanism reads them.
    order : ndarray of int64, shape (n,)
        The old number of each new node; empty where nodes are counted alone.
    """

    graph: Data
    order: Ints

    @property
    def names(self) -> list[str]:
        """Of all nodes, as they are published."""
        return self.graph.all_names() if isinstance(self.graph, Graph) else []


def renumbered(graph: Data, mechanism: Mechanism, *, names: str, coins: SecureRandom) -> Renumbered:
    """Put nodes in random order, or by name, so that no file's order shows.

    Parameters
    ----------
    mechanism : Mechanism
        Checked against this graph.

    Examples
    --------
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], names=["z", "x", "y"])
    >>> made = renumbered(path, EdgeFlip(), names="public", coins=SecureRandom())
    >>> made.names, made.graph.edges.tolist(), made.order.tolist()
    (['x', 'y', 'z'], [[0, 1], [0, 2]], [1, 2, 0])
    """
    if isinstance(graph, Aggregates):
        return Renumbered(graph, np.empty(0, dtype=np.int64))
    if names == "public":
        by_name = sorted(range(graph.n), key=lambda node: (graph.name(node), node))
        order = np.array(by_name, dtype=np.int64)
    else:
        order = coins.permutation(graph.n)
    place = np.empty(graph.n, dtype=np.int64)
    place[order] = np.arange(graph.n)
    kept = tuple(graph.name(int(node)) for node in order) if names == "public" else None
    made = Graph.from_edges(graph.n, place[graph.edges], weights=graph.weights, names=kept)
    made = replace(made, answers=graph.answers, near=graph.near)
    if mechanism.reads_groups and graph.labels is not None:
        made = replace(made, labels=graph.labels[order], label_names=graph.label_names)
    return Renumbered(made, order)


NAMES = {
    "numbers": "numbers in random order; only the curator can know who is which",
    "public": "names as in the curator's data, which the curator says are public, in order",
}
"""What may stand for the nodes, and how the certificate says it."""
COUNTED = "none: nodes are counted, and none is named"

STALE_S = 3600.0  # after which a file that a crash left is removed


@dataclass(frozen=True)
class Publication:
    """What was published.

    Parameters
    ----------
    path : Path
        The zip.
    released : Graph or Result
        What is in it.
    line : int
        Of the ledger.
    mapping : tuple of str
        The name of the node behind each number, where names were replaced: the curator's secret.
    spent : Spent
        What all releases in the ledger cost this unit, this one included.
    signed_by : str
        The fingerprint of the key that signed it; "" if none did.
    """

    path: Path
    released: Graph | Result
    certificate: dict[str, Any]
    line: int
    mapping: tuple[str, ...]
    spent: Spent
    signed_by: str = ""


def publish(
    graph: Data,
    mechanism: Mechanism,
    *,
    epsilon: Fraction | str | float,
    to: str | Path,
    ledger: str | Path,
    names: str = "numbers",
    question: str = "",
    groups_are_public: bool = False,
    sign: str | Path = "",
    contact: str = "",
    logo: bytes = b"",
    coins: SecureRandom | None = None,
) -> Publication:
    """Draw one release, charge the ledger, and write a zip that may leave the house.

    Parameters
    ----------
    graph : Graph or Aggregates
        The private graph. Of its positions and title nothing is released; of its labels nothing but
        the names and sizes of public groups, where the mechanism reads them. Or the sums of one
        that is too large to build: then no node is named, and `names` stays "numbers".
    mechanism : Mechanism
        With a proved guarantee and an exact sampler.
    epsilon : Fraction, str or float
        Exactly as typed: "0.3" is 3/10.
    to : str or Path
        The zip to write, which must not exist.
    ledger : str or Path
        The ledger of these people; it is begun if it does not exist.
    names : {"numbers", "public"}
        Whether nodes get numbers in random order, or keep their names because these are public.
    question : str
        What the release is for; it stands on the certificate, which is public.
    groups_are_public : bool
        The curator's word that whose group is which is public anyway; needed where the mechanism
        reads groups, and nowhere else.
    sign : str or Path
        An ssh key that signs it by ssh-keygen, which may ask for a passphrase; "" for none.
    contact : str
        Whom to ask, in the curator's words, for the page that is opened first.
    logo : bytes
        A small picture above it, as PNG, JPEG or GIF.
    coins : SecureRandom, optional
        The operating system's if absent. Tests give others.

    Returns
    -------
    Publication

    Raises
    ------
    Refused
        If the mechanism cannot be published, the ledger has no room or was changed, the zip
        exists, nothing can be signed, or a parameter is wrong. Nothing is charged then.
    OSError
        If the disk is full or cannot be written: nothing is published. The ledger is charged
        only once the whole zip is on the disk; the message says whether it was.

    Notes
    -----
    *Privacy*: as the certificate states, for the unit of the mechanism. Public are the mechanism
    with its parameters, the number of nodes unless a node may join, and the time in the ledger,
    which stays at home.
    """
    refuse_strangers(graph=graph, mechanism=mechanism)
    amount, path, coins = amount_of(epsilon), Path(to), coins or SecureRandom()
    if names not in NAMES:
        raise Refused(f"names must be one of {', '.join(NAMES)}, got {names!r}.")
    if names == "public" and isinstance(graph, Aggregates):
        raise Refused("names must be 'numbers' for so large a graph, of which no node is named.")
    check_curator(contact, logo)
    if sign:
        check_signer(sign)
    guarantee = mechanism.guarantee(publishable_epsilon(epsilon))
    unit = Unit.of(guarantee, edges=graph.m)
    with _Told() as told, Ledger(ledger).held() as book:
        _check(graph, mechanism, amount, path, book)
        check_groups(mechanism, groups_are_public=groups_are_public)
        there = renumbered(graph, mechanism, names=names, coins=coins)
        draw = mechanism.publish(there.graph, epsilon=amount, coins=coins)
        facts = certificate(
            mechanism, amount, draw, question=question.strip(), unprotected=unprotected(graph),
            names=NAMES[names] if isinstance(graph, Graph) else COUNTED, nodes=there.graph.n,
        )  # fmt: skip
        id, number = str(uuid.uuid4()), max(len(book.lines), 1) + 1
        facts["ledger"] = {"id": id, "line": number}
        files = dict(data_files(draw.released, there.names))
        given = Given(draw.released, mechanism, amount, tuple(there.names), dict(draw.facts))
        if isinstance(mechanism, PlannedNumbers):
            given = replace(given, parts=mechanism.each(given))
            facts["releases"] = mechanism.rows()
        numbers = numbers_of(given)
        files |= numbers
        facts["hazards"] = hazards(mechanism, guarantee, facts, estimated=bool(numbers))
        files["certificate.html"] = page(facts)
        files |= {"read_release.py": READER.encode(), "read_release.R": READER_IN_R.read_bytes()}
        files[README] = first_page(facts, given, files, contact=contact.strip(), logo=logo)
        facts["files"] = {name: file_facts(content) for name, content in files.items()}
        files = {README: files.pop(README), "certificate.json": with_checksum(facts), **files}
        signing, signed_by = signature_files(files, key=sign) if sign else ({}, "")
        whole = packed({**files, **signing})
        with _Arriving(path, whole) as arriving:
            book.charge({
                "id": id,
                "data": book.keyed(graph.fingerprint),
                "mechanism": mechanism.id,
                "relation": guarantee.relation.value,
                "radius": unit.radius_text,
                "epsilon": exact_text(amount),
                "delta": "0",
                "sampler": dict(draw.facts),
                "release": str(file_facts(whole)["sha256"]),
            })  # fmt: skip
            told.words = f"Line {number} of the ledger has charged it, but there is no release."
            arriving.keep()
    kept: tuple[str, ...] = ()
    if isinstance(graph, Graph) and names != "public":
        kept = tuple(graph.name(int(node)) for node in there.order)
    return Publication(path, draw.released, facts, number, kept, book.spent_on(unit), signed_by)


def check_groups(mechanism: Mechanism, *, groups_are_public: bool) -> None:
    """Raise Refused if groups of the nodes are to be read, and nobody says that they are public.

    Examples
    --------
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> check_groups(EdgeFlip(), groups_are_public=False)
    """
    if mechanism.reads_groups and not groups_are_public:
        raise Refused(
            f"{mechanism.title} names the groups of the nodes and how many nodes each has, and "
            "protects none of that: say that the groups are public (groups_are_public), or publish "
            "something else."
        )


def check_publication(
    graph: Data,
    mechanism: Mechanism,
    epsilon: Fraction,
    *,
    to: str | Path,
    ledger: str | Path,
) -> None:
    """Raise Refused, as :func:`publish` would, before anything is drawn or spent."""
    _check(graph, mechanism, epsilon, Path(to), Ledger(ledger))


def _check(graph: Data, mechanism: Mechanism, epsilon: Fraction, path: Path, book: Ledger) -> None:
    mechanism.check_publication(graph, epsilon)
    if path.exists():
        raise Refused(f"{path.name} exists already: choose another name.")
    book.check(mechanism.guarantee(float(epsilon)), epsilon, edges=graph.m)


class _Told:
    """Adds to an error of the disk what became of the budget."""

    words = "Nothing was released or spent: make room, or choose another place."

    def __enter__(self) -> _Told:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            why = f"{error.strerror or error}. {self.words}"
            raise OSError(error.errno, why, error.filename) from error


class _Arriving:
    """A file that gets its content, then its name, only once all else is done.

    Before that its place on the disk is taken by as many random bytes: a crash leaves nothing there
    that was not charged, and a full disk is met before anything is.
    """

    def __init__(self, path: Path, content: bytes) -> None:
        self._path, self._content = path, content
        self._beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")

    def __enter__(self) -> _Arriving:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        for left in self._path.parent.glob(f".{glob.escape(self._path.name)}.*.part"):
            if time.time() - left.stat().st_mtime > STALE_S:
                left.unlink(missing_ok=True)
        try:
            self._write("xb", os.urandom(len(self._content)))
        except OSError:
            self._beside.unlink(missing_ok=True)
            raise
        return self

    def keep(self) -> None:
        """Give the file its content and its name."""
        self._write("r+b", self._content)
        os.replace(self._beside, self._path)

    def _write(self, mode: str, content: bytes) -> None:
        with open(self._beside, mode) as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())

    def __exit__(self, *_: object) -> None:
        self._beside.unlink(missing_ok=True)
