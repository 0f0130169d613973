"""What every mechanism, analysis and reader must keep, tried on those that a package adds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from graphdp_core.analyses import ANALYSES, Analysis
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, Limits
from graphdp_core.intake.files.raw_graph import Columns
from graphdp_core.intake.formats import FORMATS
from graphdp_core.intake.readers.file_format import FileFormat
from graphdp_core.lab.audits.audit import audit, least_seen
from graphdp_core.lab.audits.fault_injection import Louder, Published
from graphdp_core.lab.audits.neighbours import neighbouring_pairs
from graphdp_core.lab.audits.replay import replay_audit
from graphdp_core.lab.audits.replay.tape import same
from graphdp_core.lab.audits.trial import quietly
from graphdp_core.mechanisms import MECHANISMS, Mechanism
from graphdp_core.params import Refused, schema
from graphdp_core.plugins import problems

EPSILONS = (0.1, 1.0, 20.0)
Rules = Iterator[tuple[str, Callable[[], str]]]
PAIRS = 40
"""Of neighbours whose releases are compared field by field; the audit tries all."""

REPLAYED = 2000
"""Pairs of neighbours on which every draw is replayed."""

SMALL: dict[str, Graph] = {
    "no node": Graph.from_edges(0, []),
    "one node": Graph.from_edges(1, []),
    "no edge": Graph.from_edges(5, []),
    "a star": Graph.from_edges(6, [(0, v) for v in range(1, 6)]),
    "a complete graph": Graph.from_edges(6, [(u, v) for u in range(6) for v in range(u + 1, 6)]),
    "weights": Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], weights=[-1.0, 2.0, 2.0]),
}
HOSTILE = (b"", b"\n\n", b"\0" * 300, b"\xff\xfe\xff", b"one", b"a,b\n" * 3, b"[[[{", b"1 2 3\n4")


@dataclass(frozen=True)
class Check:
    """One rule, tried on one member."""

    member: str
    rule: str
    kept: bool
    said: str = ""


class Broken(Exception):
    """A rule is broken; the message says how."""


def check_package(package: str, *, runs: int = 1000, seed: int | None = None) -> list[Check]:
    """Try on all that an installed package adds what the tests of this project try on its own.

    Parameters
    ----------
    runs : int
        Releases of each of two neighbours in the audit of a mechanism, at least 40.

    Notes
    -----
    *Privacy*: no private data is read; all inputs are made up.
    """
    checks = [
        Check(named, "is loaded", False, why)
        for named, why in problems().items()
        if named.endswith(f" of {package}")
    ]
    every: list[tuple[Any, Callable[[Any], Rules]]] = [
        *((kind, partial(_mechanism_rules, runs=runs, seed=seed)) for kind in MECHANISMS),
        *((kind, _analysis_rules) for kind in ANALYSES),
        *((one, _reader_rules) for one in FORMATS),
    ]
    for member, rules in every:
        if member.provider.rpartition(" ")[0] == package:
            checks += [_tried(member.id, rule, test) for rule, test in rules(member)]
    if not checks:
        raise Refused(
            f"package must be the name of an installed distribution with an entry point "
            f"graphdp.mechanisms, graphdp.analyses or graphdp.readers, got {package!r}."
        )
    return checks


def _tried(member: str, rule: str, test: Callable[[], str]) -> Check:
    with quietly():
        try:
            return Check(member, rule, True, test())
        except Broken as broken:
            return Check(member, rule, False, str(broken))
        except Exception as error:  # noqa: BLE001 - a stranger's code, which may raise anything
            return Check(member, rule, False, f"raised {type(error).__name__}: {error}")


def _hold(is_kept: object, why: str) -> None:
    if not is_kept:
        raise Broken(why)


def _mechanism_rules(kind: type[Mechanism[Any]], *, runs: int, seed: int | None) -> Rules:
    yield "says what it is", partial(_words, kind, ("procedure",))
    yield "its guarantee is complete", partial(_guarantee, kind)
    yield "small graphs are released or refused in a sentence", partial(_small, kind)
    yield "one stream gives one release, of values alone", partial(_release, kind)
    yield "neighbours are refused alike and differ in values alone", partial(_neighbours, kind)
    yield "an audit cannot refute it", partial(_audited, kind, runs=runs, seed=seed)
    if kind.exact_sampler:
        published = partial(_audited, kind, runs=runs, seed=seed, wrapped=Published)
        yield "an audit cannot refute its publications", published
    yield "no draw loses more than its share", partial(_replayed, kind)


def _analysis_rules(kind: type[Analysis[Any]]) -> Rules:
    yield "says what it is", partial(_words, kind, ("metrics", "yardsticks"))
    yield "small graphs are measured or refused in a sentence", partial(_measured, kind)
    yield "it reads nothing but nodes, edges and weights", partial(_bare, kind)


def _reader_rules(one: FileFormat) -> Rules:
    yield "says what it is", partial(_format, one)
    yield "a damaged file is refused in a sentence", partial(_damaged, one)


def _words(kind: Any, more: tuple[str, ...]) -> str:
    for word in ("title", "summary", "source", "formula", *more):
        _hold(getattr(kind, word, None), f"it has no {word}")
    _hold(re.search(r"\d{4}", kind.source), "its source names no year")
    _hold(kind.__dataclass_params__.frozen, "it is no frozen dataclass")
    named = [item.name for item in fields(kind)]
    _hold(named == [p.name for p in schema(kind)], "a field is not declared with param()")
    for parameter in schema(kind):
        _hold(parameter.help, f"parameter {parameter.name} has no help")
    return f"{len(named)} parameters"


def _guarantee(kind: type[Mechanism[Any]]) -> str:
    for epsilon in EPSILONS:
        claim = kind().guarantee(epsilon)
        _hold(claim.relation is kind.relation, "its guarantee is for another relation")
        _hold(claim.epsilon == epsilon, "its guarantee names another epsilon")
        _hold(claim.assumptions, "it says nothing of what is public")
        _hold(claim.proof if claim.status.is_proved else claim.caveat, "it gives no reason")
        _hold((claim.exact_epsilon or 0.0) <= epsilon, "its exact epsilon is above the nominal")
    return kind().guarantee(1.0).statement()


def _sentence(error: Refused) -> None:
    words = str(error)
    _hold(len(words) > 20 and words.endswith("."), f"it refuses without a sentence: {words!r}")


def _stream() -> np.random.Generator:
    return np.random.default_rng(1)


def _small(kind: type[Mechanism[Any]]) -> str:
    refused, made = 0, kind()
    for name, graph in SMALL.items():
        for epsilon in (0.0, *EPSILONS):
            try:
                made.check(graph, epsilon)
            except Refused as error:
                _sentence(error)
                refused += 1
                continue
            released = made.release(graph, epsilon=epsilon, rng=_stream())
            _hold(isinstance(released, kind.returns), f"of {name} it releases another kind")
    return f"{refused} of {len(SMALL) * (1 + len(EPSILONS))} refused"


def _release(kind: type[Mechanism[Any]]) -> str:
    made = kind()
    for pair in islice(neighbouring_pairs(made, made.guarantee(1.0)), PAIRS):
        graph = pair.right
        if made.refusal(graph, 1.0):
            continue
        before = graph.fingerprint
        one, two = (made.release(graph, epsilon=1.0, rng=_stream()) for _ in range(2))
        _hold(graph.fingerprint == before, "it changes the graph that it is given")
        _hold(same(one, two), "two releases from one stream differ: it has other randomness")
        if isinstance(one, Graph):
            extras = one.labels, one.positions, None if kind.protects_weights else one.weights
            _hold(extras == (None, None, None), "labels, positions or weights come along")
        return ""
    raise Broken("it refuses all small graphs")


def _neighbours(kind: type[Mechanism[Any]]) -> str:
    made, compared = kind(), 0
    pairs = neighbouring_pairs(made, made.guarantee(1.0))
    for pair in pairs[:: max(1, len(pairs) // PAIRS)]:
        refusals = [made.refusal(graph, 1.0) for graph in (pair.left, pair.right)]
        _hold(refusals[0] == refusals[1], f"one is refused, or otherwise: {pair.name}")
        if refusals[0]:
            continue
        one, two = (
            made.release(graph, epsilon=1.0, rng=_stream()) for graph in (pair.left, pair.right)
        )
        compared += 1
        for item in fields(one):
            sides = getattr(one, item.name), getattr(two, item.name)
            is_value = all(isinstance(side, np.ndarray | float) for side in sides)
            _hold(
                is_value or item.name in made.from_noisy_numbers or same(*sides),
                f"{item.name} tells neighbours apart: {pair.name}",
            )
    return f"{compared} pairs"


def _audited(
    kind: type[Mechanism[Any]], *, runs: int, seed: int | None, wrapped: type[Louder] = Louder
) -> str:
    rng = np.random.default_rng(seed)
    result = audit(wrapped(kind(), honest=True), runs=runs, rng=rng)
    _hold(result.verdict == "consistent", result.statement())
    seen = least_seen(kind(), runs=runs, rng=rng, wrapped=wrapped)
    said = f"{result.certified_epsilon:.3g} of {result.claimed_epsilon:.3g} certified; "
    if seen is None:
        return f"{said}none of the noise planted too small was seen"
    return f"{said}noise for {seen:g} times the ε was planted, and seen"


def _replayed(kind: type[Mechanism[Any]]) -> str:
    replay = replay_audit(kind(), pairs=REPLAYED)
    _hold(not replay.finding, replay.statement())
    return replay.statement()


def _measured(kind: type[Analysis[Any]]) -> str:
    refused, made = 0, kind()
    if Graph not in kind.accepts:
        return "it reads no graphs"
    for name, graph in SMALL.items():
        try:
            result = made.run(graph, rng=_stream())
            values = made.measure(graph, result, result)
        except Refused as error:
            _sentence(error)
            refused += 1
            continue
        _hold(isinstance(result, kind.returns), f"of {name} it returns another kind")
        _hold(set(values) == {metric.id for metric in kind.metrics}, "other metrics than it names")
        _hold(made.finding(values, epsilon=1.0).endswith("."), "its finding is no sentence")
    _hold(refused < len(SMALL), "it refuses all small graphs")
    return f"{refused} of {len(SMALL)} refused"


def _bare(kind: type[Analysis[Any]]) -> str:
    if Graph not in kind.accepts:
        return "it reads no graphs"
    made, weights = kind(), np.array([3.0, 1.0, 2.0, 1.0])
    edges = [(0, 1), (1, 2), (2, 3), (0, 3)]
    plain = Graph.from_edges(4, edges, weights=weights)
    dressed = Graph.from_edges(
        4, edges, weights=weights, names=("d", "c", "b", "a"), title="another",
        positions=np.eye(4)[:, :2], labels=[0, 1, 0, 1],
    )  # fmt: skip
    one, two = (made.run(graph, rng=_stream()) for graph in (plain, dressed))
    _hold(same(one, two), "names, labels, places or the title change the result")
    return ""


def _format(one: FileFormat) -> str:
    _hold(one.endings, "it has no ending of file names")
    _hold(one.read or one.table, "it has neither read nor table")
    taken = {end for other in FORMATS if other is not one for end in other.endings}
    _hold(not taken & set(one.endings), f"another format has the ending {one.endings}")
    return ", ".join(one.endings)


def _damaged(one: FileFormat) -> str:
    if one.read is None:
        return "it holds a table"
    refused = 0
    for data in HOSTILE:
        try:
            one.read(GraphFile(f"damaged{one.endings[0]}", data, Limits()), Columns())
        except GraphFileError as error:
            _sentence(error)
            refused += 1
    return f"{refused} of {len(HOSTILE)} refused"
