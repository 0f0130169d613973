"""What the names of columns usually mean, in several languages."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["ENDS", "WEIGHTS", "has_word", "is_index_name", "words_of"]

ENDS = {
    **dict.fromkeys(("source", "from", "src", "start", "node1", "node_1", "id1", "id_1"), 0),
    **dict.fromkeys(("target", "to", "dst", "end", "node2", "node_2", "id2", "id_2"), 1),
    **dict.fromkeys(("fromnodeid", "from_id", "source_id", "from_node", "node_a", "node a"), 0),
    **dict.fromkeys(("tonodeid", "to_id", "target_id", "to_node", "node_b", "node b"), 1),
    **dict.fromkeys((":start_id", "_start", "startnode", "v1", "von", "quelle", "origen"), 0),
    **dict.fromkeys((":end_id", "_end", "endnode", "v2", "nach", "ziel", "destino"), 1),
}
"""Names that say alone which end of an edge a column is."""

WEIGHTS = ("weight", "weights", "value", "w", "count", "strength")

_WORDS = {
    "source": """source src from start begin origin sender caller follower ego parent giver citing
        quelle von absender origen origine expediteur remitente da mittente mentor""",
    "target": """target dst dest destination to end friend receiver recipient callee followee alter
        child partner neighbour neighbor cited boss manager supervisor freund freundin ziel nach
        empfanger vorgesetzter destino destinataire cible vers ami amie amigo amiga para""",
    "end": """node nodes vertex id name person people user member author actor student pupil
        employee
        contact account character gene protein word station city country player team department
        knoten kennung mitglied mitarbeiter schuler schulerin noeud nom personne eleve nodo nombre
        persona usuario alumno alumna""",
    "weight": """weight weights strength count counts messages calls emails mails amount total freq
        frequency hours minutes times score size intensity similarity distance trips visits papers
        meetings interactions gewicht anzahl starke haufigkeit nachrichten stunden poids force
        messages heures peso fuerza cantidad veces mensajes valor value""",
    "time": """time date timestamp since year month day when created updated datetime period week
        datum zeit jahr seit monat tag annee depuis mois jour fecha ano tiempo desde""",
}
_VOCABULARY = {kind: frozenset(words.split()) for kind, words in _WORDS.items()}
_INDEX = ("", "id", "index", "row", "rowid", "row_id", "nr", "no", "#", "key", "edge_id", "edgeid")
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
    return frozenset(piece.casefold() for piece in _PIECE.findall(plain))


def has_word(name: str, *kinds: str) -> bool:
    """Whether a name has a word of these kinds: source, target, end, weight, time."""
    words = words_of(name)
    return any(words & _VOCABULARY[kind] for kind in kinds)


def is_index_name(name: str) -> bool:
    """Whether a column is named as one that numbers the rows."""
    return name.casefold() in _INDEX or name.casefold().startswith("unnamed")
