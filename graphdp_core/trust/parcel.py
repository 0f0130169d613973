"""A publication in memory, for a curator whose ledger travels through a browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.trust.ledger import Currency, Ledger, Spent, amount_of
from graphdp_core.trust.package import table
from graphdp_core.trust.publish import publish
from graphdp_core.trust.verify import Verified, verify

__all__ = ["Parcel", "mapping_table", "opened", "parcel", "spent_in"]

LEDGER, KEY, ZIP = "ledger.jsonl", "ledger.jsonl.key", "release.zip"


@dataclass(frozen=True)
class Parcel:
    """What the curator takes home.

    Parameters
    ----------
    release : bytes
        The zip: it may leave the house.
    ledger, key : bytes
        With the new line; they stay at home.
    mapping : bytes
        A table of numbers and names, or nothing where names are public; it stays at home.
    certificate : dict
    line : int
    checks : tuple of str
        What verifying it found.
    spent : str
        All releases of the same currency together, in one sentence.
    """

    release: bytes
    ledger: bytes
    key: bytes
    mapping: bytes
    certificate: dict[str, Any]
    line: int
    checks: tuple[str, ...]
    spent: str


def parcel(
    graph: Graph,
    mechanism: Mechanism,
    *,
    epsilon: Fraction | str,
    names: str,
    question: str,
    files: Mapping[str, bytes],
    cap: str = "",
) -> Parcel:
    """Publish, with the ledger that was handed in or a new one.

    Parameters
    ----------
    graph, mechanism, epsilon, names, question
        As for :func:`graphdp_core.trust.publish.publish`.
    files : mapping of str to bytes
        What the curator handed in: the ledger and its key, by name; neither for a new one.
    cap : str
        A new cap for releases of this relation, written before the release; "" leaves it.

    Raises
    ------
    Refused
        As publishing does, or if the files are no ledger and its key.
    """
    with _folder(files) as folder:
        home = Path(folder)
        if cap:
            guarantee = mechanism.guarantee(float(amount_of(epsilon)))
            radius = guarantee.protected_radius
            Ledger(home / LEDGER).cap(guarantee.relation, amount_of(cap), radius=radius)
        found = publish(
            graph, mechanism, epsilon=epsilon, to=home / ZIP, ledger=home / LEDGER, names=names,
            question=question,
        )  # fmt: skip
        checked = verify(home / ZIP, ledger=home / LEDGER)
        return Parcel(
            release=(home / ZIP).read_bytes(),
            ledger=(home / LEDGER).read_bytes(),
            key=(home / KEY).read_bytes(),
            mapping=mapping_table(found.mapping) if found.mapping else b"",
            certificate=found.certificate,
            line=found.line,
            checks=checked.checks,
            spent=found.spent.statement(),
        )


def spent_in(files: Mapping[str, bytes]) -> dict[Currency, Spent]:
    """What the ledger among these files says; nothing without one.

    Raises
    ------
    Refused
        If they are no ledger and its key.
    """
    with _folder(files) as folder:
        return Ledger(Path(folder) / LEDGER).spent()


def opened(release: bytes, files: Mapping[str, bytes]) -> Verified:
    """A release verified, and its line in the ledger if one was handed in.

    Raises
    ------
    Refused
        As :func:`graphdp_core.trust.verify.verify`.
    """
    with _folder(files) as folder:
        home = Path(folder)
        (home / ZIP).write_bytes(release)
        return verify(home / ZIP, ledger=home / LEDGER if (home / LEDGER).exists() else None)


def mapping_table(names: tuple[str, ...]) -> bytes:
    r"""Which number is whose name, as a table that no spreadsheet runs.

    Examples
    --------
    >>> mapping_table(("Zoe", "=1"))
    b"number,name\r\n0,Zoe\r\n1,'=1\r\n"
    """
    numbered = ([str(number), name] for number, name in enumerate(names))
    return table(["number", "name"], numbered, end="\r\n")


def _folder(files: Mapping[str, bytes]) -> TemporaryDirectory[str]:
    """A folder with the ledger and its key, gone when its work is done; nothing true is in it."""
    keys = {name: data for name, data in files.items() if name.endswith(".key")}
    ledgers = {name: data for name, data in files.items() if name not in keys}
    if len(keys) > 1 or len(ledgers) > 1 or (keys and not ledgers):
        raise Refused(
            "the ledger is one file, and its key another that ends in .key: hand in both, or "
            "neither to begin a new ledger."
        )
    made = TemporaryDirectory(prefix="graphdp-")
    for name, parts in ((LEDGER, ledgers), (KEY, keys)):
        for data in parts.values():
            (Path(made.name) / name).write_bytes(data)
    return made
