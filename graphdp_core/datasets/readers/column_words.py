"""What the names of columns usually mean, in several languages."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["ENDS", "WEIGHTS", "has_word", "is_index_name", "words_of"]

ENDS = {
    **dict.fromkeys(("source", "from", "src", "start", "node1", "node_1", "id1", "id_1"), 0),
    **dict.fromkeys(("target", "to", "dst", "end", "node2", "node_2", "id2", "id_2"), 1),
    **dict.fromkeys(
        ("fromnodeid", "from_id", "source_id", "from_node", "node_a", "node a", "vertex 1"), 0
    ),
    **dict.fromkeys(
        ("tonodeid", "to_id", "target_id", "to_node", "node_b", "node b", "vertex 2"), 1
    ),
    **dict.fromkeys((":start_id", "_start", "startnode", "v1", "von", "quelle", "origen"), 0),
    **dict.fromkeys(("who", "wer"), 0),
    **dict.fromkeys((":end_id", "_end", "endnode", "v2", "nach", "ziel", "destino"), 1),
    **dict.fromkeys(("whom", "wen"), 1),
}
"""Names that say alone which end of an edge a column is."""

WEIGHTS = ("weight", "weights", "value", "w", "count", "strength")

_WORDS = {
    "source": """source src from start begin origin sender caller follower ego parent giver citing
        who rater nominator wer quelle von absender origen origine expediteur remitente da
        mittente mentor""",
    "target": """target dst dest destination to end friend receiver recipient callee followee alter
        whom ratee nominee wen
        child partner neighbour neighbor cited boss manager supervisor freund freundin ziel nach
        empfanger vorgesetzter destino destinataire cible vers ami amie amigo amiga para""",
    "end": """node nodes vertex id name person people user username login handle member author
        actor student pupil
        employee
        contact account character interactor gene protein word station city country player team
        department
        members authors participants recipients cast attendees friends mitglieder teilnehmer autoren
        empfanger auteurs participantes miembros
        paper article film movie book song company firm organisation organization group club event
        project class hashtag topic disease drug student
        knoten kennung mitglied mitarbeiter schuler schulerin gruppe verein land stadt ort firma
        noeud nom personne eleve pays partenaire groupe ville nodo nombre persona usuario alumno
        alumna pais socio grupo ciudad partner persoon naam
        国 相手国 氏名 名前 著者 論文 友人 姓名 作者 朋友 人 друг имя человек""",
    "weight": """weight weights strength count counts messages calls emails mails amount total freq
        frequency hours minutes times score size intensity similarity distance trips visits papers
        meetings interactions gewicht anzahl starke haufigkeit nachrichten stunden poids force
        messages heures peso fuerza cantidad veces visitas besuche visites
        likes duration dauer duree duracion seconds mensajes valor value""",
    "message": """message messages content text body comment comments nachricht inhalt mensaje
        texto contenido texte contenu tweet""",
    "prose": """note notes remark betreff bemerkung kommentar verwendungszweck asunto commentaire
        description beschreibung bio caption reactions attachments""",
    "kind": """type kind direction richtung typ category kategorie categorie gender sex geschlecht
        tipo categoria relation relationship beziehung""",
    "fact": """age alter edad birth born geburtsjahr salary gehalt height zip plz population
        einwohner latitude longitude lat lon lng phone telefon generation level layer wave rank
        key rev""",
    "kin": """father mother parent husband wife spouse vater mutter elternteil ehemann ehefrau pere
        mere padre madre mari femme marido esposa""",
    "flag": """verified private protected active muted blocked bot admin follows verifiziert privat
        aktiv gesperrt status show notify boosts reblogs hide newsletter subscribed""",
    "number": """id nr code nummer""",
    "thing": """movie film book song paper article product item group club event project company
        firm organisation organization class topic drug disease artikel produkt gruppe verein""",
    "given": """firstname forename given vorname prenom""",
    "family": """lastname surname family nachname familienname apellido apellidos cognome""",
    "time": """time date timestamp ts since year month day when created updated datetime period week
        datum zeit jahr seit monat tag annee depuis mois jour fecha ano tiempo desde buchungstag""",
}
_VOCABULARY = {kind: frozenset(words.split()) for kind, words in _WORDS.items()}
_FULL = {"first": "firstname", "last": "lastname"}
"""What the first of two words means where the other is "name"."""

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
    words = [piece.casefold() for piece in _PIECE.findall(plain)]
    return frozenset(_FULL.get(word, word) if "name" in words else word for word in words)


def has_word(name: str, *kinds: str) -> bool:
    """Whether a name has a word of these kinds: source, target, end, weight, time, prose, ..."""
    words = words_of(name)
    return any(words & _VOCABULARY[kind] for kind in kinds)


def is_index_name(name: str) -> bool:
    """Whether a column is named as one that numbers the rows."""
    return name.casefold() in _INDEX or name.casefold().startswith("unnamed")
