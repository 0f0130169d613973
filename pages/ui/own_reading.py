"""What is in a person's own file: the preview, and the graph as they chose to have it read."""

from __future__ import annotations

import csv
import io
import json
import shlex
from dataclasses import replace

from graphdp_core.data import read_points
from graphdp_core.intake import GraphFileError, Limits, Loaded
from graphdp_core.intake.files.graph_file import GraphFile, open_packed
from graphdp_core.intake.files.preview import Preview, preview
from graphdp_core.intake.files.writers import safe_cell
from graphdp_core.intake.loading import load_file
from graphdp_core.progress import Report
from graphdp_core.serving import command
from pages.engine import scenario_cache
from pages.ground.own_file import Choices, Upload
from pages.ui import own_release


def preview_of(brought: Upload, choices: Choices, report: Report | None = None) -> Preview:
    """The head of the file, as the choices have it understood.

    Raises
    ------
    GraphFileError
        If there is nothing to show.
    """
    label = choices.reading.label if choices.classes is None else None  # of the other file
    reading = replace(choices.reading, label=label)
    key = f"preview {brought.digest} {brought.name} {reading!r}"
    return scenario_cache.own(
        key, lambda: preview(brought.data, brought.name, reading, progress=report)
    )


def read_as(brought: Upload, choices: Choices, report: Report | None = None) -> Loaded:
    """The graph in the file.

    Raises
    ------
    GraphFileError
        One sentence that names the file, what is wrong and what to do.
    """
    key = f"graph {brought.digest} {brought.name} {choices.key}"
    return scenario_cache.own(key, lambda: _read(brought, choices, report))


def _read(brought: Upload, choices: Choices, report: Report | None = None) -> Loaded:
    if len(brought.data) > Limits().bytes:
        raise GraphFileError(
            f"{brought.mark.name}: it is larger than the {Limits().bytes / 1e6:g} MB allowed; "
            "keep the two columns with the ends of edges, or use a part of the graph."
        )
    if own_release.is_release(brought):
        loaded = own_release.read_as_release(brought, choices)
    elif choices.points:
        loaded = read_points(brought.data, brought.name, rescale=choices.rescale)
    else:
        loaded = load_file(
            io.BytesIO(brought.data),
            choices.reading,
            name=brought.name,
            classes=None if choices.classes is None else _opened(choices.classes),
            progress=report,
        )
    if choices.numbered:
        words = f"{loaded.cleaned} Names were replaced by numbers."
        loaded = replace(loaded, graph=replace(loaded.graph, names=None), cleaned=words)
    return replace(loaded, graph=scenario_cache.owned(loaded.graph))


def _opened(brought: Upload) -> GraphFile:
    return open_packed(io.BytesIO(brought.data), name=brought.name, limits=Limits())


def name_table(brought: Upload, choices: Choices) -> bytes:
    """Number and name of every node, as CSV: what numbers stand for, to be kept apart."""
    graph = _read(brought, replace(choices, numbered=False)).graph  # runs beside the page's run
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["number", "name"])
    table.writerows((i, safe_cell(name)) for i, name in enumerate(graph.all_names()))
    return text.getvalue().encode()


def python_lines(brought: Upload, choices: Choices, shown: Preview | None) -> str:
    """The Python that reads the file as it is read here."""
    name = brought.mark.name
    if own_release.is_release(brought):
        lines = [
            "import graphdp_core as gdp",
            "",
            f"g = gdp.read_release({json.dumps(name)}).released",
        ]
        return "\n".join([*lines, *_numbered(choices)])
    if choices.points or shown is None:
        quoted, rest = json.dumps(name), ", rescale=True" * choices.rescale
        return (
            "from graphdp_core.data import read_points\n\n"
            f"g = read_points(open({quoted}, 'rb').read(), {quoted}{rest}).graph"
        )
    call = shown.answer().as_python(name)
    if choices.classes is not None:
        call = replace(shown.answer(), label=choices.reading.label).as_python(name)
        call = f"{call[:-1]}, classes={json.dumps(choices.classes.mark.name)})"
    return "\n".join(["import graphdp_core as gdp", "", f"g = gdp.{call}", *_numbered(choices)])


def _numbered(choices: Choices) -> list[str]:
    """What takes the names away, if that was chosen."""
    if not choices.numbered:
        return []
    return ["", "from dataclasses import replace", "", "g = replace(g, names=None)"]


def command_line(brought: Upload, choices: Choices, shown: Preview) -> str:
    """The command that reads the file as it is read here, and writes it in one form for all."""
    answer = shown.answer()
    if choices.classes is not None:
        answer = replace(answer, label=choices.reading.label)
    words = answer.as_flags(brought.mark.name)
    file, _, flags = words.partition(" --")
    rest = f" --{flags}" if flags else ""
    if choices.classes is not None:
        rest += f" --classes {shlex.quote(choices.classes.mark.name)}"
    return f"{command()} convert {file} graph.json{rest}"
