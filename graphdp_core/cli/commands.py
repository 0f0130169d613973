"""GraphDP releases graphs privately and shows what is lost. "graphdp run" starts the app."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import graphdp_core as gdp
from graphdp_core.cli.output import EXTRAS
from graphdp_core.params import Refused
from graphdp_core.wings import absence, is_here

_HELP = {
    "run": "start the app in the browser",
    "datasets": "list the graphs that can be loaded, or download one",
    "convert": "write a graph file in another format, or preview how it is read",
    "mechanisms": "list the mechanisms, their parameters and what they protect",
    "analyses": "list the analyses, their parameters and metrics",
    "compare": "show one analysis without and with privacy",
    "picture": "draw a comparison as a moving page, a still picture or a table of numbers",
    "report": "write a comparison as a report in plain words, or as a notebook",
    "sweep": "measure one analysis for several mechanisms and values of epsilon, repeatedly",
    "benchmark": "compare synthetic graphs by fifteen queries, on eight graphs",
    "answer": "find the least epsilon that reaches a target, and the mechanism for it",
    "plan": "split an epsilon over a few numbers, with the width of each to expect",
    "recognise": "count how many people can be recognised once the names are off",
    "audit": "try to catch a mechanism breaking its guarantee",
    "check": "test whether mechanisms, analyses and readers of another package keep the rules",
    "claims": "list claims of privacy that do not hold, and the audits that catch them",
    "release": "make one private release that you may give away, and charge it to a ledger",
    "verify": "check that a release is unchanged and that its promise is true",
    "estimate": "read numbers from a release: each with an interval, or why it cannot be known",
    "ledger": "list what was released about some people and what it cost; set a cap",
    "reproduce": "compute a published table anew",
    "lessons": "show the lessons and their numbers, or write one as a file",
}
_MODULE_OF = {
    "datasets": "catalogue", "mechanisms": "catalogue", "analyses": "catalogue",
    "report": "picture", "answer": "sweep", "plan": "sweep", "check": "audit", "claims": "audit",
    "benchmark": "reproduce", "verify": "release", "estimate": "release", "ledger": "release",
}  # fmt: skip
"""The module beside this one, where it has not the name of the command."""

WING_OF = {
    "audit": "lab", "check": "lab", "claims": "lab", "benchmark": "lab",
    "lessons": "lessons", "picture": "export", "report": "export", "reproduce": "lab",
}  # fmt: skip
"""The wing of a command that has one."""

COMMANDS = {name: help for name, help in _HELP.items() if is_here(WING_OF.get(name, ""))}
"""Every command that is here, and its help. Of the command `verify` its module has
``options_verify``, which adds what may follow it; ``run_verify``, which answers with plain data;
``show_verify``, which turns the answer into text; and perhaps ``failed_verify``, the exit code,
where True is 1. Only the module of the command that was asked for is imported."""

READER_GONE = 141
"""What shells report of a program that a closed pipe has ended: 128 + SIGPIPE."""


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaint is one clear line."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where the help is; exit with 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 on success, 1 where a check fails, 2 after one clear line on bad input.

    2 as well where nobody confirmed a release, so that none was made.
    141, without a word, where the reader of its output has gone, as after ``| head -1``.
    """
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more as it ends: into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except OSError as error:
        if error.filename is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"graphdp: nothing could be printed: {error.strerror}.", file=sys.stderr)
        return 2


def _run(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if (asked := _asked(words)) in WING_OF.keys() - COMMANDS.keys():
        return _refuse(asked, absence("it", WING_OF[asked]))
    options = _parser(words).parse_args(words)
    try:
        answer = _part("run", options.command)(options)
    except BrokenPipeError:
        raise
    except (Refused, OSError) as error:
        return _refuse(options.command, error)
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        needed = f'this needs {error.name}: pip install "graphdp[{EXTRAS[error.name]}]".'
        return _refuse(options.command, needed)
    if answer is not None:
        show = _part("show", options.command)
        # JSON has no nan and no infinity: null stands for them.
        plain = partial(json.loads, parse_constant=lambda word: None)
        print(json.dumps(plain(json.dumps(answer)), indent=2) if options.json else show(answer))
    failed = _part("failed", options.command)
    return int(failed is not None and failed(answer))


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = OneLineParser(prog="graphdp", description=__doc__)
    parser.add_argument("--version", action="version", version=f"graphdp {gdp.__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, help in COMMANDS.items():
        command = commands.add_parser(name, help=help, description=f"{help.capitalize()}.")
        if name != "run":
            command.add_argument("--json", action="store_true", help="print the answer as JSON")
        if name == _asked(words):
            _part("options", name)(command)
    return parser


def _asked(words: Sequence[str]) -> str:
    """The command, which is the first word that is no option."""
    return next((word for word in words if not word.startswith("-")), "")


def _part(part: str, command: str) -> Any:
    module = import_module(f"graphdp_core.cli.{_MODULE_OF.get(command, command)}")
    return getattr(module, f"{part}_{command}", None)


def _refuse(command: str, why: object) -> int:
    if isinstance(why, OSError) and why.filename:
        why = f"{why.filename}: {why.strerror}; check the path and try again."
    print(f"graphdp {command}: {why}", file=sys.stderr)
    return 2
