"""A small picture for every term of the glossary, drawn by code in the page's own colours."""

from __future__ import annotations

import math
from collections.abc import Callable

from graphdp_core.plots.term_strokes import (
    DASHED,
    DOTTED,
    EDGES,
    HEIGHT,
    INK,
    NOISE,
    OTHER,
    QUIET,
    TRUE,
    WIDTH,
    arrow,
    axis,
    bar,
    coin,
    curve,
    diagram,
    dot,
    gauge,
    graph,
    groups,
    laplace,
    line,
    lock,
    normal,
    points,
    rising,
    sheet,
    tree,
    two,
    word,
)

__all__ = ["PICTURES", "term_picture"]

SIDE, FAR_SIDE = (TRUE,) * 3, (OTHER,) * 3


def term_picture(name: str) -> str:
    """The picture of a term as SVG.

    Parameters
    ----------
    name : str
        As in the glossary's headings, in any case.

    Raises
    ------
    KeyError
        If there is none.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'aria-hidden="true" font-size="11" font-family="inherit">{PICTURES[name.lower()]()}</svg>'
    )


PICTURES: dict[str, Callable[[], str]] = {
    "graph": graph,
    "edge": lambda: line("M34,40L86,24", INK, 3) + points([(34, 40), (86, 24)]),
    "non-edge": lambda: points([(34, 40), (86, 24)]) + word(60, 36, "?"),
    "topology": lambda: graph(inks=(QUIET,) * 5),
    "neighbouring": lambda: graph(2) + word(60, 36, "~") + graph(66, EDGES[:-1], less=[(2, 4)]),
    "relation": lambda: (
        graph(2, EDGES[:-1]) + line("M52,32h16", INK, 2, DASHED) + graph(66, more=[(3, 4)])
    ),
    "unit": lambda: graph(inks=(QUIET,) * 5) + line("M40,18L70,12", TRUE, 5),
    "neighbouring distance": lambda: (
        axis()
        + points([(40, 54), (76, 54)])
        + line("M40,40h36m-5,-4l5,4l-5,4M40,40l5,-4m-5,4l5,4", OTHER)
    ),
    "edge privacy": lambda: (
        points([(26, 34), (94, 34)]) + line("M26,34H49M71,34H94") + lock(49, 28)
    ),
    "theta-edge privacy": lambda: (
        line("M26,36H94", OTHER, 7)
        + line("M26,36H94", INK, 2)
        + points([(26, 36), (94, 36)])
        + word(60, 24, "±θ")
    ),
    "weight privacy": lambda: graph() + word(92, 20, "3.1", NOISE) + word(92, 46, "0.7", NOISE),
    "person privacy": lambda: (
        dot(60, 16, OTHER, 7) + line("M60,24V42M46,32H74M60,42L50,58M60,42L70,58", OTHER, 3)
    ),
    "adversary": lambda: line("M36,32q24,-26 48,0q-24,26 -48,0Z", INK) + dot(60, 32, OTHER, 8),
    "posterior belief": lambda: gauge(0.5) + line("M60,18v28", INK) + line("M60,50h30", OTHER, 3),
    "epsilon": lambda: curve(laplace, TRUE, -14) + curve(laplace, OTHER, 14) + axis(),
    "delta": lambda: (
        curve(normal, TRUE)
        + axis()
        + f'<rect x="94" y="44" width="18" height="10" fill="{OTHER}"/>'
    ),
    "guarantee": lambda: sheet(28) + lock(70),
    "pure guarantee": lambda: curve(laplace, TRUE) + axis() + word(100, 20, "δ = 0"),
    "approximate guarantee": lambda: curve(normal, TRUE) + axis() + word(98, 20, "δ > 0", OTHER),
    "asymptotic guarantee": lambda: (
        line("M8,50C30,50 40,18 110,16", TRUE)
        + line("M8,12H112", QUIET, 1.5, DASHED)
        + word(104, 34, "∞")
    ),
    "nominal epsilon": lambda: gauge(0.62, marks=(0.9,)),
    "privacy loss": lambda: bar(38, 40) + bar(60, 18, OTHER) + axis() + word(92, 34, "ln ×"),
    "zcdp": lambda: curve(normal, TRUE) + axis() + word(98, 20, "ρ"),
    "composition": lambda: gauge(0.75, marks=(0.25, 0.5)),
    "post-processing": lambda: (
        sheet(8, NOISE)
        + arrow(46, far=22)
        + bar(80, 20, NOISE)
        + bar(94, 36, NOISE)
        + line("M76,54h34", QUIET, 1.5)
    ),
    "group privacy": lambda: graph(inks=(QUIET, QUIET, OTHER, QUIET, QUIET)) + word(100, 36, "kε"),
    "budget": lambda: gauge(0.4, marks=(1.0,)),
    "mechanism": lambda: (
        graph(0, scale=0.8)
        + arrow(40, far=10)
        + line("M54,20h24v24h-24Z")
        + word(66, 36, "?")
        + arrow(80, far=8)
        + graph(88, EDGES[:3], [(3, 4)], scale=0.55)
    ),
    "release": lambda: (
        line("M20,12h40v40h-40Z", QUIET)
        + graph(22, scale=0.6)
        + arrow(56, far=24)
        + sheet(86, NOISE)
    ),
    "parameter": lambda: (
        line("M14,22H106M14,42H106", QUIET, 3) + dot(44, 22, TRUE, 7) + dot(80, 42, TRUE, 7)
    ),
    "sensitivity": lambda: (
        bar(40, 22)
        + bar(62, 38, OTHER)
        + axis()
        + line("M86,32V16m-4,4l4,-4l4,4M86,32m-4,-4l4,4l4,-4", INK)
    ),
    "global sensitivity": lambda: (
        "".join(
            bar(10 + 16 * k, h, OTHER if h == 40 else QUIET)
            for k, h in enumerate((12, 22, 8, 40, 18, 26))
        )
        + axis()
    ),
    "local sensitivity": lambda: (
        "".join(
            bar(10 + 16 * k, h, OTHER if k == 2 else QUIET)
            for k, h in enumerate((12, 22, 8, 40, 18, 26))
        )
        + axis()
    ),
    "smooth sensitivity": lambda: (
        "".join(bar(10 + 16 * k, h, QUIET) for k, h in enumerate((12, 22, 8, 40, 18, 26)))
        + line("M8,32C30,26 44,14 62,12S100,22 112,28", OTHER)
        + axis()
    ),
    "propose-test-release": lambda: (
        word(22, 36, "≤ 2 ?")
        + arrow(42, far=14)
        + lock(62, ink=TRUE)
        + arrow(88, far=12)
        + dot(110, 32, NOISE)
    ),
    "laplace noise": lambda: curve(laplace, NOISE) + axis(),
    "geometric noise": lambda: (
        "".join(bar(8 + 12 * k, 44 * math.exp(-abs(k - 4) / 1.6), NOISE, 7) for k in range(9))
        + axis()
    ),
    "gaussian noise": lambda: curve(normal, NOISE) + axis(),
    "exponential mechanism": lambda: (
        "".join(
            bar(12 + 20 * k, h, TRUE if h == 40 else QUIET, 12)
            for k, h in enumerate((5, 9, 18, 40, 14))
        )
        + axis()
    ),
    "randomised response": lambda: (
        coin(34, "yes", TRUE) + arrow(52, far=14) + coin(86, "no", NOISE)
    ),
    "true positive rate": lambda: (
        graph(2) + arrow(54, far=10) + graph(66, EDGES[:4], (), EDGES[4:])
    ),
    "false positive rate": lambda: two(more=[(0, 4), (1, 3)]),
    "debiasing": lambda: bar(30, 44, NOISE) + arrow(46, far=22) + bar(76, 26) + axis(),
    "selection rule": lambda: tree() + line("M54,22L74,40", TRUE, 4),
    "variant": lambda: sheet(20, OTHER) + sheet(70, TRUE),
    "noise stream": lambda: line(
        "M6,32"
        + "".join(
            f"l6,{d}"
            for d in (-14, 22, -10, -8, 20, -16, 10, 14, -24, 18, -6, -12, 16, 4, -8, 6, -10, 8)
        ),
        NOISE,
    ),
    "seed": lambda: (
        word(28, 37, "7")
        + arrow(40, far=16)
        + line("M62,32l6,-12l6,20l6,-14l6,8l6,-16l6,22l6,-8", NOISE)
    ),
    "teaching mode": lambda: (
        graph(2) + graph(66, EDGES[:4], [(3, 4)], EDGES[4:]) + line("M60,6V58", QUIET, 1.5, DASHED)
    ),
    "analysis": lambda: graph(0) + arrow(54, far=14) + bar(76, 14) + bar(90, 30) + bar(104, 42),
    "baseline": lambda: (
        line("M8,20H112", TRUE, 2.5) + points([(30, 34), (60, 28), (92, 40)], NOISE)
    ),
    "draw": lambda: line("M44,16h32v32h-32Z") + points([(52, 24), (60, 32), (68, 40)], NOISE),
    "repeat": lambda: points([(14 + 13 * k, 32 + 9 * math.sin(5 * k)) for k in range(8)], NOISE),
    "metric": lambda: bar(30, 40) + bar(46, 26, NOISE) + axis() + word(88, 36, "0.65"),
    "utility": lambda: gauge(0.8),
    "chance level": lambda: rising() + line("M6,52H114", QUIET, 2, DOTTED),
    "survival": lambda: gauge(0.7, marks=(0.4, 0.8)),
    "yardstick": lambda: line(
        "M10,40H110" + "".join(f"M{10 + 20 * k},40v-{12 if k % 5 else 20}" for k in range(6))
    ),
    "cell": lambda: "".join(
        f'<rect x="{30 + 21 * i}" y="{8 + 17 * j}" width="17" height="13" '
        f'fill="{TRUE if (i, j) == (1, 1) else QUIET}"/>'
        for i in range(3)
        for j in range(3)
    ),
    "needed epsilon": lambda: rising() + line("M6,22H62V54", OTHER, 2, DASHED) + axis(),
    "partition": lambda: groups(*SIDE, *FAR_SIDE) + line("M58,8V56", QUIET, 1.5, DASHED),
    "community": lambda: (
        line("M18,20L34,14L28,36ZM82,26L98,18L96,42Z", INK)
        + line("M34,14L82,26", QUIET, 1.5)
        + groups(*SIDE, *FAR_SIDE)
    ),
    "modularity": lambda: (
        line("M18,20L34,14L28,36ZM82,26L98,18L96,42Z", TRUE, 3)
        + line("M34,14L82,26M28,36L96,42", QUIET, 1.5, DOTTED)
        + groups(*[INK] * 6)
    ),
    "adjusted rand index": lambda: groups(TRUE, TRUE, OTHER, *FAR_SIDE),
    "centrality": lambda: (
        line("M60,32L24,14M60,32L96,14M60,32L24,50M60,32L96,50", INK)
        + points([(24, 14), (96, 14), (24, 50), (96, 50)], QUIET)
        + dot(60, 32, TRUE, 10)
    ),
    "spectral embedding": lambda: (
        graph(0)
        + arrow(54, far=10)
        + line("M72,56V10M72,56H116", QUIET, 1.5)
        + points([(80, 20), (86, 26), (100, 44), (106, 40)])
    ),
    "eigenvalue": lambda: (
        "".join(bar(20 + 16 * k, h) for k, h in enumerate((44, 30, 22, 6, 5))) + axis()
    ),
    "eigenvector": lambda: (
        line("M10,32H110", QUIET) + line("M20,32V12M40,32V20M60,32V28M80,32V46M100,32V54", TRUE, 6)
    ),
    "noise edge": lambda: (
        "".join(
            bar(20 + 16 * k, h, TRUE if h > 16 else QUIET)
            for k, h in enumerate((44, 30, 22, 12, 10))
        )
        + line("M10,38H110", OTHER, 2, DASHED)
        + axis()
    ),
    "breakdown epsilon": lambda: (
        rising(TRUE, 30) + line("M6,38H114", OTHER, 2, DASHED) + dot(32, 38, INK, 4)
    ),
    "alignment": lambda: (
        line("M20,48L44,14L52,44Z", TRUE)
        + arrow(58, far=10)
        + line("M76,48L100,14L108,44Z", TRUE)
        + line("M79,50L102,15L110,47Z", NOISE, 2, DASHED)
    ),
    "persistence diagram": diagram,
    "bottleneck distance": lambda: diagram(
        dot(60, 12, NOISE, 4), line("M40,14L60,12", INK, 1.5), dot(54, 24, NOISE, 4)
    ),
    "wasserstein distance": lambda: diagram(
        dot(48, 8, NOISE, 4), dot(62, 20, NOISE, 4), line("M40,14L48,8M52,22L62,20", INK, 1.5)
    ),
    "prominence": lambda: (
        line("M6,54C18,54 24,10 36,10S52,44 60,44S72,24 82,24S102,54 114,54", TRUE)
        + line("M82,24V44", OTHER, 3)
    ),
    "spanning tree": tree,
    "dendrogram": lambda: (
        line("M12,54V40H36V54M24,40V26H60V54M42,26V12H96V32M84,54V32H108V54", TRUE)
        + points([(12, 54), (36, 54), (60, 54), (84, 54), (108, 54)], OTHER)
    ),
    "largest component": lambda: graph(6) + points([(86, 20), (104, 42)], QUIET),
    "audit": lambda: (
        line("M66,28a14,14 0 1 1 -28,0a14,14 0 1 1 28,0M62,38L80,56", INK, 3) + word(52, 32, "ε")
    ),
    "certified epsilon": lambda: (
        line("M10,12H110", OTHER, 2, DASHED) + line("M10,54C30,30 50,24 110,20", TRUE)
    ),
    "attack": lambda: lock(18) + line("M108,32H52m8,-6l-8,6l8,6", OTHER, 3),
    "odometer": lambda: (
        line("M24,52a36,36 0 0 1 72,0", QUIET, 4)
        + line("M60,52L84,28", OTHER, 3)
        + dot(60, 52, INK, 4)
    ),
    "counterexample": lambda: (
        bar(34, 44, OTHER, 14) + bar(70, 8, TRUE, 14) + axis() + word(60, 30, ">")
    ),
    "publication": lambda: sheet(14, TRUE) + arrow(50, far=20) + line("M80,50V24L96,12L112,24V50Z"),
    "certificate": lambda: sheet(44) + dot(72, 48, OTHER, 8),
    "ledger": lambda: "".join(
        line(f"M20,{14 + 11 * k}h58", QUIET, 2) + word(98, 18 + 11 * k, "ε") for k in range(4)
    ),
    "refusal": lambda: line("M60,10a22,22 0 1 1 -0.1,0M45,48L75,16", INK, 4),
}
"""By the term in lower case; each makes what stands inside the frame."""
