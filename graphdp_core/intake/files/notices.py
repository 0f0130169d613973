"""What a person should know before they believe a file: a sentence each, perhaps a choice."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from graphdp_core.graphs.answers import COUNTED
from graphdp_core.intake.files.encoding import ENCODINGS
from graphdp_core.intake.files.graph_file import quoted
from graphdp_core.intake.files.own_columns import Offer
from graphdp_core.intake.files.reading import ORDINARY, Reading
from graphdp_core.intake.words import WORDS

_CHOICES: dict[str, dict[str, str]] = {
    **WORDS["choices"],
    "encoding": dict(ENCODINGS),
    "counted": {"caption": "The weight between two counts", **dict(COUNTED.items())},
}
FIELD_OF_NOTE = (
    (r".* without a weight |weights were left out because no line", "missing_weight"),
    (r".* one end alone|.* too short for a tie|taken for no data", "odd_rows"),
    (r".* which is nobody", "nobody"),
    (r".* became one with it", "alike"),
    (r".* became ties between", "projection"),
    (r".* were joined with each other", "listed"),
    (r".* distance", "large"),
    (r"the text was taken for", "encoding"),
    (r"of ties written more than once|[\d,]+ repeated tie", "repeated"),
    (r"it was read as", "shape"),
    (r"the answers of", "counted"),
    (r"answers lie", "scale"),
    (r"of every person", "most_yes"),
)
"""How a note of a reader begins, and the field of the reading that decides it."""


@dataclass(frozen=True)
class Notice:
    """One thing to know about a file, and perhaps to decide.

    Parameters
    ----------
    id : str
        Which notice it is, the same for every file: its field, or "note".
    text : str
        One sentence.
    field : str
        The field of the reading that decides it; empty if there is nothing to decide.
    choices : tuple of (str, str)
        The values of that field, and what they mean in words.
    choice : str
        The value that holds now.
    """

    id: str
    text: str
    field: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    choice: str = ""


def about_weights(reading: Reading) -> Notice:
    """Whether large weights mean near or far."""
    words = _CHOICES["large"]
    choices = tuple((value, words[value]) for value in ("near", "far"))
    return Notice("large", "What does a large weight mean?", "large", choices, reading.large or "")


def about_groups(offered: Sequence[Offer], grouped_by: str) -> tuple[Notice, ...]:
    """Which column says the group of a node, if one may.

    Examples
    --------
    >>> (asked,) = about_groups([Offer("team", ("blue", "red"))], "")
    >>> asked.text
    "Does 'team' (blue, red) say the group of a node? Groups colour the nodes, and are public."
    >>> asked.choices
    (('team', 'team'), ('', 'no groups'))
    """
    if not (offered or grouped_by):
        return ()
    values = {offer.column: f" ({', '.join(offer.values)})" for offer in offered}
    columns = list(dict.fromkeys([*values, *[grouped_by] * bool(grouped_by)]))
    asks = "Which column says the group of a node?"
    if len(columns) == 1:
        name = columns[0]
        asks = f"Does {quoted(name)}{values.get(name, '')} say the group of a node?"
    choices = (*((column, column) for column in columns), ("", "no groups"))
    text = f"{asks} Groups colour the nodes, and are public."
    return (Notice("label", text, "label", choices, grouped_by),)


def notices_of(
    notes: Sequence[str], reading: Reading, fields: Collection[str] = (), shape: str = ""
) -> tuple[Notice, ...]:
    """What was noted, and the choices that matter: of notes, of `fields`, and of what was said.

    `shape` is what the rows were taken for, if they are no edges.
    """
    told = {"shape": WORDS["shapes"][shape]} if shape in WORDS["shapes"] else {}
    others = []
    for note in notes:
        field = next((field for words, field in FIELD_OF_NOTE if re.match(words, note)), "")
        text = f"{note[0].upper()}{note[1:]}."
        if field and field not in told:
            told[field] = text
        elif not field:
            others.append(Notice("note", text))
    captions = {name: words["caption"] for name, words in _CHOICES.items() if "caption" in words}
    said = {name for name in captions if getattr(reading, name) is not None}
    told |= {name: captions[name] for name in captions if name in said | set(fields) - set(told)}
    now = {"shape": shape, "odd_rows": "skip", "projection": "none", "nobody": "skip", **ORDINARY}
    for field, text in told.items():
        choices = tuple((value, w) for value, w in _CHOICES[field].items() if value != "caption")
        choice = str(getattr(reading, field) or now.get(field, ""))
        others.append(Notice(field, text, field, choices, choice))
    return tuple(others)
