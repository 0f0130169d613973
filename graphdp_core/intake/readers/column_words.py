"""What the names of columns usually mean, in several languages."""

from __future__ import annotations

import re
import unicodedata

from graphdp_core.intake.words import COLUMNS

ENDS = {word: i for i, end in enumerate(("source", "target")) for word in COLUMNS[f"exact_{end}"]}
"""Names that say alone which end of an edge a column is."""

WEIGHTS = COLUMNS["exact_weight"]
_VOCABULARY = {kind: frozenset(words) for kind, words in COLUMNS.items()}
_FULL = {"first": "firstname", "last": "lastname"}
"""What the first of two words means where the other is "name"."""

_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")


def words_of(name: str) -> frozenset[str]:
    """The words in a column's name, in small letters without accents.

    Examples
    --------
    >>> sorted(words_of("senderID")), sorted(words_of("Empfänger_2"))
    (['id', 'sender'], ['empfanger'])
    """
    plain = unicodedata.normalize("NFKD", name[:80])
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    words = [piece.casefold() for piece in _PIECE.findall(plain)]
    return frozenset(_FULL.get(word, word) if "name" in words else word for word in words)


def has_word(name: str, *kinds: str) -> bool:
    """Whether a name has a word of these kinds: source, target, end, weight, time, prose, ..."""
    words = words_of(name)
    return any(words & _VOCABULARY[kind] for kind in kinds)


def is_index_name(name: str) -> bool:
    """Whether a column is named as one that numbers the rows."""
    return name.casefold() in COLUMNS["index"] or name.casefold().startswith("unnamed")
