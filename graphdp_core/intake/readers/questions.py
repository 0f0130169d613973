"""What has to be asked about a table before it is read: where two readings are near each other.

Tables that hold no edges: chats, and lists of accounts, people or orders with facts beside.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.numbers import as_number, looks_numeric
from graphdp_core.intake.files.question import Question, option
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import ALL_SHEETS, Table
from graphdp_core.intake.formats import shape_of
from graphdp_core.intake.readers.answer_table import below_names
from graphdp_core.intake.readers.edge_columns import EdgeColumns, find_columns
from graphdp_core.intake.readers.edge_list_layout import BLANKS, TWO_COLONS
from graphdp_core.intake.readers.header import (
    ENDS,
    has_word,
    is_date,
    is_truth,
    share,
    words_of,
)
from graphdp_core.intake.readers.matrix_layout import about_distances, about_square
from graphdp_core.intake.readers.neighbour_table import has_names_above
from graphdp_core.intake.readers.several_names import (
    are_uneven_lists,
    has_owner,
    named_places,
    names_in,
)
from graphdp_core.intake.words import is_blank

_FEWEST = 3
_MOST = 0.9
_SHOWN = 20
_HALF = 0.5  # of the values of two columns; fewer of a column are weights that look like nodes
_ID = re.compile(r"\d|@|://")  # in no name of a column
_THOUSANDS = re.compile(r"\D*[1-9]\d{0,2}([.,]\d{3})+\D*")
_KNOWN_BY = (
    "id", "_id", "uid", "login", "username", "screen_name", "handle", "email", "key", "name",
    "full_name",
)  # fmt: skip
_NO_EDGES = (
    "No name stands both below {} and below {}: a chat, or a list of things with facts beside "
    "each, holds no ties. Bring the table that says who is joined with whom."
)
_FLAGS = (
    "This is a list of accounts with yes and no beside each: it holds no ties. "
    "Bring the table that says who follows whom, two accounts on each row."
)


def question_about(file: GraphFile, table: Table, reading: Reading) -> Question | None:
    """The first question that the reading leaves open; None where the table is clear."""
    if table.alike and reading.sheet is None:
        return Question(
            "sheets",
            f"The sheets {_some(table.alike)} have the same columns. Which are the graph?",
            (
                option("All of them together", sheet=ALL_SHEETS),
                *(option(f"{quoted(name)} alone", sheet=name) for name in table.alike[:4]),
            ),
        )
    rows = [cells for _, cells in table.sample()]
    shape = shape_of(file, table, reading).id
    if shape == "matrix":
        return about_distances(file, table, reading)
    ends = (reading.source, reading.target)
    asks_shape = not reading.weight and reading.shape is None and ends == (None, None)
    question = None
    if asks_shape and shape == "incidence":
        question = _about_flags(rows[0])
    if asks_shape and shape in ("edges", "answers"):
        square = about_square(file, table, reading) if shape == "edges" else None
        question = square or _about_lists(file, table, rows, reading, shape)
        if question is None and (shape == "edges" or table.left_out):
            question = _about_counts(table, reading)
    if question is not None or shape != "edges":
        return question
    seen = _Seen(table, find_columns(file, table, reading), rows, reading)
    asks_ends = asks_shape and reading.projection is None
    questions = (
        *((_about_second_table,) if table.separator != BLANKS else ()),
        *(_about_header, _about_cells),
        *((_about_facts, _about_no_edges, _about_two_kinds, _about_first_column) * asks_ends),
        *(_about_empty, _about_thousands),
    )
    return next(filter(None, (ask(seen) for ask in questions)), None)


@dataclass(frozen=True)
class _Seen:
    """A table of edges as far as its first rows show it."""

    table: Table
    columns: EdgeColumns
    rows: list[list[str]]
    reading: Reading

    @cached_property
    def body(self) -> list[list[str]]:
        return self.rows[int(self.columns.names is not None) :]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.columns.names or tuple(f"column {i + 1}" for i in range(self.columns.width))

    @cached_property
    def places(self) -> tuple[int, int]:
        return self.columns.source, self.columns.target

    @cached_property
    def titles(self) -> tuple[str, str]:
        return self.names[self.places[0]], self.names[self.places[1]]

    @cached_property
    def ends(self) -> list[tuple[str, str]]:
        """The cells of both ends, of rows that have them."""
        source, target = self.places
        return [(row[source], row[target]) for row in self.body if len(row) > max(self.places)]

    @cached_property
    def sources(self) -> set[str]:
        return {source for source, target in self.ends if source and target}

    @cached_property
    def targets(self) -> set[str]:
        return {target for source, target in self.ends if source and target}

    def cells(self, place: int) -> list[str]:
        return [row[place] for row in self.body if len(row) > place]

    def called(self, place: int) -> str:
        name = self.columns.names[place] if self.columns.names else ""
        return quoted(name) if name else f"column {place + 1}"

    @cached_property
    def are_named(self) -> bool:
        """Whether both names say that they are ends."""
        return all(has_word(n, "source", "target") or n.casefold() in ENDS for n in self.titles)

    @cached_property
    def are_kin(self) -> bool:
        return any(has_word(name, "source", "target", "kin") for name in self.titles)

    def are_two_things(self) -> bool:
        """Whether both are numbers, of a thing and of a person, or under names of other things."""
        things = [has_word(name, "thing") and has_word(name, "number") for name in self.titles]
        first, second = (
            {word for word in words_of(name) if len(word) > 1 and not has_word(word, "number")}
            for name in self.titles
        )
        numbered = all(has_word(name, "number") for name in self.titles)
        apart = bool(numbered and first and second and not first & second)
        return not (self.are_kin or self.are_named) and (any(things) != all(things) or apart)


def _about_no_edges(seen: _Seen) -> Question | None:
    """That the rows name no two who are joined, where the columns' names and values say so.

    So it is where an end holds days, yes and no, texts or amounts, or the two halves of a name;
    where texts stand beside times, as in a chat; where each of one end has one of the other; or
    where every row is about another, with facts beside it.
    """
    columns = seen.columns
    if columns.names is None or any(columns.signs) or seen.are_named or seen.sources & seen.targets:
        return None
    kinds = [_kind(name, seen.cells(i)) for i, name in enumerate(columns.names)]
    ends = {kinds[place] for place in seen.places}
    pairs = {pair for pair in seen.ends if all(pair)}
    used = {*seen.places, columns.weight, columns.time}
    has_facts = any(
        i not in used and not has_word(name, "weight") for i, name in enumerate(columns.names)
    )
    is_one_thing = len(seen.sources) == len(seen.targets) == len(pairs) >= _FEWEST
    is_each_once = len(seen.sources) == len(seen.body) > _FEWEST
    no_names = bool({"time", "truth", "text", "amount"} & ends) or ends == {"part"}
    if not (
        no_names
        or (is_one_thing and not seen.are_kin)
        or {"time", "text"} <= {*kinds}
        or any(has_word(name, "kind") for name in seen.titles)
        or (is_each_once and (has_facts or ("number" in ends and len(ends) > 1)))
    ):
        return None
    first, second = map(quoted, seen.titles)
    source, target = seen.titles
    join = option(f"Join {first} with {second}", source=source, target=target, weight="")
    return Question("register", _NO_EDGES.format(first, second), () if no_names else (join,))


def _kind(name: str, cells: Sequence[str]) -> str:
    """What a column holds by its name and cells; empty: names, as far as can be seen."""
    is_number = share(cells, looks_numeric) >= _MOST
    kinds = {
        "time": has_word(name, "time") or share(cells, is_date) >= _MOST,
        "truth": share(cells, is_truth) >= _MOST,
        "text": has_word(name, "message", "prose") and not is_number,  # else it counts them
        "amount": has_word(name, "weight"),
        "number": is_number,
        "part": has_word(name, "given", "family"),
    }
    return next((kind for kind, is_it in kinds.items() if is_it), "")


def _about_flags(names: Sequence[str]) -> Question | None:
    """That marks below names such as "verified" and "private" are facts and no groups."""
    if sum(has_word(name, "flag") for name in names[1:]) < 2:
        return None
    join = option("Join each account with the marks it has", shape="incidence")
    return Question("flags", _FLAGS, (join,))


def _about_two_kinds(seen: _Seen) -> Question | None:
    """Whether a number below "userId" and the same one below "movieId" are one and the same."""
    sure = seen.table.separator == TWO_COLONS  # whatever the columns are called
    if (seen.columns.names is None and not sure) or any(seen.columns.signs):
        return None
    both = [name for name in seen.sources & seen.targets if looks_numeric(name)]
    if not both or not (sure or seen.are_two_things()):
        return None
    first, second = map(quoted, seen.titles)
    shown = quoted(min(both, key=lambda name: (len(name), name)))[1:-1]
    source, target = (seen.names[i] if seen.columns.names else i + 1 for i in seen.places)
    return Question(
        "two kinds",
        f"{shown} stands below {first} and below {second}. Is it one and the same in both?",
        (
            option("No: a graph of both kinds", projection="none"),
            option(f"No: join those of {first} who share one", projection="rows"),
            option(f"No: join those of {second} who share one", projection="columns"),
            option("Yes, one and the same", source=source, target=target),
        ),
    )


def _about_lists(
    file: GraphFile, table: Table, rows: Sequence[list[str]], reading: Reading, shape: str
) -> Question | None:
    """Whether a row is one edge, or a person with all whom the person names, or a group."""
    if not rows:
        return None
    header = has_names_above(table, reading)
    names = rows[0] if header else []
    body = rows[int(header) :]
    places = named_places(names, body)
    longer = any(any(row[len(rows[0]) :]) for row in body)
    may_be = shape == "edges" and (longer or not header)
    if not places and not (may_be and are_uneven_lists(rows, table.separator)):
        return None
    lists = [[row[i] for i in places if i < len(row)] if places else row for row in body]
    shown = max(([name for name in names if name] for names in lists[:_SHOWN]), key=len)
    group = shown[has_owner(names, places) :]
    last = option("The numbers are answers on a scale", shape="answers")
    if shape == "edges":
        seen = _Seen(table, find_columns(file, table, replace(reading, shape="edges")), [], reading)
        last = option(f"Join only {' with '.join(map(seen.called, seen.places))}", shape=shape)
    return Question(
        "lists",
        f"A row names more than two, such as {_some(shown)}. Who is joined with whom?",
        (
            option(f"Join {_some(shown[:1])} with each of {_some(shown[1:])}", shape="lists"),
            option(f"Join {_some(group)} all with each other", shape="lists", listed="all"),
            last,
        ),
    )


def _about_second_table(seen: _Seen) -> Question | None:
    """That a row further down names columns again, source and target."""
    first = [cell.casefold() for cell in seen.rows[0]]
    for cells in seen.rows[1:]:
        folded = [cell.casefold() for cell in cells]
        if {0, 1} <= set(map(ENDS.get, folded)) and folded != first:
            return Question(
                "two tables",
                "There seem to be two tables below each other: a later row has "
                f"{_some([cell for cell in cells if cell])}. Bring the table of ties alone.",
            )
    return None


def _about_header(seen: _Seen) -> Question | None:
    """Whether two words that stand nowhere else name the columns.

    Of a long table only the first rows are seen: there, rows have to share their names.
    """
    columns = seen.columns
    if seen.reading.header is not None or columns.names is not None:
        return None
    first, *ends = seen.ends
    rows = [[*chain(*map(names_in, row, columns.signs))] for row in ends]
    times = Counter(name for names in rows for name in names)
    if first[0] == first[1] or any(c in times or is_blank(c) or _ID.search(c) for c in first):
        return None
    is_whole = len(seen.table.head(len(seen.rows) + 1)) == len(seen.rows)
    said = any(has_word(cell, "source", "target", "end") for cell in first)
    again = sum(any(times[name] > 1 for name in names) for names in rows)
    if not any(map(all, ends)) or not (is_whole or said or again >= _MOST * len(rows)):
        return None
    return Question(
        "header",
        f"The first row has {_some(first)}, who stand in no other row. Do they name the columns?",
        (
            option("They name the columns", header=True),
            option("They are two who are joined", header=False),
        ),
    )


def _about_cells(seen: _Seen) -> Question | None:
    """What a cell of several names means."""
    signs = seen.columns.signs
    if seen.reading.listed is not None or not any(signs):
        return None
    side = bool(signs[1])
    rows = [(names_in(ends[side], signs[side]), ends) for ends in seen.ends[:_SHOWN]]
    names, ends = max(rows, key=lambda row: (bool(row[1][not side]), len(row[0]) > 1))
    return Question(
        "listed",
        f"An entry of {seen.called(seen.places[side])} lists several names: "
        f"{quoted(ends[side], longest=40)}. Who is joined with whom?",
        (
            option(f"Join {quoted(ends[not side])} with each of them", listed="each"),
            option(f"Join {_some(names)} with each other", listed="all"),
            option("It is no list but one name", listed="one"),
        ),
    )


def _about_empty(seen: _Seen) -> Question | None:
    """Whether an empty cell before a name means the name above it."""
    empty = sum(bool(target and not source) for source, target in seen.ends)
    if seen.reading.odd_rows is not None or not empty or not seen.ends[0][0]:
        return None
    rows = "A row has" if empty == 1 else f"{empty} rows have"
    return Question(
        "empty",
        f"{rows} nobody in {seen.called(seen.places[0])}. What does the empty place mean?",
        (
            option("Nobody: there is no tie in this row", odd_rows="skip"),
            option("The same as in the row above", odd_rows="above"),
        ),
    )


def _about_counts(table: Table, reading: Reading) -> Question | None:
    """Whether numbers and blanks below names, beside names, join rows with columns, as a pivot."""
    cells = {cell for column in below_names(table, reading, 2) for cell in column}
    names = [name for _, row in table.head(1) for name in row]
    if any(has_word(name, "source", "target", "weight") for name in names):
        return None
    if "" not in cells or not all(map(looks_numeric, cells - {""})):
        return None
    return Question(
        "counts",
        "Every row has a name, and numbers or blanks below other names. What is a number?",
        (
            option("It joins the names beside and above it", shape="incidence"),
            option("A fact: a row joins the first two columns", shape="edges"),
        ),
    )


def _about_first_column(seen: _Seen) -> Question | None:
    """Whether a first column without a name is no end, as times and layers: the next two share."""
    if seen.columns.names is not None or seen.places != (0, 1) or seen.columns.width < 3:
        return None
    first, second, third = (set(seen.cells(i)) for i in range(3))
    apart = not first & (second | third) and len(second & third) >= _FEWEST
    layered = _alike(second, third) >= max(_HALF, 2 * _alike(first, second))
    if not all(map(looks_numeric, first)) or not (apart or layered):
        return None
    rest = seen.cells(3)
    weight: int | str = 4 if rest and all(map(looks_numeric, rest)) else ""
    return Question(
        "first column",
        f"Columns 2 and 3 share names, and column 1 has {_some(sorted(first))}, like a time or a "
        "layer. Which two does a row join?",
        (
            option("Column 2 with column 3", source=2, target=3, weight=weight),
            option("Column 1 with column 2", source=1, target=2),
        ),
    )


def _alike(first: set[str], second: set[str]) -> float:
    """How many of the values of two columns stand in both."""
    return len(first & second) / max(1, len(first | second))


def _about_facts(seen: _Seen) -> Question | None:
    """Which fact of two records within each record is the name, where several could be."""
    facts: dict[str, list[str]] = defaultdict(list)  # such as "from.city" and "to.city"
    for name in seen.columns.names or ():
        if "." in name:
            facts[name.rpartition(".")[2]].append(name)
    pairs = [names for names in facts.values() if len(names) == 2]
    outer, _, fact = seen.titles[0].rpartition(".")
    if len(pairs) < 2 or not outer or fact in _KNOWN_BY:
        return None
    options = (
        option(
            f"{quoted(u, longest=25)} is joined with {quoted(v, longest=25)}", source=u, target=v
        )
        for u, v in pairs[:4]
    )
    return Question("facts", "Which fact tells who somebody is?", tuple(options))


def _about_thousands(seen: _Seen) -> Question | None:
    """Whether the mark in "1.020" stands between thousands, where commas cannot tell."""
    place = seen.columns.weight
    if seen.reading.decimal is not None or place is None:
        return None
    cells = [cell for cell in seen.cells(place) if looks_numeric(cell)]
    marked = [cell for cell in cells if "." in cell or "," in cell]
    marks = {mark for cell in marked for mark in ".," if mark in cell}
    is_clear = seen.table.separator in (None, ",", BLANKS) or len(marks) != 1
    if is_clear or not all(map(_THOUSANDS.fullmatch, marked)):
        return None
    mark, thousands = (".", ",") if "." in marks else (",", ".")
    large, small = (as_number(marked[0], decimal) for decimal in (thousands, mark))
    return Question(
        "thousands",
        f"How large is {quoted(marked[0])} in {seen.called(place)}?",
        (
            option(f"{large:,.0f}: the mark parts thousands", decimal=thousands),
            option(f"{small:g}: the mark is a decimal one", decimal=mark),
        ),
    )


def _some(names: Sequence[str]) -> str:
    """Two names, as 'Ann' and 'Bob'; more as 'Ann', 'Bob' ..."""
    told = [quoted(name) for name in names[:2]]
    return ", ".join(told) + " ..." if len(names) > 2 else " and ".join(told)
