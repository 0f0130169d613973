"""What has to be asked about a table before it is read: where two readings are near each other.

Tables that hold no edges: chats, and lists of accounts, people or orders with facts beside.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphdp_core.intake.files.graph_file import GraphFile, plain_text
from graphdp_core.intake.files.numbers import as_number, looks_numeric
from graphdp_core.intake.files.question import Option, Question
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import ALL_SHEETS, Table
from graphdp_core.intake.readers.column_words import ENDS, has_word, words_of
from graphdp_core.intake.readers.edge_columns import EdgeColumns, find_columns
from graphdp_core.intake.readers.edge_list_layout import BLANKS, TWO_COLONS
from graphdp_core.intake.readers.header import is_blank, is_date, is_truth, share
from graphdp_core.intake.readers.incidence import below_names
from graphdp_core.intake.readers.listed_cells import names_in
from graphdp_core.intake.readers.matrix_questions import about_distances, about_square
from graphdp_core.intake.readers.neighbour_table import has_names_above
from graphdp_core.intake.readers.several_names import are_uneven_lists, has_owner, named_places
from graphdp_core.intake.readers.table_shapes import shape_of

_FEWEST = 3
_MOST = 0.9
_NO_EDGES = (
    "No name stands both below '{}' and below '{}': a chat, or a list of things with facts beside "
    "each, holds no edges. Bring the table that says who is joined with whom."
)
_FLAGS = (
    "This is a list of accounts with yes and no beside each: it holds no edges. "
    "Bring the table that says who follows whom, two accounts on each row."
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


_THOUSANDS = re.compile(r"\D*[1-9]\d{0,2}([.,]\d{3})+\D*")
_FEWEST_ROWS = 3
_SHOWN = 20
_HALF = 0.5  # of the values of two columns; fewer of a column are weights that look like nodes
_LISTS = (("shape", "lists"),)
_ON_A_SCALE = Option("The numbers are answers on a scale", (("shape", "answers"),))
_KNOWN_BY = (
    "id", "_id", "uid", "login", "username", "screen_name", "handle", "email", "key", "name",
    "full_name",
)  # fmt: skip
_KNOWN = 0.9


def question_about(file: GraphFile, table: Table, reading: Reading) -> Question | None:
    """The first question that the reading leaves open; None where the table is clear.

    Raises
    ------
    GraphFileError
        If the table cannot be read at all.
    """
    if table.alike and reading.sheet is None:
        return _about_sheets(table.alike)
    rows = [cells for _, cells in table.sample()]
    shape = shape_of(file, table, reading).id
    if shape == "matrix":
        return about_distances(file, table, reading)
    asks_shape = (
        not reading.weight
        and reading.shape is None
        and reading.source is None
        and reading.target is None
    )
    if asks_shape and shape == "incidence":
        return about_flags(rows[0])
    if asks_shape and shape in ("edges", "answers"):
        square = about_square(file, table, reading) if shape == "edges" else None
        question = square or _about_lists(file, table, rows, reading, shape)
        if question is None and (shape == "edges" or table.left_out):
            question = _about_counts(table, reading)
        if question is not None:
            return question
    return _about_edges(file, table, rows, reading, asks_shape) if shape == "edges" else None


def _about_edges(
    file: GraphFile, table: Table, rows: Sequence[list[str]], reading: Reading, asks_shape: bool
) -> Question | None:
    """The first question about a table of edges."""
    columns = find_columns(file, table, reading)
    body = rows[int(columns.names is not None) :]
    if table.separator != BLANKS and (again := _second_table(rows[0], rows[1:])):
        return again
    question = _about_header(rows, columns, reading) or _about_cells(columns, body, reading)
    if question is None and asks_shape and reading.projection is None:
        question = (
            _about_facts(columns, body)
            or about_no_edges(columns, body)
            or about_two_kinds(columns, body, sure=table.separator == TWO_COLONS)
            or _about_first_column(columns, body)
        )
    return (
        question
        or _about_empty(columns, body, reading)
        or _about_thousands(table, columns, body, reading)
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
    may_be = not places and shape == "edges" and (longer or not header)
    if not places and not (may_be and are_uneven_lists(rows, table.separator)):
        return None
    lists = [[row[i] for i in places if i < len(row)] if places else row for row in body]
    shown = max(([name for name in names if name] for names in lists[:_SHOWN]), key=len)
    group = shown[has_owner(names, places) :]
    options = [
        Option(f"Join {_quoted(shown[:1])} with each of {_quoted(shown[1:])}", _LISTS),
        Option(f"Join {_quoted(group)} all with each other", (*_LISTS, ("listed", "all"))),
        _one_edge(file, table, reading) if shape == "edges" else _ON_A_SCALE,
    ]
    text = f"A row names more than two, such as {_quoted(shown)}. Who is joined with whom?"
    return Question("lists", text, tuple(options))


def _one_edge(file: GraphFile, table: Table, reading: Reading) -> Option:
    """That a row joins the names in two columns."""
    columns = find_columns(file, table, replace(reading, shape="edges"))
    ends = f"{_called(columns, columns.source)} with {_called(columns, columns.target)}"
    return Option(f"Join only {ends}", (("shape", "edges"),))


def _second_table(names: Sequence[str], body: Sequence[list[str]]) -> Question | None:
    """That a row further down names columns again, source and target."""
    for cells in body:
        ends = {ENDS.get(cell.casefold()) for cell in cells}
        if {0, 1} <= ends and list(map(str.casefold, cells)) != list(map(str.casefold, names)):
            shown = _quoted([cell for cell in cells if cell])
            return Question(
                "two tables",
                f"There seem to be two tables below each other: a later row has {shown}. "
                "Bring the table of edges alone.",
            )
    return None


def _about_header(
    rows: Sequence[list[str]], columns: EdgeColumns, reading: Reading
) -> Question | None:
    """Whether two words that stand nowhere else name the columns."""
    body = rows[1:]
    if reading.header is not None or columns.names is not None or len(body) < _FEWEST_ROWS:
        return None
    places = (columns.source, columns.target)
    ends = [
        [names_in(row[i], sign) for row in body if len(row) > i]
        for i, sign in zip(places, columns.signs, strict=True)
    ]
    first = [rows[0][i] for i in places]
    names = {name for lists in ends for listed in lists for name in listed}
    if any(cell in names or is_blank(cell) or _has_digit(cell) for cell in first):
        return None
    said = any(has_word(cell, "source", "target", "end") for cell in first)
    if first[0] == first[1] or not (said or _stand_again(ends)):
        return None
    shown = " and ".join(f"'{plain_text(cell, longest=20)}'" for cell in first)
    return Question(
        "header",
        f"The first row has {shown}, who stand in no other row. Do they name the columns?",
        (
            Option("They name the columns", (("header", True),)),
            Option("They are two who are joined", (("header", False),)),
        ),
    )


def _stand_again(ends: Sequence[Sequence[list[str]]]) -> bool:
    """Whether nearly all rows have a name that another row has too."""
    times = Counter(name for lists in ends for names in lists for name in names)
    rows = [(*sources, *targets) for sources, targets in zip(*ends, strict=False)]
    again = sum(any(times[name] > 1 for name in names) for names in rows)
    return again >= _KNOWN * len(rows)


def _has_digit(cell: str) -> bool:
    return any(map(str.isdigit, cell))


def _about_cells(
    columns: EdgeColumns, body: Sequence[list[str]], reading: Reading
) -> Question | None:
    """What a cell of several names means."""
    if reading.listed is not None or not any(columns.signs):
        return None
    side = 1 if columns.signs[1] else 0
    place, other = (columns.target, columns.source)[:: 1 if side else -1]
    sign = columns.signs[side]
    rows = [row for row in body[:_SHOWN] if _has_both(row, columns)]
    shown = max(rows, key=lambda row: (bool(row[other]), len(names_in(row[place], sign)) > 1))
    names = names_in(shown[place], sign)
    cell = plain_text(shown[place], longest=40)
    return Question(
        "listed",
        f"An entry of {_called(columns, place)} lists several names: '{cell}'. "
        "Who is joined with whom?",
        (
            Option(f"Join {_quoted([shown[other]])} with each of them", (("listed", "each"),)),
            Option(f"Join {_quoted(names)} with each other", (("listed", "all"),)),
            Option("It is no list but one name", (("listed", "one"),)),
        ),
    )


def _about_empty(
    columns: EdgeColumns, body: Sequence[list[str]], reading: Reading
) -> Question | None:
    """Whether an empty cell before a name means the name above it."""
    if reading.odd_rows is not None:
        return None
    ends = [(row[columns.source], row[columns.target]) for row in body if _has_both(row, columns)]
    empty = sum(bool(target and not source) for source, target in ends)
    if not empty or not ends[0][0]:
        return None
    rows = "A row has" if empty == 1 else f"{empty} rows have"
    return Question(
        "empty",
        f"{rows} nobody in {_called(columns, columns.source)}. What does the empty place mean?",
        (
            Option("Nobody: there is no edge in this row", (("odd_rows", "skip"),)),
            Option("The same as in the row above", (("odd_rows", "above"),)),
        ),
    )


def _about_sheets(sheets: Sequence[str]) -> Question:
    """Whether sheets of the same columns, such as one a month, are parts of one table."""
    return Question(
        "sheets",
        f"The sheets {_quoted(sheets)} have the same columns. Which are the graph?",
        (
            Option("All of them together", (("sheet", ALL_SHEETS),)),
            *(Option(f"{_quoted([name])} alone", (("sheet", name),)) for name in sheets[:4]),
        ),
    )


def _about_counts(table: Table, reading: Reading) -> Question | None:
    """Whether numbers and blanks below names, beside names, join rows with columns, as a pivot."""
    columns = below_names(table, reading, 2)
    names = [name for _, row in table.head(1) for name in row]
    if any(has_word(name, "source", "target", "weight") for name in names):
        return None
    cells = [cell for column in columns for cell in column]
    if "" not in cells or not all(not cell or looks_numeric(cell) for cell in cells):
        return None
    return Question(
        "counts",
        "Every row has a name, and numbers or blanks below other names. What is a number?",
        (
            Option("It joins the names beside and above it", (("shape", "incidence"),)),
            Option("A fact: a row joins the first two columns", (("shape", "edges"),)),
        ),
    )


def _about_first_column(columns: EdgeColumns, body: Sequence[list[str]]) -> Question | None:
    """Whether a first column without a name is no end, as times and layers: the next two share."""
    if columns.names is not None or (columns.source, columns.target) != (0, 1) or columns.width < 3:
        return None
    first, second, third = ({row[i] for row in body if len(row) > i} for i in range(3))
    apart = not first & (second | third) and len(second & third) >= _FEWEST_ROWS
    layered = _alike(second, third) >= max(_HALF, 2 * _alike(first, second))
    if not all(map(looks_numeric, first)) or not (apart or layered):
        return None
    rest = [row[3] for row in body if len(row) > 3]
    weight: int | str = 4 if rest and all(map(looks_numeric, rest)) else ""
    return Question(
        "first column",
        f"Columns 2 and 3 name the same, and column 1 has {_quoted(sorted(first)[:3])}, as a time "
        "or a layer. Which two does a row join?",
        (
            Option("Column 2 with column 3", (("source", 2), ("target", 3), ("weight", weight))),
            Option("Column 1 with column 2", (("source", 1), ("target", 2))),
        ),
    )


def _alike(first: set[str], second: set[str]) -> float:
    """How many of the values of two columns stand in both."""
    return len(first & second) / max(1, len(first | second))


def _has_both(row: Sequence[str], columns: EdgeColumns) -> bool:
    return len(row) > max(columns.source, columns.target)


def _about_facts(columns: EdgeColumns, body: Sequence[list[str]]) -> Question | None:
    """Which fact of two records within each record is the name, where several could be."""
    names = columns.names or ()
    pairs = _same_facts(names)
    chosen = (columns.source, columns.target)
    if len(pairs) < 2 or not names or "." not in names[chosen[0]]:
        return None
    if names[chosen[0]].rpartition(".")[2] in _KNOWN_BY:
        return None
    options = tuple(
        Option(
            f"'{plain_text(names[u], longest=25)}' is joined with "
            f"'{plain_text(names[v], longest=25)}'",
            (("source", names[u]), ("target", names[v])),
        )
        for u, v in pairs[:4]
    )
    return Question("facts", "Which fact tells who somebody is?", options)


def _same_facts(names: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of columns that are the same fact of two records, as "from.city" and "to.city"."""
    places: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        if "." in name:
            places.setdefault(name.rpartition(".")[2], []).append(i)
    return [(pair[0], pair[1]) for pair in places.values() if len(pair) == 2]


