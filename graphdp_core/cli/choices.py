"""What several commands let people choose: a graph, a mechanism, an analysis, their parameters.

How a graph file is to be understood, on the command line.

Reads NAME=VALUE texts as the parameters of a generator, mechanism, analysis or reproduction.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import graphdp_core as gdp
from graphdp_core.analyses import Analysis
from graphdp_core.cli.output import announce_compiling
from graphdp_core.data import GENERATORS, Generator
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.feasible import suited
from graphdp_core.graphs.answers import COUNTED
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import Limits, Loaded
from graphdp_core.intake.files.graph_file import open_packed
from graphdp_core.intake.files.raw_graph import NOTHING
from graphdp_core.intake.files.reading import Reading, Role
from graphdp_core.intake.largest_component import in_largest_component
from graphdp_core.intake.loading import load_file
from graphdp_core.mechanisms import Mechanism
from graphdp_core.params import Refused, checked_seed, schema
from graphdp_core.privacy.amounts import amount_of


def _checked(read: Callable[[], Kept]) -> Kept:
    """What an option's text is read as; a refusal in the words of argparse."""
    try:
        return read()
    except Refused as refused:
        raise argparse.ArgumentTypeError(str(refused).rstrip(".")) from None


def number(text: str) -> float:
    """The value of an option that is a number, such as 0.5 or 1/3."""
    return _checked(lambda: float(amount_of(text, name="it")))


def whole(text: str) -> int:
    """The value of an option that is an integer."""
    return _checked(lambda: int(_cast("it", text, int)))


def seed(text: str) -> int:
    """The value of an option that is a seed."""
    return _checked(lambda: checked_seed(whole(text)))


def values_for(members: Sequence[Any], id: str, texts: Sequence[str]) -> dict[str, Any]:
    """The values in the types of the parameters of the member with this id.

    An unknown name stays text, and an unknown id takes no values: whoever makes the member says
    which ones there are.
    """
    owner = next((member for member in members if member.id == id), None)
    if owner is None:
        return {}
    types = {name: p.type for p in schema(owner) for name in (p.name, p.formerly)}
    named = _named(texts, "a parameter is written NAME=VALUE")
    return {name: _cast(name, value, types.get(name, str)) for name, value in named.items()}


def series_for(owners: Sequence[Any], texts: Sequence[str]) -> dict[str, list[Any]]:
    """Several values of each parameter, from NAME=VALUE,VALUE,...; a name nobody has stays text."""
    types = {p.name: p.type for owner in owners for p in schema(type(owner))}
    named = _named(texts, "vary is written NAME=VALUE,VALUE,...")
    return {
        name: [_cast(name, value, types.get(name, str)) for value in values.split(",")]
        for name, values in named.items()
    }


def _named(texts: Sequence[str], form: str) -> dict[str, str]:
    for text in texts:
        if "=" not in text:
            raise Refused(f"{form}, got {text!r}.")
    return dict(text.split("=", 1) for text in texts)


