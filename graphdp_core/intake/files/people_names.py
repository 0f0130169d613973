"""Names in a table that may be nobody's, and names that may be one person's: asked, then tidied."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.encoding import without_invisible
from graphdp_core.intake.files.graph_file import GraphFile, listed, quoted
from graphdp_core.intake.files.question import Option, Question, Unclear, option
from graphdp_core.intake.files.raw_graph import (
    RawGraph,
    clean,
    count_of,
    in_numeric_order,
    with_nodes,
    without_nodes,
)
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.words import CELLS

_MOST = 50_000  # names; people type no more, and other names may differ in capitals
_SIGNS, _EMPTY = CELLS["nobody_signs"], CELLS["empty"]
_WORDS = (*_EMPTY, *CELLS["nobody"])
_SPELT = frozenset(
    spelt
    for word in (*_SIGNS, *_WORDS)
    for spelt in (word, word.upper(), word.capitalize(), word.title(), "NaN")
)


def tidy_names(file: GraphFile, raw: RawGraph, reading: Reading) -> RawGraph:
    """The graph without nodes that are nobody, and with one node for names that look alike.

    A sign for nobody at one end of edges only is left out and noted. Words for nobody, and names
    that differ in capitals and blanks alone, are what the reading says.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> raw = RawGraph(4, np.array([[0, 1], [2, 3]]), names=["Ann", "Bob", "BOB", "nobody"])
    >>> said = Reading(nobody="skip", alike="one")
    >>> tidy = tidy_names(GraphFile("g.csv", b"", Limits()), raw, said)
    >>> tidy.names, tidy.edges.tolist()
    (['Ann', 'Bob'], [[0, 1]])
    """
    names = raw.names
    if names is None or isinstance(names, NumberNames) or raw.rows:
        return raw
    if not _SPELT.isdisjoint(names) and reading.odd_rows != "keep":
        raw = _without_nobody(file, raw, names, reading)
    if raw.names is None or isinstance(raw.names, NumberNames) or raw.n > _MOST:
        return raw
    return _with_named_alone(_once(file, raw, raw.names, reading), reading)


def _with_named_alone(raw: RawGraph, reading: Reading) -> RawGraph:
    """With a note of those whom others name, and who have no row of their own."""
    key = _key if reading.alike == "one" else str
    own = set(map(key, raw.owners))
    alone = [name for name in raw.names or () if key(name) not in own]
    if not own or not alone:
        return raw
    note = (
        f"{count_of(raw.n - len(alone), 'node')} of {raw.n:,} have a row of their own, and "
        f"{len(alone):,} stand{'s' * (len(alone) == 1)} only among those named, such as "
        f"{listed(alone, 3)}"
    )
    return replace(raw, notes=(*raw.notes, note))


def _without_nobody(
    file: GraphFile, raw: RawGraph, names: Sequence[str], reading: Reading
) -> RawGraph:
    nobody = [i for i, name in enumerate(names) if name in _SPELT]
    unsure = _unsure(raw, names, nobody)
    if reading.nobody == "keep" and not unsure:
        return raw
    signs = [i for i in nobody if i not in unsure]
    kept = _left_out(raw, names, signs) if signs else raw
    if reading.nobody == "keep":
        return kept
    left = _left_out(raw, names, nobody)
    if raw.edges.size and not left.edges.size and not unsure:
        shown = quoted(names[nobody[0]])
        raise file.refuse(f"no row names two ends of a tie but {shown}; bring a table of ties.")
    if reading.nobody is None and unsure:
        told = count_of(int(np.isin(raw.edges, unsure).any(axis=1).sum()), "tie")
        words = listed([names[i] for i in unsure], 4)
        text = f"{words} in the place of a name ({told}): is it nobody, or a name?"
        skip = _sized(option("Nobody: leave these ties out", nobody="skip"), left)
        keep = _sized(option("A name", nobody="keep"), kept)
        raise Unclear(file, Question("nobody", text, (skip, keep)))
    return left


def _unsure(raw: RawGraph, names: Sequence[str], nobody: Sequence[int]) -> list[int]:
    """Those that may be names: words, if not written as programs write nothing; at both ends."""
    sources, targets = (set(np.unique(side).tolist()) for side in raw.edges.T)
    ((usual, _),) = Counter(map(_style, names)).most_common(1)

    def is_sign(name: str) -> bool:
        word = name.casefold()
        return word in _SIGNS or (word in _EMPTY and _style(name) != usual)

    return [i for i in nobody if not is_sign(names[i]) or i in sources & targets]


def _style(name: str) -> str:
    """How capitals are used: R writes NA and Python None, whatever names look like beside it."""
    return "lower" if name.islower() else "upper" if name.isupper() else "mixed"


def _left_out(raw: RawGraph, names: Sequence[str], nobody: Sequence[int]) -> RawGraph:
    gone = np.isin(raw.edges, nobody).any(axis=1)
    words, count = listed([names[i] for i in nobody], 4), int(gone.sum())
    verb = "was" if count == 1 else "were"
    note = f"{count_of(count, 'tie')} with {words}, which is nobody, {verb} left out"
    return in_numeric_order(without_nodes(raw, nobody, note))


def _once(file: GraphFile, raw: RawGraph, names: Sequence[str], reading: Reading) -> RawGraph:
    text = "\n".join(names)
    if text.isascii() and " " not in text and len(set(text.casefold().split("\n"))) == raw.n:
        return raw  # the quick way for nearly all
    keys = list(map(_key, names))
    if len(set(keys)) == raw.n or reading.alike == "two":
        return raw
    groups: dict[str, list[int]] = {}
    for i, key in enumerate(keys):
        groups.setdefault(key, []).append(i)
    more = raw.n - len(groups)
    times = Counter(raw.edges.ravel().tolist())
    chosen = [
        max(group, key=lambda i: (not names[i].isupper(), times[i])) for group in groups.values()
    ]
    place_of = {key: i for i, key in enumerate(groups)}
    place = np.array([place_of[key] for key in keys], dtype=np.int32)
    first = next(group for group in groups.values() if len(group) > 1)
    shown = " and ".join(quoted(names[i], longest=30) for i in first[:2])
    note = f"{count_of(more, 'name')} like another but for capitals or blanks became one with it"
    one = with_nodes(raw, place, chosen, note)
    if reading.alike is not None:
        return one
    text = (
        f"{count_of(more, 'name')} differ{'s' * (more == 1)} from another only in capitals or "
        f"blanks, such as {shown}. Are they the same?"
    )
    same = _sized(option("The same", alike="one"), one)
    two = _sized(option("Two different ones", alike="two"), raw)
    raise Unclear(file, Question("alike", text, (same, two)))


def _key(name: str) -> str:
    """The same for names that look alike."""
    if not name.isascii():
        name = unicodedata.normalize("NFKC", without_invisible(name.encode()).decode())
    return "".join(name.split()).casefold()


def _sized(answer: Option, raw: RawGraph) -> Option:
    graph = clean(raw).graph
    return replace(answer, n=graph.n, m=graph.m)