def _about_thousands(
    table: Table, columns: EdgeColumns, body: Sequence[list[str]], reading: Reading
) -> Question | None:
    """Whether the mark in "1.020" stands between thousands, where commas cannot tell."""
    if reading.decimal is not None or columns.weight is None:
        return None
    cells = [row[columns.weight] for row in body if len(row) > columns.weight]
    marked = [cell for cell in cells if looks_numeric(cell) and ("." in cell or "," in cell)]
    if table.separator in (None, ",", BLANKS) or not all(map(_THOUSANDS.fullmatch, marked)):
        return None
    marks = {mark for cell in marked for mark in ".," if mark in cell}
    if len(marks) != 1:
        return None
    mark = marks.pop()
    both = {d: as_number(marked[0], d) for d in (".", ",")}
    thousands = "," if mark == "." else "."
    shown = plain_text(marked[0], longest=20)
    return Question(
        "thousands",
        f"How large is '{shown}' in {_called(columns, columns.weight)}?",
        (
            Option(f"{both[thousands]:,.0f}: the mark parts thousands", (("decimal", thousands),)),
            Option(f"{both[mark]:g}: the mark is a decimal one", (("decimal", mark),)),
        ),
    )


def _quoted(names: Sequence[str]) -> str:
    """Two names, as 'Ann' and 'Bob'; more as 'Ann', 'Bob' ..."""
    told = [f"'{plain_text(name, longest=20)}'" for name in names[:2]]
    return ", ".join(told) + " ..." if len(names) > 2 else " and ".join(told)


def _called(columns: EdgeColumns, place: int) -> str:
    name = columns.names[place] if columns.names else ""
    return f"'{plain_text(name, longest=20)}'" if name else f"column {place + 1}"