def _cast(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise Refused(f"{name} must be true or false, got {text!r}.")
        return text.lower() == "true"
    try:
        return kind(text)
    except ValueError:
        words = "an integer" if kind is int else "a number"
        raise Refused(f"{name} must be {words}, got {text!r}.") from None


Kept = TypeVar("Kept")

_ROLES = {
    "source": "column with one end of the edge",
    "target": "column with the other end",
    "weight": "column or attribute with the weight; '' for none",
    "label": "column or attribute with the group of a node",
    "time": "column with the time, so that it is left out",
}
_WORDS = {"tab": "\t", "blank": " ", "comma": ",", "semicolon": ";"}


_ONE_OF = {
    "decimal": ((".", ","), "decimal mark of the weights"),
    "shape": (
        ("edges", "matrix", "lists", "incidence", "answers"),
        "what a row is: an edge, a row of a matrix, a person with a list, with groups or answers",
    ),
    "missing_weight": (("one", "drop", "stop"), "a tie without a weight: 1, left out, an error"),
    "repeated": (("first", "last", "sum", "stop"), "the weight of an edge that is there twice"),
    "projection": (("none", "rows", "columns"), "people by groups: keep both, or join one kind"),
    "listed": (("each", "all", "one"), "a cell of several names: join each, all, or one name"),
    "odd_rows": (("skip", "above", "keep", "stop"), "rows that are no edges, such as titles"),
    "nobody": (("skip", "keep"), "a word such as 'nobody': leave the row out, or it is a name"),
    "alike": (("one", "two"), "names that differ in capitals and blanks only: one node, or two"),
    "large": (
        ("near", "far", "turned"),
        "a large number in a matrix means near, or far; turned: far, changed to mean near",
    ),
    "counted": (tuple(COUNTED), "what the weights of a survey's questions count"),
}
_NAMED = {
    "format": ("ID", "file format, where the ending does not tell it, such as edge_list"),
    "separator": ("SIGN", "one character, tab, blank, '  ' or ::"),
    "encoding": ("NAME", "such as utf-8 or cp1252"),
    "sheet": ("NAME", "sheet of a workbook (* for all alike), or file in an archive"),
    "scale": ("LOW..HIGH", "scale of a survey's answers, such as 1..5"),
}
_YES_OR_NO = {
    "header": "the first line names the columns, or does not",
    "yes_or_no": "the answers of a survey are yes or no, or are not",
}
"""Fields of a reading: one of several words, what a person names, and yes or no."""


def reading_options(command: argparse.ArgumentParser, *, target: str = "--target") -> None:
    """One option for each field of a reading; columns by name or by number from 1.

    `target` names the option of the target column, where a command means something else by it.
    """
    asked = command.add_argument_group("how the file is read (what is not said is guessed)")
    for role, help in _ROLES.items():
        name = target if role == "target" else f"--{role}"
        asked.add_argument(name, dest=role, metavar="COLUMN", help=help)
    for field, (metavar, help) in _NAMED.items():
        asked.add_argument(_flag(field), metavar=metavar, help=help)
    for field, (choices, help) in _ONE_OF.items():
        asked.add_argument(_flag(field), choices=choices, help=help)
    for field, help in _YES_OR_NO.items():
        asked.add_argument(_flag(field), action=argparse.BooleanOptionalAction, help=help)
    asked.add_argument(
        "--most-yes", type=whole, metavar="N", help="keep at most N yes of each person"
    )
    asked.add_argument(
        "--largest-component", action="store_true",
        help="keep the largest connected part alone (this choice reads private data)",
    )  # fmt: skip


def _flag(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def reading_from(options: argparse.Namespace) -> Reading:
    """What was said about the file; Refused if it cannot be meant."""
    said = {item.name: getattr(options, item.name) for item in fields(Reading)}
    said |= {role: _role(said[role]) for role in _ROLES}
    return Reading(**said | {"separator": _WORDS.get(options.separator, options.separator or None)})


def _role(text: str | None) -> Role | None:
    """A column: a whole number is its number, all else its name."""
    return int(text) if text is not None and text.isascii() and text.isdigit() else text


def graph_options(command: argparse.ArgumentParser, *, target: str = "--target") -> None:
    """Where the graph comes from, and whether its largest component is used alone.

    `target` names the option of a file's target column.
    """
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("--graph", metavar="ID", help="a data set, such as karate")
    source.add_argument("--generate", metavar="ID", help="a generator, such as sbm")
    source.add_argument("--file", metavar="PATH", help="a graph file of your own")
    command.add_argument("--graph-seed", type=seed, default=0, help="seed of a generated graph")
    reading_options(command, target=target)
    parameter_option(command, "graph", of="generator")


def taken(holder: Any, *names: str) -> dict[str, Any]:
    """Some options, or attributes of anything, by name."""
    return {name: getattr(holder, name) for name in names}


_SHARED: dict[str, dict[str, Any]] = {
    "--mechanism": {"default": "edge_flip", "metavar": "ID", "help": "default: edge_flip"},
    "--analysis": {"default": "spectral", "metavar": "ID", "help": "default: spectral"},
    "--seed": {"type": seed, "default": 0, "help": "seed of the noise"},
    "--force": {"action": "store_true", "help": "replace a file that is there"},
    "--set": {
        "action": "append", "default": [], "metavar": "NAME=VALUE",
        "help": "a parameter; may be repeated",
    },
    "--no-names": {"action": "store_true", "help": "leave the names of the nodes out"},
}  # fmt: skip
_FORMER = {"--set": ("--knob",)}
"""Options that several commands have, each said once, and names that they had before."""


def shared_options(command: argparse.ArgumentParser, *names: str) -> None:
    """Some of the options that several commands have."""
    for name in names:
        command.add_argument(name, *_FORMER.get(name, ()), **_SHARED[name])


def parameter_option(command: argparse.ArgumentParser, part: str, *, of: str = "") -> None:
    """--PART-parameter NAME=VALUE, and the name that it had before."""
    command.add_argument(
        f"--{part}-parameter", f"--{part}-knob", action="append", default=[],
        metavar="NAME=VALUE", help=f"a parameter of the {of or part}; may be repeated",
    )  # fmt: skip


def chosen_graph(options: argparse.Namespace) -> tuple[Graph, str]:
    """The graph, and in one sentence what was cleaned and what its largest component leaves out."""
    if options.file:
        groups = getattr(options, "groups", None)
        classes = groups and open_packed(groups, limits=Limits())
        loaded = load_file(options.file, reading_from(options), classes=classes)
    elif options.graph:
        loaded = Loaded(gdp.load_graph(options.graph), "")
    else:
        parameters = values_for(GENERATORS, options.generate, options.graph_parameter)
        made = gdp.generate(options.generate, seed=options.graph_seed, **parameters)
        loaded = Loaded(made, "")
    if options.largest_component and not options.file:
        loaded = in_largest_component(loaded)
    return loaded.graph, loaded.cleaned.removeprefix(NOTHING).strip()


def chosen_generator(options: argparse.Namespace) -> Generator | None:
    """The generator with its parameters; None for a data set or a file."""
    if not options.generate:
        return None
    parameters = values_for(GENERATORS, options.generate, options.graph_parameter)
    return gdp.generator(options.generate, **parameters)


def chosen_mechanism(id: str, texts: Sequence[str]) -> Mechanism:
    """The mechanism with these parameters; Refused if there is none."""
    return gdp.mechanism(id, **values_for(gdp.MECHANISMS, id, texts))


def chosen_analysis(id: str, texts: Sequence[str]) -> Analysis:
    """The analysis with these parameters; Refused if there is none."""
    return gdp.analysis(id, **values_for(gdp.ANALYSES, id, texts))


def comparing_options(command: argparse.ArgumentParser) -> None:
    """Which graph, mechanism, analysis, epsilon and noise."""
    graph_options(command)
    shared_options(command, "--mechanism", "--analysis", "--seed", "--force")
    command.add_argument("--epsilon", type=number, required=True, help="0 is most private")
    parameter_option(command, "mechanism")
    parameter_option(command, "analysis")


def chosen_pair(options: argparse.Namespace, graph: gdp.Graph) -> tuple[Mechanism, Analysis]:
    """The mechanism and the analysis; one without settings gets those that suit the mechanism."""
    mechanism = chosen_mechanism(options.mechanism, options.mechanism_parameter)
    analysis = chosen_analysis(options.analysis, options.analysis_parameter)
    if not options.analysis_parameter:
        analysis = suited(analysis, graph, mechanism)
    return mechanism, analysis


def compared(options: argparse.Namespace) -> tuple[Comparison, str]:
    """The comparison that the options name, and what was cleaned of its graph."""
    announce_compiling()
    graph, cleaned = chosen_graph(options)
    asked = taken(options, "epsilon", "seed")
    return gdp.compare(graph, *chosen_pair(options, graph), **asked), cleaned
