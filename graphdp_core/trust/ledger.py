"""The curator's ledger: what was released about some people, line by line, and its cost."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from graphdp_core.params import Refused
from graphdp_core.privacy.composition import Total, least_epsilon
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, at_most
from graphdp_core.privacy.implications import Implied, implied
from graphdp_core.trust.file_lock import locked
from graphdp_core.trust.package import checksum

__all__ = ["Currency", "Ledger", "Line", "Spent", "amount_of", "exact_text"]

FORMAT = "graphdp-ledger/1"
SPARE_DELTA = 1e-6  # what the rules beside the sum may use
LONGEST = 15  # decimals of an epsilon; others are written as a fraction

Currency = tuple[str, str]
"""A relation and its radius in words: only costs of one currency add up."""


@dataclass(frozen=True)
class Line:
    """One line: its number, what it says, and its checksum."""

    number: int
    kind: str  # "open", "cap" or "release"
    facts: Mapping[str, Any]
    checksum: str


@dataclass(frozen=True)
class Spent:
    """What all releases of one currency cost together.

    Parameters
    ----------
    epsilon, delta : Fraction
        The sums: basic composition, which holds for adaptive releases.
    releases : int
    cap : Fraction or None
        The most that the epsilons may add up to.
    best : Total
        The least of all rules, which may use a delta of 1e-6: below the sum for many small
        releases.
    """

    epsilon: Fraction
    delta: Fraction
    releases: int
    cap: Fraction | None
    best: Total

    @property
    def left(self) -> Fraction | None:
        """What the cap leaves; None without a cap."""
        return None if self.cap is None else self.cap - self.epsilon

    def implied(self, relation: str) -> tuple[Implied, ...]:
        """What all releases together promise to other units; nothing before the first.

        Parameters
        ----------
        relation : str
            Of this currency.
        """
        if not self.releases:
            return ()
        return implied(NeighbouringRelation(relation), float(self.epsilon), float(self.delta))

    def statement(self) -> str:
        """The sums in one sentence, rounded up."""
        many = "1 release" if self.releases == 1 else f"{self.releases} releases"
        text = f"{many}: ε = {at_most(float(self.epsilon))} in total"
        if self.delta:
            text += f", δ = {at_most(float(self.delta))}"
        if self.best.rule != "sum":
            text += f" (or ε = {at_most(self.best.epsilon)} with δ = {at_most(self.best.delta)})"
        if self.cap is not None:
            text += f"; {exact_text(self.left or Fraction(0))} of {exact_text(self.cap)} left"
        return f"{text}."


class Ledger:
    """An append-only file of releases about one group of people.

    Every line carries the checksum of the line before it, so that a change by hand is found. All
    releases about the same people go into one ledger, also those of later versions of their graph.
    A line is on the disk before its release is: after a crash the ledger may hold one release too
    many, never one too few. Beside it lies a secret key, without which nobody can tell from the
    ledger which graph was released.

    Parameters
    ----------
    path : Path
        The file; the key is in the file of the same name with ``.key`` after it.

    Raises
    ------
    Refused
        If the file is no ledger, comes from a newer version, or was changed.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.lines: tuple[Line, ...] = ()
        self._whole_bytes = 0
        self._read()

    @contextmanager
    def held(self) -> Iterator[Ledger]:
        """Keep all others from writing; what they wrote before is read first."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with locked(self.path.with_name(f"{self.path.name}.lock")):
            self._read()
            yield self

    @property
    def caps(self) -> dict[Currency, Fraction]:
        """The cap of each currency that has one."""
        set_caps = (line.facts for line in self.lines if line.kind == "cap")
        return {_currency(facts): Fraction(facts["epsilon"]) for facts in set_caps}

    def spent(self) -> dict[Currency, Spent]:
        """The cost of each currency in which something was released or a cap stands."""
        releases = [line.facts for line in self.lines if line.kind == "release"]
        caps = self.caps
        kinds = dict.fromkeys([*map(_currency, releases), *caps])
        return {
            kind: _sum([f for f in releases if _currency(f) == kind], caps.get(kind))
            for kind in kinds
        }

    def cap(self, relation: NeighbouringRelation, epsilon: Fraction, *, radius: str = "1") -> None:
        """Set the most that the releases under a relation may cost; the last one set holds."""
        if epsilon <= 0:
            raise Refused(f"a cap must be above 0, got {exact_text(epsilon)}.")
        facts = {"relation": relation.value, "radius": radius, "epsilon": exact_text(epsilon)}
        with self.held():
            self._append("cap", facts)

    def check(self, guarantee: Guarantee, epsilon: Fraction) -> None:
        """Raise Refused if the budget, or an earlier release, leaves no room for this one.

        Parameters
        ----------
        guarantee : Guarantee
        epsilon : Fraction
            What will be charged.
        """
        self._check_edges(guarantee)
        kind = (guarantee.relation.value, guarantee.protected_radius)
        spent = self.spent().get(kind)
        if spent is None or spent.cap is None or epsilon <= spent.cap - spent.epsilon:
            return
        left = exact_text(max(spent.cap - spent.epsilon, Fraction(0)))
        raise Refused(
            f"epsilon = {exact_text(epsilon)} is more than the ledger has left: {left} of "
            f"{exact_text(spent.cap)} for {guarantee.unit}. Take a smaller epsilon, or raise the "
            "cap and say why."
        )

    def charge(self, facts: Mapping[str, Any]) -> Line:
        """Write the line of a release to the disk; only while the ledger is held."""
        return self._append("release", facts)

    def keyed(self, fingerprint: str) -> str:
        """A fingerprint that means something only to who has the ledger's key."""
        return hmac.new(self._key(), fingerprint.encode(), hashlib.sha256).hexdigest()[:32]

    def _check_edges(self, guarantee: Guarantee) -> None:
        if guarantee.relation.edges_are_public:
            return
        for line in self.lines:
            if line.kind == "release" and _relation(line.facts).edges_are_public:
                raise Refused(
                    f"line {line.number} of the ledger has published who is joined with whom: no "
                    "release can protect edges of these people any more. Another group of people "
                    "has a ledger of its own."
                )

    def _read(self) -> None:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            self.lines, self._whole_bytes = (), 0
            return
        # A last line without its end was being written when the machine stopped: its release
        # never left the house.
        self._whole_bytes = data.rfind(b"\n") + 1
        self.lines = tuple(self._checked(data[: self._whole_bytes].splitlines()))

    def _checked(self, rows: Sequence[bytes]) -> Iterator[Line]:
        previous = ""
        for number, row in enumerate(rows, start=1):
            try:
                facts = json.loads(row)
                found, before, kind = facts.pop("checksum"), facts["previous"], facts["kind"]
            except (ValueError, KeyError, TypeError, AttributeError):
                raise self._refusal(number, "is not a line of a ledger") from None
            if number == 1 and facts.get("format") != FORMAT:
                raise Refused(
                    f"{self.path.name} is no ledger that this version can read: it begins with "
                    f"{str(facts.get('format'))[:40]!r}, and {FORMAT!r} is read."
                )
            if found != checksum(facts):
                raise self._refusal(number, "was changed after it was written")
            if before != previous:
                raise self._refusal(number, "does not follow from the line before it")
            previous = found
            yield Line(number, kind, facts, found)

    def _refusal(self, number: int, why: str) -> Refused:
        return Refused(
            f"{self.path.name}: line {number} {why}. A ledger is only written by GraphDP: put back "
            "a copy from before the change."
        )

    def _append(self, kind: str, facts: Mapping[str, Any]) -> Line:
        rows = [] if self.lines else [self._row("open", {"format": FORMAT}, "")]
        last = rows[-1] if rows else None
        previous = last["checksum"] if last else self.lines[-1].checksum
        rows.append(self._row(kind, facts, previous))
        left = "".join(f"{json.dumps(row, sort_keys=True)}\n" for row in rows).encode()
        with open(self.path, "ab", buffering=0) as stream:  # what is cut off is not written again
            stream.truncate(self._whole_bytes)
            try:
                while left:
                    left = left[stream.write(left) :]
                os.fsync(stream.fileno())
            except OSError:
                stream.truncate(self._whole_bytes)
                raise
        self._read()
        return self.lines[-1]

    @staticmethod
    def _row(kind: str, facts: Mapping[str, Any], previous: str) -> dict[str, Any]:
        time = datetime.now(UTC).isoformat(timespec="seconds")
        row = {**facts, "kind": kind, "time": time, "previous": previous}
        return {**row, "checksum": checksum(row)}

    def _key(self) -> bytes:
        path = self.path.with_name(f"{self.path.name}.key")
        try:
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
                stream.write(secrets.token_hex(32))
        except FileExistsError:
            pass
        try:
            return bytes.fromhex(path.read_text(encoding="ascii").strip())
        except ValueError:
            raise Refused(
                f"{path.name} is not the key of a ledger: put back the file that was made with it."
            ) from None


