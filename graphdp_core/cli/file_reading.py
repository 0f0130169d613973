"""How a graph file is to be understood, on the command line."""

from __future__ import annotations

import argparse

from graphdp_core.cli.values import whole
from graphdp_core.graphs.answers import COUNTED
from graphdp_core.intake.files.reading import Reading, Role

_ROLES = {
    "source": "column with one end of the edge",
    "target": "column with the other end",
    "weight": "column or attribute with the weight; '' for none",
    "label": "node attribute with the class; in a table the class of the source",
    "time": "column with the time, which is not read",
}
_WORDS = {"tab": "\t", "blank": " ", "comma": ",", "semicolon": ";"}


def reading_options(command: argparse.ArgumentParser, *, target: str = "--target") -> None:
    """One option for each field of a reading; columns by name or by number from 1.

    `target` names the option of the target column, where a command means something else by it.
    """
    asked = command.add_argument_group("how the file is read (what is not said is guessed)")
    asked.add_argument("--format", metavar="ID", help="file format, if its ending is unusual")
    for role, help in _ROLES.items():
        name = target if role == "target" else f"--{role}"
        asked.add_argument(name, dest=role, metavar="COLUMN", help=help)
    asked.add_argument(
        "--header", action=argparse.BooleanOptionalAction, help="the first line names the columns"
    )
    asked.add_argument("--separator", metavar="SIGN", help="one character, tab, blank, '  ' or ::")
    asked.add_argument("--decimal", choices=(".", ","), help="decimal mark of weights")
    asked.add_argument("--encoding", metavar="NAME", help="such as utf-8 or cp1252")
    asked.add_argument(
        "--sheet", metavar="NAME", help="sheet of a workbook (*: all alike), file of an archive"
    )
    asked.add_argument(
        "--shape",
        choices=("edges", "matrix", "lists", "incidence", "answers"),
        help="what the rows are",
    )
    asked.add_argument(
        "--missing-weight", choices=("one", "drop", "stop"), help="what an edge without one is"
    )
    asked.add_argument(
        "--repeated", choices=("first", "last", "sum", "stop"),
        help="which weight a repeated edge has",
    )  # fmt: skip
    asked.add_argument(
        "--projection", choices=("none", "rows", "columns"), help="of people by groups"
    )
    asked.add_argument(
        "--listed", choices=("each", "all", "one"),
        help="a cell of several names: join the other end with each, all with each other, or none",
    )  # fmt: skip
    asked.add_argument(
        "--odd-rows", choices=("skip", "above", "keep", "stop"),
        help="rows that are no edges: titles, totals, notes, and those with an empty end",
    )  # fmt: skip
    asked.add_argument(
        "--nobody", choices=("skip", "keep"), help="a word such as 'nobody': no one, or a name"
    )
    asked.add_argument(
        "--alike", choices=("one", "two"), help="names that differ only in capitals and blanks"
    )
    asked.add_argument(
        "--large", choices=("near", "far", "turned"),
        help="what a large number in a matrix means; turned: far, made to mean near",
    )  # fmt: skip
    asked.add_argument(
        "--counted", choices=tuple(COUNTED), help="what weights of a survey's questions count"
    )
    asked.add_argument("--scale", metavar="LOW..HIGH", help="of a survey's answers, as 1..5")
    asked.add_argument(
        "--yes-or-no", action=argparse.BooleanOptionalAction, help="answers have two values"
    )
    asked.add_argument(
        "--most-yes", type=whole, metavar="N", help="keep so many answers above no of each person"
    )
    asked.add_argument(
        "--largest-component", action="store_true", help="keep it alone (reads private data)"
    )


def reading_from(options: argparse.Namespace) -> Reading:
    """What was said about the file; Refused if it cannot be meant."""
    separator = options.separator
    return Reading(
        format=options.format,
        shape=options.shape,
        encoding=options.encoding,
        separator=_WORDS.get(separator, separator) if separator else None,
        decimal=options.decimal,
        header=options.header,
        source=_role(options.source),
        target=_role(options.target),
        weight=_role(options.weight),
        label=_role(options.label),
        time=_role(options.time),
        sheet=options.sheet,
        missing_weight=options.missing_weight,
        repeated=options.repeated,
        projection=options.projection,
        listed=options.listed,
        odd_rows=options.odd_rows,
        nobody=options.nobody,
        alike=options.alike,
        large=options.large,
        counted=options.counted,
        scale=options.scale,
        yes_or_no=options.yes_or_no,
        most_yes=options.most_yes,
        largest_component=options.largest_component,
    )


def _role(text: str | None) -> Role | None:
    """A column: a whole number is its number, all else its name."""
    return int(text) if text is not None and text.isascii() and text.isdigit() else text
