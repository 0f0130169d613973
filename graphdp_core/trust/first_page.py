"""README.html of a publication: what it is, how much of it is real, how to use it, whom to ask."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from typing import Any

from graphdp_core.estimates.asked import Given
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.markup import rendered
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import believed, posterior
from graphdp_core.trust.contents import STATISTICS_FILE, TARGETS_FILE

README = "README.html"
MOST_CONTACT = 600  # letters
MOST_LOGO = 200_000  # bytes
_IMAGES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}
_FILES = {
    "certificate.html": "the promise in full, and what it does not cover",
    STATISTICS_FILE: "numbers of the true graph with intervals, where they can be known",
    "nodes.csv": "the nodes", "edges.csv": "the released edges",
    "graph.graphml": "the same for Gephi, yEd and Cytoscape",
    "graph.json": "the same for networkx and D3",
    TARGETS_FILE: "the same counts under the names of statnet's models, for EpiModel too",
    "read_release.py": "reads the data with nothing but Python",
    "read_release.R": "reads the data with nothing but R",
}  # fmt: skip


def first_page(
    facts: Mapping[str, Any], given: Given, files: Iterable[str], *, contact: str, logo: bytes
) -> bytes:
    """The page, without scripts.

    Parameters
    ----------
    facts : mapping
        Of the certificate.
    files : iterable of str
        What lies beside it.
    contact, logo
        As for :func:`graphdp_core.trust.publish.publish`.
    """
    released, names = given.released, list(files)
    if isinstance(released, Graph):
        what = f"A graph with noise: {released.n:,} nodes and {released.m:,} edges"
    else:
        what = f"A release with noise: {released.in_zip}"
    data = {name.removesuffix(".gz"): "what was released" for name in names if ".csv" in name}
    return rendered(
        "trust/readme.html",
        logo=_as_address(logo), what=what, real=real_edges(given), statement=facts["statement"],
        sure=believed(posterior(0.5, float(facts["exact_epsilon"]))),
        not_protected=facts["not_protected"], question=facts["question"], contact=contact,
        do=list(_do(facts, released, names)),
        leave=list(_leave(is_graph=isinstance(released, Graph))),
        files=[(name, text) for name, text in {**data, **_FILES}.items()
               if {name, f"{name}.gz"} & set(names)],
    ).encode()  # fmt: skip


def real_edges(given: Given) -> str:
    """How many of the released edges are true ones, on average, in a sentence; "" without edges.

    Of m true edges, a release by flips at the public rates p and q shows p m, and q (N - m) of
    the N - m other pairs: with M shown, m is about (M - q N)/(p - q).

    Notes
    -----
    *Privacy*: post-processing of the release.

    Examples
    --------
    >>> from graphdp_core.graphs.edge_noise import EdgeNoise
    >>> from dataclasses import replace
    >>> star = Graph.from_edges(5, [(0, 1), (0, 2), (0, 3), (0, 4)])
    >>> real_edges(Given(replace(star, noise=EdgeNoise(0.9, 0.1))))[:45]
    'Of its 4 edges about 3 are real, on average; '
    """
    graph = given.released
    if not isinstance(graph, Graph):
        return ""
    if given.mechanism is not None and given.mechanism.protects_weights:
        return "All of its edges are real; their weights have noise."
    if graph.noise is None or not graph.noise.contrast > 0.0:
        return "How many of its edges are real is unknown: it was drawn anew, as a whole."
    hit, false = graph.noise.true_positive_rate, graph.noise.false_positive_rate
    true = (graph.m - false * pair_count(graph.n)) / graph.noise.contrast
    real = min(max(hit * true, 0.0), graph.m)
    real = min(float(f"{real:.2g}"), graph.m)  # it is an average: two digits say it
    return (
        f"Of its {graph.m:,} edges about {real:,.0f} are real, on average; the release does not "
        "say which."
    )


def check_curator(contact: str, logo: bytes) -> None:
    """Raise Refused for words or a picture that do not fit on the page."""
    if len(contact) > MOST_CONTACT:
        raise Refused(f"contact must have at most {MOST_CONTACT} letters, got {len(contact):,}.")
    if logo and (len(logo) > MOST_LOGO or not _kind(logo)):
        raise Refused(
            f"logo must be a PNG, JPEG or GIF of at most {MOST_LOGO // 1000} kB, got "
            f"{len(logo) / 1000:.0f} kB."
        )


def _do(facts: Mapping[str, Any], released: object, names: Iterable[str]) -> Iterable[str]:
    if STATISTICS_FILE in names:
        yield f"Take numbers from {STATISTICS_FILE}, which corrects for the noise where it can."
    has_groups = isinstance(released, Graph) and released.labels is not None
    whole = "Compare groups and look" if has_groups else "Look"
    yield f"{whole} at the whole, where the noise averages out."
    by = f"{facts['mechanism']['title']} at ε = {facts['epsilon']}"
    yield f"Say with every result that it comes from a release with noise ({by})."


def _leave(*, is_graph: bool) -> Iterable[str]:
    if is_graph:
        yield "Do not trust one edge, or one that is missing: each may be false."
        yield "Do not count, average or cluster the edges as if there were no noise."
    else:
        yield "Do not take any one value as exact: each has noise."
    yield "Do not try to find out who is who."


def _kind(logo: bytes) -> str:
    return next((kind for start, kind in _IMAGES.items() if logo.startswith(start)), "")


def _as_address(logo: bytes) -> str:
    """The picture itself in the place of its address; "" for none."""
    return f"data:image/{_kind(logo)};base64,{base64.b64encode(logo).decode()}" if logo else ""
