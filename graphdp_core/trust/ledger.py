"""The curator's ledger: what was released about some people, line by line, and its cost.

One writer at a time: a lock on a file, given back when its process ends, however it ends.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation
from graphdp_core.privacy.implications import Unit
from graphdp_core.trust.accounts import Charge, Spent, account, check_room, voided
from graphdp_core.trust.package import checksum


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process or thread holds the lock of this file, and hold it."""
    with open(path, "ab") as stream:
        _lock(stream.fileno())
        yield  # closing the file gives the lock back


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


FORMAT = "graphdp-ledger/1"

Currency = tuple[str, str]
"""A relation and its radius in words: a unit, as a ledger writes it."""


@dataclass(frozen=True)
class Line:
    """One line: its number, what it says, and its checksum."""

    number: int
    kind: str  # "open", "cap", "lift" or "release"
    facts: Mapping[str, Any]
    checksum: str


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
    def caps(self) -> dict[Unit, Fraction]:
        """The cap of each unit that has one; each holds for all releases."""
        caps: dict[Unit, Fraction] = {}
        for line in self.lines:
            if line.kind == "cap":
                caps[_unit(line.facts)] = amount_of(line.facts["epsilon"])
            elif line.kind == "lift":
                caps.pop(_unit(line.facts), None)
        return caps

    def spent(self) -> dict[Currency, Spent]:
        """The cost for each unit that something was released for or that has a cap.

        Every account holds all releases: those for other units as often as they count for it.
        """
        charges, caps = self._charges(), self.caps
        units = dict.fromkeys([*(charge.unit for charge in charges), *caps])
        return {
            (unit.relation.value, unit.radius_text): account(charges, unit, caps.get(unit))
            for unit in units
        }

    def spent_on(self, unit: Unit) -> Spent:
        """The cost for one unit, whether or not anything was released for it."""
        return account(self._charges(), unit, self.caps.get(unit))

    def cap(self, relation: NeighbouringRelation, epsilon: Fraction, *, radius: str = "1") -> None:
        """Set the most that all releases together may cost a unit; the last one set holds.

        Raises
        ------
        Refused
            If it is not above 0, the radius is no number above 0, or a release that stands in the
            ledger cannot be added up under it.
        """
        if epsilon <= 0:
            raise Refused(f"a cap must be above 0, got {exact_text(epsilon)}.")
        unit = _readable(relation, radius)
        with self.held():
            if apart := account(self._charges(), unit).apart:
                raise Refused(
                    f"line {apart[0]} of the ledger is a release from which nothing follows for "
                    f"{unit.words}: no cap on that can be kept. Cap what was released."
                )
            self._append("cap", {**_named(unit), "epsilon": exact_text(epsilon)})

    def lift(self, relation: NeighbouringRelation, *, radius: str = "1") -> None:
        """Take back a cap; that it was lifted stays in the ledger.

        Raises
        ------
        Refused
            If there is no such cap.
        """
        unit = Unit.read(relation.value, radius)
        with self.held():
            if unit not in self.caps:
                raise Refused(f"the ledger has no cap on {unit.words}.")
            self._append("lift", {**_named(unit), "epsilon": "none"})

    def check(self, guarantee: Guarantee, epsilon: Fraction, *, edges: int) -> None:
        """Raise Refused if a cap, or an earlier release, leaves no room for this one.

        Parameters
        ----------
        guarantee : Guarantee
        epsilon : Fraction
            What will be charged.
        edges : int
            Of the graph, by which a public radius may be divided.
        """
        unit = Unit.of(guarantee, edges=edges)
        check_room(self._charges(), self.caps, Charge(len(self.lines) + 1, unit, epsilon))

    def voided(self, guarantee: Guarantee) -> str:
        """The sentence that this release takes from earlier ones what they protect; "" if not."""
        return voided(self._charges(), Unit(guarantee.relation))

    def charge(self, facts: Mapping[str, Any]) -> Line:
        """Write the line of a release to the disk; only while the ledger is held."""
        return self._append("release", facts)

    def keyed(self, fingerprint: str) -> str:
        """A fingerprint that means something only to the holder of the ledger's key."""
        return hmac.new(self._key(), fingerprint.encode(), hashlib.sha256).hexdigest()[:32]

    def _charges(self) -> list[Charge]:
        return [
            Charge(
                line.number, _unit(line.facts), amount_of(line.facts["epsilon"]),
                amount_of(line.facts["delta"], name="delta"),
            )
            for line in self.lines if line.kind == "release"
        ]  # fmt: skip

    def _read(self) -> None:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            self.lines, self._whole_bytes = (), 0
            return
        # A last line without its end was being written when the machine stopped: its release
        # never left the house.
        self._whole_bytes = data.rfind(b"\n") + 1
        if not self._whole_bytes and data[:1] not in (b"", b"{"):
            raise self._refusal(1, "is not a line of a ledger")
        self.lines = tuple(self._checked(data[: self._whole_bytes].splitlines()))

    def _checked(self, rows: Sequence[bytes]) -> Iterator[Line]:
        previous = ""
        for number, row in enumerate(rows, start=1):
            try:
                facts = json.loads(row)
                written, before, kind = facts.pop("checksum"), facts["previous"], facts["kind"]
            except (ValueError, KeyError, TypeError, AttributeError):
                raise self._refusal(number, "is not a line of a ledger") from None
            if number == 1 and facts.get("format") != FORMAT:
                raise Refused(
                    f"{self.path.name} is no ledger that this version can read: it begins with "
                    f"{str(facts.get('format'))[:40]!r}, and {FORMAT!r} is read."
                )
            if written != checksum(facts):
                raise self._refusal(number, "was changed after it was written")
            if before != previous:
                raise self._refusal(number, "does not follow from the line before it")
            previous = written
            yield Line(number, kind, facts, written)

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


def _unit(facts: Mapping[str, Any]) -> Unit:
    return Unit.read(facts["relation"], facts["radius"])


def _named(unit: Unit) -> dict[str, str]:
    return {"relation": unit.relation.value, "radius": unit.radius_text}


def _readable(relation: NeighbouringRelation, radius: str) -> Unit:
    unit = Unit.read(relation.value, radius)
    if isinstance(unit.radius, str) or unit.radius <= 0:
        raise Refused(f"the radius must be a number above 0, such as 0.5, got {radius[:40]!r}.")
    return unit
