"""graphdp convert: a graph file in another format, or what would be read of it."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import Any

from graphdp_core.cli.choices import reading_from, reading_options, shared_options, taken
from graphdp_core.cli.output import arriving, free, need, tell
from graphdp_core.intake import Limits, write_graph
from graphdp_core.intake.files.graph_file import open_packed, opened
from graphdp_core.intake.files.preview import preview
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import load_file
from graphdp_core.trust.drawn import draw
from graphdp_core.trust.read_release import read_release

_WIDEST = 20


class _Preview(argparse.Action):
    """Asks for a preview, so that no file to write is needed."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        namespace.preview = True
        self.const.nargs, self.const.required = "?", False


def options_convert(command: argparse.ArgumentParser) -> None:
    """Which file, into which other one, and how it is understood."""
    command.add_argument("file", metavar="FILE", help="a table, GraphML, GEXF, GML, Pajek, ...")
    out = command.add_argument(
        "out",
        metavar="OUT",
        help="a name that ends in .graphml, .json or .csv; .gz after it packs; .parquet for "
        "the graph that a release of a large table stands for",
    )
    command.add_argument(
        "--preview", action=_Preview, nargs=0, const=out, default=False,
        help="only show how FILE is understood; OUT is not needed",
    )  # fmt: skip
    command.add_argument("--classes", metavar="FILE", help="another file: the group of every node")
    reading_options(command)
    shared_options(command, "--force")


def run_convert(options: argparse.Namespace) -> dict[str, Any]:
    """Read one file, write the other, and say what was cleaned and left out; or preview."""
    reading = reading_from(options)
    if options.preview:
        return previewed(options.file, reading)
    endings = (".graphml", ".json", ".csv", ".gz", ".parquet")
    out = free(options.out, force=options.force, endings=endings, inputs=[options.file])
    if out.suffix.lower() == ".parquet":
        return _drawn(options, out)
    classes = options.classes and open_packed(options.classes, limits=Limits())
    loaded = load_file(options.file, reading, classes=classes)
    with arriving(out, force=options.force) as beside:
        left_out = write_graph(loaded.graph, beside)
    facts = {"file": options.out, "n": loaded.graph.n, "m": loaded.graph.m}
    return {**facts, "cleaned": loaded.cleaned, "left_out": left_out}


def _drawn(options: argparse.Namespace, out: Path) -> dict[str, Any]:
    need("pyarrow")
    given = read_release(options.file)
    with arriving(out, force=options.force) as beside:
        made = draw(given, beside, progress=tell)
    tell(1.0, "")
    lost = f"{made.lost:,} more found no place and were left out." if made.lost else ""
    said = f"It was drawn from the release alone, at no cost: {made.keeps}."
    return {"file": options.out, "n": made.n, "m": made.m, "cleaned": said, "left_out": lost}


def show_convert(answer: dict[str, Any]) -> str:
    """The same in one paragraph; a preview as a table."""
    if "columns" in answer:
        return _shown(answer)
    sizes = f"{answer['file']}: {answer['n']:,} nodes, {answer['m']:,} edges."
    return " ".join(filter(None, (sizes, answer["cleaned"], answer["left_out"])))


def understood(answer: dict[str, Any], *roles: str) -> str:
    """What a preview took a file for; of its columns those in these roles."""
    named = ("format", "encoding", "separator", "decimal", "header", "sheet", *roles)
    marks = [
        f"{name} {value!r}{' (guessed)' if name in answer['guessed'] else ''}"
        for name, value in answer["reading"].items()
        if name in named and value is not None
    ]
    return f"{answer['name']}: {answer['looks_like']}; {', '.join(marks)}."


def previewed(path: str, reading: Reading) -> dict[str, Any]:
    """How a file is understood, with the words that say so."""
    with opened(path) as stream:
        data = stream.read(Limits().bytes + 1)
    seen = preview(data, Path(path).name, reading)
    asked = seen.question
    return {
        **dataclasses.asdict(seen),
        "question": asked
        and {
            "text": asked.text,
            "options": [taken(option, "words", "counts", "flags") for option in asked.options],
        },
        "guessed": sorted(seen.guessed),
        "python": seen.answer().as_python(path),
        "flags": seen.answer().as_flags(path),
    }


def _shown(answer: dict[str, Any]) -> str:
    """What it looks like, the first rows under the roles of their columns, and the notices."""
    lines = [understood(answer)]
    if columns := answer["columns"]:
        rows = [
            [column["role"] for column in columns],
            [column["name"] or str(column["number"]) for column in columns],
            *answer["rows"],
        ]
        lines += ["  ".join(f"{cell[:_WIDEST]:<{_WIDEST}}" for cell in row[:6]) for row in rows]
    if asked := answer["question"]:
        lines.append(f"Before it is read: {asked['text']}")
        for option in asked["options"]:
            counts = f": {option['counts']}" if option["counts"] else ""
            lines.append(f"  {option['flags']}  ({option['words']}{counts})")
    for notice in answer["notices"]:
        choice = f" [--{notice['field'].replace('_', '-')}]" if notice["field"] else ""
        lines.append(f"- {notice['text']}{choice}")
    if answer["sheets"]:
        lines.append(f"It holds: {', '.join(answer['sheets'])}.")
    if answer["question"]:
        return "\n".join(lines)  # the lines that read it come with an answer
    return "\n".join([*lines, answer["python"], f"graphdp convert {answer['flags']} OUT"])
