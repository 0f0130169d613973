"""A workspace: the snapshots that a person has pinned, as a file that can be saved and opened."""

from __future__ import annotations

import binascii
import json
import re
import unicodedata
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from graphdp_core.params import Refused

FORMAT, VERSION = "graphdp-workspace", 1
MOST = 500  # snapshots in a file
MOST_BYTES = 16_000_000  # of a file
LENGTHS = {"title": 120, "note": 2_000, "finding": 600, "query": 8_000}
LONGEST_FIGURE, MOST_FIGURES = 120, 8
LARGEST_PICTURE = 100_000  # letters of its data URL
FIELDS = frozenset({"page", "query", "title", "note", "finding", "figures", "picture"})
PAGE = re.compile(r"[a-z0-9-]{0,40}")
PICTURE = re.compile(r"data:image/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})")
BEGINNINGS = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff", "webp": b"RIFF"}


@dataclass(frozen=True)
class Snapshot:
    """One pinned state.

    Parameters
    ----------
    page : str
        The page's address without its query; "" for the first page.
    query : str
        The query of its address, which says all choices, without "?".
    title, note : str
        In the person's own words.
    finding : str
        What the page said.
    figures : tuple of (str, str)
        Label and value of the metrics below the picture.
    picture : str
        A small PNG, JPEG or WebP as a data URL; "" for none.
    """

    page: str = ""
    query: str = ""
    title: str = ""
    note: str = ""
    finding: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    picture: str = ""

    @cached_property
    def settings(self) -> dict[str, str]:
        """What its address says, by key."""
        return dict(parse_qsl(self.query, keep_blank_values=True))

    @property
    def checksum(self) -> str:
        """Which own file it needs: "checksum.bytes.name"; "" for a public graph.

        The file itself is never in a workspace.
        """
        return self.settings.get("file", "")


@dataclass(frozen=True)
class Workspace:
    """Snapshots in their order.

    Examples
    --------
    >>> saved = Workspace((Snapshot("clusters", "epsilon=1", "Noise wins"),)).to_json()
    >>> Workspace.from_json(saved).snapshots[0].title
    'Noise wins'
    """

    snapshots: tuple[Snapshot, ...] = ()

    def to_json(self) -> str:
        """The workspace as the text of a file."""
        rows = [
            {name: getattr(s, name) for name in Snapshot.__dataclass_fields__}
            for s in self.snapshots
        ]
        said = {"format": FORMAT, "version": VERSION, "snapshots": rows}
        return json.dumps(said, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str | bytes) -> Workspace:
        """The workspace that a file holds; nothing in the file is trusted.

        Words are kept as words: whoever shows them must not read them as markup.
        """
        if len(text) > MOST_BYTES:
            raise Refused(
                f"The file has {len(text) / 1e6:.0f} MB; a workspace has at most "
                f"{MOST_BYTES / 1e6:.0f} MB: save fewer snapshots in one file."
            )
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            raise Refused(
                "This is not a workspace, or it is damaged: open a file that “Save” has written."
            ) from None
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            raise Refused("This is not a workspace: open a file that “Save” has written.")
        return cls(_snapshots(said))


def _snapshots(said: Mapping[str, Any]) -> tuple[Snapshot, ...]:
    version, rows = said.get("version"), said.get("snapshots")
    if type(version) is not int or version < 1:
        raise Refused("The workspace says no version: open a file that “Save” has written.")
    if version > VERSION:
        raise Refused(
            f"The workspace has version {version}, and this GraphDP reads up to {VERSION}: "
            "update GraphDP to open it."
        )
    if not isinstance(rows, list) or len(rows) > MOST:
        raise Refused(f"A workspace lists at most {MOST} snapshots: save fewer in one file.")
    return tuple(_snapshot(row, place) for place, row in enumerate(rows, start=1))


def _snapshot(row: Any, place: int) -> Snapshot:
    """One row of the list, each part checked."""
    if not isinstance(row, dict) or not row.keys() <= FIELDS:
        raise _unfit(place, "parts", f"only {', '.join(sorted(FIELDS))}")
    words = {name: _words(row.get(name, ""), name, place) for name in LENGTHS}
    page, picture = row.get("page", ""), row.get("picture", "")
    if not isinstance(page, str) or not PAGE.fullmatch(page):
        raise _unfit(place, "page", "an address of at most 40 small letters, digits and hyphens")
    if picture != "" and not _is_picture(picture):
        raise _unfit(
            place, "picture", f"a PNG, JPEG or WebP below {LARGEST_PICTURE // 1000} kB as data URL"
        )
    return Snapshot(page=page, picture=picture, figures=_figures(row, place), **words)


def _words(value: Any, name: str, place: int) -> str:
    """Text that can be shown: no signs that steer a screen or turn the direction of writing."""
    longest = LENGTHS.get(name, LONGEST_FIGURE)
    if not isinstance(value, str) or len(value) > longest:
        raise _unfit(place, name, f"text of at most {longest:,} letters")
    allowed = "\n\t" if name == "note" else ""
    if any(unicodedata.category(c) in ("Cc", "Cs") and c not in allowed for c in value) or any(
        c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" for c in value
    ):
        raise _unfit(place, name, "text without control characters")
    return value


def _figures(row: Mapping[str, Any], place: int) -> tuple[tuple[str, str], ...]:
    said = row.get("figures", [])
    is_table = (
        isinstance(said, list)
        and len(said) <= MOST_FIGURES
        and all(isinstance(pair, list) and len(pair) == 2 for pair in said)
    )
    if not is_table:
        raise _unfit(place, "figures", f"at most {MOST_FIGURES} pairs of a label and a value")
    return tuple((_words(k, "figures", place), _words(v, "figures", place)) for k, v in said)


def _is_picture(value: Any) -> bool:
    """Whether it is a bitmap in words and in its first bytes: SVG can carry more than a picture."""
    if not isinstance(value, str) or len(value) > LARGEST_PICTURE:
        return False
    match = PICTURE.fullmatch(value)
    if match is None:
        return False
    try:
        return b64decode(match[2], validate=True).startswith(BEGINNINGS[match[1]])
    except binascii.Error:
        return False


def _unfit(place: int, name: str, allowed: str) -> Refused:
    return Refused(
        f"Snapshot {place} of the file cannot be read: its {name} must be {allowed}; "
        "mend it or leave it out."
    )
