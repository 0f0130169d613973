"""Tables that hold no edges: chats, and lists of accounts, people or orders with facts beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.question import Option, Question
from graphdp_core.intake.readers.column_words import ENDS, has_word, words_of
from graphdp_core.intake.readers.edge_columns import EdgeColumns
from graphdp_core.intake.readers.header import is_date, is_truth, share

_FEWEST = 3
_MOST = 0.9
_NO_EDGES = (
    "No name stands both below '{}' and below '{}': a chat, or a list of things with facts beside "
    "each, holds no edges. Bring the table that says who is joined with whom."
)
_FLAGS = (
    "This is a list of accounts with yes and no beside each: it holds no edges. "
    "Bring the table of who follows whom, two accounts on each row."
)


def about_no_edges(columns: EdgeColumns, body: Sequence[list[str]]) -> Question | None:
    """That the rows name no two who are joined, where the columns' names and values say so.

    So it is where an end holds days, yes and no, texts or amounts, or the two halves of a name;
    where texts stand beside times, as in a chat; where each of one end has one of the other; or
    where every row is about another, with facts beside it.
    """
    if columns.names is None or any(columns.signs):
        return None
    ends = _Ends.of(columns, columns.names, body)
    if ends.are_named or ends.sources & ends.targets:
        return None
    kinds = {name: _kind(name, cells) for name, cells in ends.cells.items()}
    of_ends = [kinds[name] for name in ends.names]
    is_kin = any(has_word(name, "source", "target", "kin") for name in ends.names)
    sizes = {len(ends.sources), len(ends.targets), len(ends.pairs)}
    is_one_thing = not is_kin and len(sizes) == 1 and len(ends.pairs) >= _FEWEST
    known = {columns.source, columns.target, columns.weight, columns.time}
    has_facts = any(
        i not in known and not has_word(name, "weight") for i, name in enumerate(ends.cells)
    )
    is_each_once = len(ends.sources) == ends.rows > _FEWEST
    differ = ("number" in of_ends) and of_ends[0] != of_ends[1]
    no_names = {"time", "truth", "text", "amount"} & set(of_ends) or set(of_ends) == {"part"}
    if not (
        no_names
        or is_one_thing
        or {"time", "text"} <= set(kinds.values())
        or any(has_word(name, "kind") for name in ends.names)
        or (is_each_once and (has_facts or differ))
    ):
        return None
    first, second = (plain_text(name, longest=20) for name in ends.names)
    said = (("source", ends.names[0]), ("target", ends.names[1]), ("weight", ""))
    options = () if no_names else (Option(f"Join '{first}' with '{second}'", said),)
    return Question("register", _NO_EDGES.format(first, second), options)


def _kind(name: str, cells: Sequence[str]) -> str:
    """What a column holds by its name and cells; empty: names, as far as can be seen."""
    if has_word(name, "time") or share(cells, is_date) >= _MOST:
        return "time"
    if share(cells, is_truth) >= _MOST:
        return "truth"
    is_number = share(cells, looks_numeric) >= _MOST
    if has_word(name, "message", "prose") and not is_number:  # else it counts them
        return "text"
    if has_word(name, "weight"):
        return "amount"
    return "number" if is_number else "part" * has_word(name, "given", "family")


@dataclass(frozen=True)
class _Ends:
    """What the first rows hold at either end: cells by column, and pairs of names."""

    names: tuple[str, str]
    cells: dict[str, list[str]]
    pairs: set[tuple[str, str]]
    rows: int

    @classmethod
    def of(cls, columns: EdgeColumns, names: Sequence[str], body: Sequence[list[str]]) -> _Ends:
        """The ends of the rows of a table with a header."""
        source, target = columns.source, columns.target
        cells = {name: [row[i] for row in body if len(row) > i] for i, name in enumerate(names)}
        full = [row for row in body if len(row) > max(source, target)]
        pairs = {(row[source], row[target]) for row in full if row[source] and row[target]}
        return cls((names[source], names[target]), cells, pairs, len(body))

    @property
    def are_named(self) -> bool:
        """Whether both names say that they are ends."""
        return all(
            has_word(name, "source", "target") or name.casefold() in ENDS for name in self.names
        )

    @property
    def sources(self) -> set[str]:
        return {source for source, _ in self.pairs}

    @property
    def targets(self) -> set[str]:
        return {target for _, target in self.pairs}

    def are_two_things(self) -> bool:
        """Whether both are numbers, of a thing and of a person, or under names of other things."""
        if any(has_word(name, "source", "target", "kin") for name in self.names) or self.are_named:
            return False
        things = [has_word(n, "thing") and has_word(n, "number") for n in self.names]
        kinds = [
            {word for word in words_of(name) if len(word) > 1 and not has_word(word, "number")}
            for name in self.names
        ]
        numbered = all(has_word(name, "number") for name in self.names)
        return any(things) != all(things) or (numbered and all(kinds) and not kinds[0] & kinds[1])


def about_flags(names: Sequence[str]) -> Question | None:
    """That marks below names such as "verified" and "private" are facts and no groups."""
    if sum(has_word(name, "flag") for name in names[1:]) < 2:
        return None
    words = "Join each account with the marks it has"
    return Question("flags", _FLAGS, (Option(words, (("shape", "incidence"),)),))


def about_two_kinds(
    columns: EdgeColumns, body: Sequence[list[str]], *, sure: bool = False
) -> Question | None:
    """Whether a number below "userId" and the same one below "movieId" are one and the same.

    `sure`: whether to ask whatever the columns are called.
    """
    if (columns.names is None and not sure) or any(columns.signs):
        return None
    names = columns.names or tuple(f"column {i + 1}" for i in range(columns.width))
    ends = _Ends.of(columns, names, body)
    both = {name for name in ends.sources & ends.targets if looks_numeric(name)}
    if not both or not (sure or ends.are_two_things()):
        return None
    first, second = (plain_text(name, longest=20) for name in ends.names)
    shown = plain_text(min(both, key=lambda name: (len(name), name)), longest=20)
    places = (columns.source, columns.target)
    called = [names[i] if columns.names else i + 1 for i in places]
    return Question(
        "two kinds",
        f"{shown} stands below '{first}' and below '{second}'. Is it one and the same in both?",
        (
            Option("No: a graph of both kinds", (("projection", "none"),)),
            Option(f"No: join those of '{first}' who share one", (("projection", "rows"),)),
            Option(f"No: join those of '{second}' who share one", (("projection", "columns"),)),
            Option("Yes, one and the same", (("source", called[0]), ("target", called[1]))),
        ),
    )
