"""A publication in memory, for a curator whose ledger travels through a browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.mechanisms.dk_series import DKSeries
from graphdp_core.mechanisms.group_mixing import GroupMixing
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.privacy.draws import SecretDraws
from graphdp_core.privacy.implications import Unit
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.trust.accounts import Spent
from graphdp_core.trust.ledger import Currency, Ledger
from graphdp_core.trust.package import table
from graphdp_core.trust.publish import Data, publish
from graphdp_core.trust.verify import Verified, verify

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
    checks : tuple of str
        What verifying it found.
    spent : str
        What all releases in the ledger cost this unit, in one sentence.
    """

    release: bytes
    ledger: bytes
    key: bytes
    mapping: bytes
    certificate: dict[str, Any]
    line: int
    checks: tuple[str, ...]
    spent: str


@dataclass(frozen=True)
class Review:
    """What a release would find in the ledger.

    Parameters
    ----------
    spent : dict of Currency to Spent
        So far.
    voids : str
        What it takes from earlier releases, in a sentence; "" if nothing.
    """

    spent: dict[Currency, Spent]
    voids: str


def in_memory_release(
    graph: Data,
    mechanism: Mechanism,
    *,
    epsilon: Fraction | str,
    names: str,
    question: str,
    files: Mapping[str, bytes],
    cap: str = "",
    groups_are_public: bool = False,
    contact: str = "",
    logo: bytes = b"",
) -> Parcel:
    """Publish, with the ledger that was handed in or a new one.

    Parameters
    ----------
    graph, mechanism, epsilon, names, question, groups_are_public, contact, logo
        As for :func:`graphdp_core.trust.publish.publish`.
    files : mapping of str to bytes
        What the curator handed in: the ledger and its key, by name; neither for a new one.
    cap : str
        A new cap on what this release protects, written before it; "" leaves the old one. It
        holds for all releases.
    """
    with _folder(files) as folder:
        home = Path(folder)
        _set(cap, Ledger(home / LEDGER), graph, mechanism, amount_of(epsilon))
        release = publish(
            graph, mechanism, epsilon=epsilon, to=home / ZIP, ledger=home / LEDGER, names=names,
            question=question, groups_are_public=groups_are_public, contact=contact, logo=logo,
        )  # fmt: skip
        checked = verify(home / ZIP, ledger=home / LEDGER)
        return Parcel(
            release=(home / ZIP).read_bytes(),
            ledger=(home / LEDGER).read_bytes(),
            key=(home / KEY).read_bytes(),
            mapping=mapping_table(release.mapping) if release.mapping else b"",
            certificate=release.certificate,
            line=release.line,
            checks=checked.checks,
            spent=release.spent.statement(),
        )


def reviewed(
    graph: Data,
    mechanism: Mechanism,
    *,
    epsilon: Fraction,
    files: Mapping[str, bytes],
    cap: str = "",
) -> Review:
    """What :func:`in_memory_release` would find before it draws; nothing is drawn or spent."""
    mechanism.check_publication(graph, epsilon)
    with _folder(files) as folder:
        book, guarantee = Ledger(Path(folder) / LEDGER), mechanism.guarantee(float(epsilon))
        review = Review(book.spent(), book.voided(guarantee))
        _set(cap, book, graph, mechanism, epsilon)
        book.check(guarantee, epsilon, edges=graph.m)
        return review


def opened(release: bytes, files: Mapping[str, bytes]) -> Verified:
    """A release verified, and its line in the ledger if one was handed in."""
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


def _set(cap: str, book: Ledger, graph: Data, mechanism: Mechanism, epsilon: Fraction) -> None:
    """Write a new cap on what the release protects, if one is given."""
    if cap:
        unit = Unit.of(mechanism.guarantee(float(epsilon)), edges=graph.m)
        book.cap(unit.relation, amount_of(cap, name="cap"), radius=unit.radius_text)


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


OF_SUMS = (NoisyDegrees(), PrivateCount(count="edges"), DKSeries(), GroupMixing())
"""What is published of a graph that is too large to build."""
ONE_TIE = Aggregates({1: 2}, ("all",), (2,), np.ones(1, dtype=np.int64))
"""A public one: the law of the noise, which is drawn on it, is that of every other."""


def publishable(sums: Aggregates) -> dict[str, Mechanism]:
    """By its title, what can be published of such sums."""
    return {made.title: made for made in OF_SUMS if sums.groups or not made.reads_groups}


def noise_sentence(mechanism: Mechanism, epsilon: str) -> str:
    """How far noise moves a number of what is published of sums; "" where that is not said.

    Examples
    --------
    >>> noise_sentence(NoisyDegrees(), "1")
    'Noise moves each degree by at most 6, in 95 of 100 cases.'
    """
    what = "degree" if isinstance(mechanism, NoisyDegrees | DKSeries) else "count"
    draws = SecretDraws(SecureRandom())
    try:
        mechanism._of_aggregates(ONE_TIE, epsilon=amount_of(epsilon.strip()), draws=draws)
    except (Refused, ZeroDivisionError):
        return ""
    reach = IntegerNoise(float(Fraction(draws.facts["scale"]))).reach(0.05)
    return f"Noise moves each {what} by at most {reach:,.0f}, in 95 of 100 cases."
