"""Lesson 5: a finite epsilon is not protection, and noise drowns what it need not."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.arrays import Floats
from graphdp_core.datasets import load_graph
from graphdp_core.digits import percent
from graphdp_core.experiment.compare import Repeat, run_baseline
from graphdp_core.lessons.lesson import (
    Axis,
    Exercise,
    Hint,
    Lesson,
    Link,
    Prediction,
    Shy,
    epsilon_axis,
    epsilon_control,
)
from graphdp_core.lessons.measured import curve, enough, repeated
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import posterior

__all__ = ["SPECTRUM"]

PAIRS = 5
AT = (0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 2.0, 3.0, 5.0, 8.0, 14.0, 20.0)
STOPS = (0.5, 1.0, 2.0, 5.0, 20.0)
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


SPECTRUM = Lesson(
    id="L5",
    title="Spectrum",
    minutes=3,
    question="A paper uses ε = 460. Is that private?",
    story="The first eigenvector of a graph says who is near its middle. Two methods release it "
    "for the school of 300: coins on every pair (edgeFlip), and noise on the vector itself (LNPP).",
    prediction=Prediction(
        kind="point",
        prompt="From which ε on does edgeFlip keep most of the first eigenvector's direction?",
        horizontal=epsilon_axis(0.3, 1, 3, 8, 20),
        vertical=Axis("direction kept", ((0, "0%"), (0.5, "50%"), (1, "100%"))),
        start=(5.0,),
        shy=(Shy("Early, near 1", (1.0,)), Shy("Near 5", (5.0,)), Shy("Only near 20", (19.0,))),
    ),
    control=epsilon_control(
        STOPS,
        start=1,
        prompt="Move ε. Each bar is a pupil. Which of the two private vectors still looks like the "
        "true one?",
        address="explore?see=spectrum&graph=school",
    ),
    happened="edgeFlip keeps {one:.0%} of the direction at ε = 1 and {two:.0%} at 2: a sum over "
    "many pairs survives coins on each. LNPP stays at {published:.0%} even at ε = 20, near the "
    "{chance:.0%} of a random vector, **and its noise is measured out by the secret graph "
    "itself**, so that it promises nothing.",
    misconception="Any finite ε protects. Noise measured out by my own data is free.",
    takeaway="e^460 is 10^200. Look at the odds, not at ε.",
    exercise=Exercise(
        prompt="A friendship was as likely as not. A release costs ε = 5. How sure can an "
        "adversary be at most, in per cent? (odds 1 : 1 become e^5 : 1)",
        unit="%",
        high=100,
        tolerance=0.006,
        right="Yes: e^5 is 148, so 148 chances of 149. At ε = 460 the number has 200 digits: that "
        "is not privacy.",
        hints=(
            Hint(0, 60, "ε is no percentage. The odds are multiplied by e^ε."),
            Hint(60, 98.5, "Nearly: odds of e^5 = 148 to 1 are a share of 148 / 149."),
            Hint(
                99.9,
                1e9,
                "Never certain: pure differential privacy always leaves a doubt, at ε = 5 "
                "one of 149.",
            ),
        ),
    ),
    links=(
        Link("The spectrum by LNPP", "explore?see=spectrum&graph=school&mechanism=lnpp&epsilon=20"),
        Link("Why its promise does not hold", "mechanisms?mechanism=lnpp"),
    ),
    discussion=(
        "A vendor says: 'our data are differentially private with ε = 14'. What do you ask?",
        "Why can noise on each of 44,850 pairs do less harm than noise on 300 numbers?",
        "What does it mean that the size of the noise tells about the graph?",
    ),
    expected=(
        "For which unit, over how many releases, and what e^14 = 1.2 million means for the odds.",
        "The eigenvector is a sum over all pairs: independent coins average out. Noise put on the "
        "result does not.",
        "Two neighbouring graphs get different noise, and an adversary can tell them by it.",
    ),
    measure=measure,
)
