"""Lesson 5: a finite epsilon is not protection, and noise drowns what it need not."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.arrays import Floats
from graphdp_core.data import load_graph
from graphdp_core.digits import percent
from graphdp_core.experiment.compare import Repeat, run_baseline
from graphdp_core.lessons.lesson import Lesson, words_of
from graphdp_core.lessons.measured import curve, enough, repeated
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import posterior

WORDS = words_of("L5")
PAIRS = 5
AT = (0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 2.0, 3.0, 5.0, 8.0, 14.0, 20.0)
STOPS = tuple(map(float, WORDS["control"]["stops"]))
USABLE = 0.8
NAMES = ("edgeFlip", "LNPP, as published")


def measure(draws: int) -> dict[str, Any]:
    """How far the first eigenvector keeps its direction, and its entries at five stops."""
    school = load_graph("school")
    analysis = SpectrumAnalysis(k=PAIRS)
    baseline = run_baseline(school, analysis)
    mechanisms: dict[str, Mechanism] = {NAMES[0]: EdgeFlip(), NAMES[1]: LNPP(k=PAIRS)}

    @cache
    def drawn(name: str, epsilon: float) -> list[Repeat]:
        return repeated(
            school, mechanisms[name], analysis, epsilon=epsilon, draws=draws, baseline=baseline
        )

    def cosine(name: str, epsilon: float) -> Floats:
        return np.array([repeat.metrics["leading_cosine"] for repeat in drawn(name, epsilon)])

    lead = baseline.vectors[:, 0]
    order = np.argsort(lead * np.sign(lead.sum()))

    def entries(vector: Floats) -> list[int]:
        turned = vector * np.sign(vector @ lead or 1.0)
        largest = np.abs(turned).max() or 1.0
        return [int(height) for height in np.rint(1000 * turned[order] / largest)]

    middle = {
        (name, epsilon): float(np.median(cosine(name, epsilon))) for name in NAMES for epsilon in AT
    }
    return {
        "draws": draws,
        "curves": [
            curve(NAMES[0], "accent", AT, lambda x: cosine(NAMES[0], x)),
            curve(NAMES[1], "opposite", AT, lambda x: cosine(NAMES[1], x)),
        ],
        "place": enough(AT, lambda x: cosine(NAMES[0], x) >= USABLE, share=0.5),
        "answer": 100 * posterior(0.5, 5.0),
        "figures": {
            "one": middle[NAMES[0], 1.0],
            "two": middle[NAMES[0], 2.0],
            "published": middle[NAMES[1], 20.0],
            "chance": float(np.sqrt(2 / (np.pi * school.n))),
        },
        "picture": {
            "readings": [
                "edgeFlip keeps "
                f"{percent(drawn(NAMES[0], e)[0].metrics['leading_cosine'], whole=True)} of the "
                "direction, LNPP "
                f"{percent(drawn(NAMES[1], e)[0].metrics['leading_cosine'], whole=True)}. Odds "
                f"of one friendship may grow by a factor of {_factor(e)}."
                for e in STOPS
            ],
            "panels": [
                {"title": "True first eigenvector", "heights": [entries(lead)]},
                *(
                    {
                        "title": name,
                        "heights": [
                            entries(drawn(name, e)[0].private.vectors[:, 0]) for e in STOPS
                        ],
                    }
                    for name in NAMES
                ),
            ],
        },
    }


def _factor(epsilon: float) -> str:
    factor = float(np.exp(epsilon))
    return f"{factor:,.1f}" if factor < 100 else f"{factor:,.0f}"


SPECTRUM = Lesson(WORDS, measure)