def _relation(facts: Mapping[str, Any]) -> NeighbouringRelation:
    return NeighbouringRelation(facts["relation"])


def _currency(facts: Mapping[str, Any]) -> Currency:
    return facts["relation"], facts["radius"]


def _sum(releases: Sequence[Mapping[str, Any]], cap: Fraction | None) -> Spent:
    epsilons = [Fraction(facts["epsilon"]) for facts in releases]
    delta = sum((Fraction(facts["delta"]) for facts in releases), Fraction(0))
    total = sum(epsilons, Fraction(0))
    best = least_epsilon(list(map(float, epsilons)), SPARE_DELTA, spent_delta=float(delta))
    return Spent(total, delta, len(releases), cap, best)


def amount_of(epsilon: Fraction | str | float) -> Fraction:
    """An epsilon as it was typed, without rounding: 0.3 is 3/10.

    Raises
    ------
    Refused
        If it is no number.

    Examples
    --------
    >>> amount_of("0.3")
    Fraction(3, 10)
    """
    try:
        return epsilon if isinstance(epsilon, Fraction) else Fraction(str(epsilon))
    except (ValueError, ZeroDivisionError):
        raise Refused(f"epsilon must be a number such as 0.5, got {str(epsilon)[:40]!r}.") from None


def exact_text(value: Fraction) -> str:
    """A fraction as a person writes it, to the last digit.

    Examples
    --------
    >>> exact_text(Fraction(3, 10)), exact_text(Fraction(2)), exact_text(Fraction(1, 3))
    ('0.3', '2', '1/3')
    """
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
        if digits > LONGEST:
            return str(value)
    return f"{Decimal((value * 10**digits).numerator).scaleb(-digits):f}"
