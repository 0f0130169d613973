"""What the commands share that write a comparison into a file that is taken away."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from graphdp_core.captions.words import without_names
from graphdp_core.cli.file_reading import reading_from
from graphdp_core.cli.out_files import arriving
from graphdp_core.cli.values import values_for
from graphdp_core.data import GENERATORS
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.takeaway import Origin, Recipe, moving_html, still_svg


def drawn(c: Comparison, path: Path, options: argparse.Namespace, *, names: bool = True) -> str:
    """The comparison as the ending of the path says: a page with a slider, or a picture."""
    if path.suffix.lower() == ".html":
        return moving_html(c, recipe=recipe_of(c, options), names=names)
    return still_svg(c if names else without_names(c))


def recipe_of(c: Comparison, options: argparse.Namespace) -> Recipe:
    """What measures the same again."""
    if options.file:
        path = Path(options.file)
        origin = Origin.of_file(options.file, path.read_bytes(), reading_from(options))
    elif options.graph:
        largest = options.largest_component
        origin = Origin.of_choice(GraphChoice("dataset", options.graph, largest_component=largest))
    else:
        values = values_for(GENERATORS, options.generate, options.graph_parameter)
        origin = Origin.of_choice(
            GraphChoice(
                "generator", options.generate, tuple(sorted(values.items())), options.graph_seed,
                options.largest_component,
            )
        )  # fmt: skip
    return Recipe.of(c, origin)


def written(
    path: Path, text: str, c: Comparison, options: argparse.Namespace, *, what: str
) -> dict[str, Any]:
    """Write the file, and answer with what it says; `what` is in it that is not private."""
    with arriving(path, force=options.force) as beside:
        beside.write_text(text, encoding="utf-8")
    return {
        "file": str(path),
        "bytes": len(text.encode()),
        "finding": c.finding,
        "statement": c.guarantee.statement(),
        "not_private": f"The file holds {what}: it is not private.",
    }
