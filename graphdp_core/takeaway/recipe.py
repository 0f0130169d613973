"""All that a script needs to measure the same again, and that script as Python or as a command."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import schema
from graphdp_core.takeaway.origin import Origin, flag_words, keywords
from graphdp_core.version import versions


@dataclass(frozen=True)
class Recipe:
    """One measurement as settings: a graph's origin, mechanism, analysis, epsilon and draw."""

    origin: Origin
    title: str
    fingerprint: str
    mechanism: Mechanism
    analysis: Analysis
    epsilon: float
    seed: int = 0
    numbers: Mapping[str, float] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, c: Comparison, origin: Origin) -> Recipe:
        """What gives this comparison again."""
        graph = c.graph
        return cls(
            origin, graph.title, graph.fingerprint, c.mechanism, c.analysis, c.epsilon, c.seed,
            dict(c.metrics),
        )  # fmt: skip

    @property
    def name(self) -> str:
        """The recipe in one line of plain text."""
        graph = plain_text(self.title) or "a graph"
        return (
            f"{self.analysis.title} of {graph} by {self.mechanism.title}, "
            f"{epsilon_label(self.epsilon)}, "
            f"noise draw {self.seed}"
        )


@dataclass(frozen=True)
class Lines:
    """Lines of a script: imports apart, each once."""

    imports: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)

    def add(self, lines: Sequence[str]) -> None:
        """More lines, in their order."""
        for line in lines:
            is_import = line.startswith(("import ", "from "))
            if not (is_import and line in self.imports):
                (self.imports if is_import else self.body).append(line)

    def text(self) -> str:
        """The lines, with the standard library's imports first."""
        first = sorted(line for line in self.imports if "graphdp_core" not in line)
        then = sorted(line for line in self.imports if "graphdp_core" in line)
        both = [*first, *([""] if first else []), *then]
        return "\n".join([*both, "", *self.body]) + "\n"


AGREEMENT = (
    "With these versions numbers agree to 1 part in 1e9 on any machine, and counts exactly. Where "
    "rounding decides between equals, or in a long random chain, they may differ more."
)
"""What is promised of numbers that are measured again."""


def as_python(recipe: Recipe) -> str:
    """A script that prints the page's numbers, which agree as `AGREEMENT` says.

    Notes
    -----
    *Privacy*: it names the file of an own graph and how it is read, a checksum, and the graph's
    fingerprint, by which a guess of the whole graph could be confirmed; nothing else of it.
    """
    head = "".join(f"# {line}\n" for line in about(recipe.name, recipe.origin))
    lines = Lines()
    lines.add(["import graphdp_core as gdp", *graph_lines(recipe), "", *compare_lines(recipe)])
    lines.add(
        [
            "print(comparison.finding)",
            "for name, value in comparison.metrics.items():",
            "    print(name, value)",
        ]
    )
    return head + lines.text()


def graph_lines(recipe: Recipe) -> list[str]:
    """Lines that get the graph, and stop where it is another one."""
    check = f'assert graph.fingerprint == "{recipe.fingerprint}", "this is another graph"'
    return [*recipe.origin.python, *([check] if recipe.fingerprint else [])]


def compare_lines(recipe: Recipe, name: str = "comparison") -> list[str]:
    """The call of `gdp.compare`, a line for each of its arguments."""
    return [
        f"{name} = gdp.compare(",
        "    graph,",
        f"    gdp.mechanism({made_words(recipe.mechanism)}),",
        f"    gdp.analysis({made_words(recipe.analysis)}),",
        f"    epsilon={float(recipe.epsilon)!r},",
        f"    seed={recipe.seed},",
        ")",
    ]


def as_shell(recipe: Recipe) -> str:
    """The same as a command; a comment where the command line cannot read the file so."""
    head = [f"# {line}" for line in about(recipe.name, recipe.origin)]
    if not recipe.origin.flags:
        why = "# The command line does not read this file so: use the lines of Python."
        return "\n".join([*head, why, ""])
    words = ["graphdp", "compare", *recipe.origin.flags]
    for part, made in (("mechanism", recipe.mechanism), ("analysis", recipe.analysis)):
        words += [f"--{part}", made.id, *flag_words(part, _changed(made))]
    words += ["--epsilon", f"{float(recipe.epsilon)!r}", "--seed", str(recipe.seed), "--json"]
    return "\n".join([*head, shlex.join(words), ""])


def about(name: str, origin: Origin) -> list[str]:
    """What stands above a script, as plain lines."""
    made = ", ".join(f"{part} {version}" for part, version in versions().items())
    lines = [f"{plain_text(name, longest=300)}.", f"Made with {made}.", AGREEMENT]
    if origin.is_own:
        lines.append(f"{origin.file} is yours: SHA-256 {origin.checksum}.")
    return [*lines, "Not private: a known seed takes the noise off again."]


def made_words(member: Any) -> str:
    """What makes a mechanism or an analysis: its id, and what differs from the usual."""
    return ", ".join([json.dumps(member.id), *keywords(_changed(member))])


def _changed(member: Any) -> dict[str, Any]:
    """The parameters that differ from their defaults."""
    values = {p.name: (getattr(member, p.name), p.default) for p in schema(type(member))}
    return {name: value for name, (value, usual) in values.items() if value != usual}
