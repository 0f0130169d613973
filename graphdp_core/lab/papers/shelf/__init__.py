"""The five papers and later work as rows: what each claims, and what became of it here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from urllib.parse import parse_qs

from graphdp_core.lab.papers import study_of
from graphdp_core.lab.papers.stored import is_met, is_missing, lacks
from graphdp_core.stored import table

__all__ = ["PAPERS", "REASONS", "Paper", "Row", "Status", "counts", "rows_about"]


class Status(Enum):
    """What became of a row of a paper."""

    REPRODUCED = "reproduced"
    DIFFERS = "differs"
    FALSE = "false"
    FIRST = "done here first"
    CLOSED = "closed"
    PARTLY = "partly"

    def of(self, count: int) -> str:
        """So many rows, in words.

        Examples
        --------
        >>> Status.DIFFERS.of(1), Status.DIFFERS.of(2), Status.FALSE.of(2)
        ('1 differs', '2 differ', '2 false')
        """
        is_many = self is Status.DIFFERS and count != 1
        return f"{count} {'differ' if is_many else self.value}"

    @property
    def help(self) -> str:
        """One sentence for a tooltip."""
        return {
            Status.REPRODUCED: "Computed anew, with the same outcome.",
            Status.DIFFERS: "Computed anew, with another outcome: the row says why.",
            Status.FALSE: "There is a counterexample, and a repaired form where one is known.",
            Status.FIRST: "Left open by the paper, and answered here.",
            Status.CLOSED: "Nothing of it is left to do: the row says why.",
            Status.PARTLY: "Some of it is here; the row says what is missing.",
        }[self]


REASONS = (
    "dominated",
    "impossible as asked",
    "open in the literature",
    "needs what cannot be had",
)
"""Why a row is closed: one of these."""


@dataclass(frozen=True)
class Row:
    """One claim, table, figure, theorem, remark or announced work.

    Parameters
    ----------
    status : str
        Of `Status`; "" for what a stored run decides: see `outcome`.
    reason : str
        Of `REASONS`, where it is closed.
    study : str
        Id of the study that computes it anew; "" for none.
    address : str
        Of a page of the app that shows it; "" for none.
    picture : str
        Of its proof: the name of an SVG beside this file; "" for none.
    """

    place: str
    claim: str
    status: str = ""
    reason: str = ""
    words: str = ""
    study: str = ""
    address: str = ""
    about: tuple[str, ...] = ()
    picture: str = ""

    @property
    def drawing(self) -> str:
        """The picture of its proof, as SVG whose lines have the colour of the text; "" for none."""
        named = Path(__file__).with_name(f"{self.picture}.svg")
        return named.read_text(encoding="utf-8") if self.picture else ""

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """Ids of all mechanisms that it is about.

        Examples
        --------
        >>> Row("1", "It is private", "false", address="break-it?mechanism=lnpp").mechanisms
        ('lnpp',)
        """
        named = parse_qs(self.address.partition("?")[2]).get("mechanism", [])
        return (*named, *self.about)

    @property
    def told(self) -> str:
        """Its words, and what its stored run lacks."""
        return f"{self.words} {lacks(self.study) if self.study else ''}".strip()

    @property
    def said(self) -> str:
        """The same; of a closed row after the reason.

        Examples
        --------
        >>> Row("1", "It is fast", "closed", "dominated", "By edgeFlip.").said
        'Dominated. By edgeFlip.'
        """
        return f"{self.reason.capitalize()}. {self.told}" if self.reason else self.told

    @property
    def outcome(self) -> Status:
        """Its status; where a study decides, what its stored run says by its own rule.

        Without a stored run nothing is decided: it is done in part.
        """
        if self.status:
            return Status(self.status)
        if is_missing(self.study):
            return Status.PARTLY
        if not is_met(self.study):
            return Status.DIFFERS
        return Status.FIRST if study_of(self.study).is_first else Status.REPRODUCED


@dataclass(frozen=True)
class Paper:
    """One paper with its story in three sentences, and its rows in the order of the paper."""

    id: str
    title: str
    authors: str
    source: str
    story: str
    rows: tuple[Row, ...]


def _paper(name: str) -> Paper:
    said = table(Path(__file__).with_name(f"{name}.toml"))
    return Paper(**{**said, "rows": tuple(Row(**row) for row in said["rows"])})


PAPERS = tuple(map(_paper, ("shape", "communities", "centrality", "trees", "spectra", "later")))


def rows_about(mechanism: str) -> list[tuple[Paper, Row]]:
    """What the papers and later work say of a mechanism, by its id."""
    return [(paper, row) for paper in PAPERS for row in paper.rows if mechanism in row.mechanisms]


def counts(rows: Iterable[Row]) -> dict[Status, int]:
    """How many of these rows have each status that one has, in the order of `Status`."""
    counted = Counter(row.outcome for row in rows)
    return {status: counted[status] for status in Status if counted[status]}
