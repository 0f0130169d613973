"""graphdp lessons: the short lessons of the app, and how their numbers are measured anew."""

from __future__ import annotations

import argparse
from typing import Any

from graphdp_core.cli.choices import shared_options
from graphdp_core.cli.output import announce_compiling, arriving, free, tell
from graphdp_core.lessons import LESSONS, document, lesson
from graphdp_core.lessons.lesson import DRAWS, write
from graphdp_core.lessons.sheet import lesson_html, sheet_html
from graphdp_core.params import Refused


def options_lessons(command: argparse.ArgumentParser) -> None:
    """Which lesson, and whether its numbers are made anew."""
    command.add_argument("id", nargs="?", help="L0 to L8 (default: all)")
    command.add_argument(
        "--store", action="store_true", help=f"for maintainers: measure with {DRAWS} draws, keep it"
    )
    command.add_argument(
        "--html", metavar="FILE", help="write one lesson as a page that needs no server"
    )
    command.add_argument(
        "--sheet", metavar="FILE", help="write the teacher's sheet of a lesson, to print"
    )
    shared_options(command, "--force")


def run_lessons(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Question, what happens, and the answer of the exercise, of one lesson or all."""
    chosen = LESSONS if options.id is None else (lesson(options.id),)
    if options.store:
        announce_compiling()
        for done, one in enumerate(chosen):
            tell(done / len(chosen), f"{one.id} {one.title}")
            write(one.id, one.measure(DRAWS))
        tell(1.0, "stored")
    for file, make in ((options.html, lesson_html), (options.sheet, sheet_html)):
        if file:
            if options.id is None:
                raise Refused("--html and --sheet write one lesson: name it, such as L2.")
            with arriving(free(file, force=options.force), force=options.force) as beside:
                beside.write_text(make(options.id), encoding="utf-8")
    return [
        {**{name: one[name] for name in ("id", "title", "question", "takeaway")},
         "happened": one["happened"].replace("**", ""), "exercise": one["exercise"]["prompt"],
         "answer": one["measured"]["answer"], "address": f"lessons?lesson={one['id']}"}
        for one in (document(lesson.id) for lesson in chosen)
    ]  # fmt: skip


def show_lessons(answer: list[dict[str, Any]]) -> str:
    """One paragraph a lesson."""
    return "\n\n".join(
        f"{one['id']} {one['title']}: {one['question']}\n  {one['happened']}\n"
        f"  {one['takeaway']}\n  Exercise: {one['exercise']} ({one['answer']:.3g})"
        for one in answer
    )
