"""A survey: people answer questions, and questions on one topic are answered alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.data.generators.generator import Generator
from graphdp_core.graphs.answers import Answers, Counted, counted_weights, every_pair
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import param


@dataclass(frozen=True)
class Survey(Generator):
    """Yes or no answers of people to questions on several topics.

    Every person has an opinion on every topic, yes or no with probability 1/2, and says this
    opinion to each of its questions, but for slips. Nodes are the questions; all pairs are joined,
    whatever is answered, and carry a count of answers.

    References
    ----------
    Lazarsfeld P. F., Henry N. W. (1968). Latent Structure Analysis: opinions as hidden classes.
    """

    id = "survey"
    title = "Survey"
    summary = "People answer questions: what is protected is everything that one person said."
    source = "Lazarsfeld and Henry (1968), Latent Structure Analysis"
    label = "topic"
    no_dot_products = "All pairs are edges; what varies is their weights."

    n: int = param(20, "How many questions are asked.", label="Questions", low=2, high=300)
    people: int = param(2_000, "How many people answer all of them.", low=1, high=100_000)
    topics: int = param(4, "Topics that the questions are about, in turn.", low=1, high=50)
    slip: float = param(
        0.2,
        "Probability that a person answers against the own opinion.",
        label="Slips",
        low=0.0,
        high=0.5,
    )
    counted: str = param(
        "agree",
        "What the weight between two questions counts. The first two are larger for questions on "
        "one topic; the last is a distance, as spanning trees want it.",
        label="A weight counts",
        choices={
            "agree": "Both answered alike",
            "together": "Yes to both",
            "differ": "Answered differently",
        },
    )

    def answers(self, *, rng: np.random.Generator) -> Floats:
        """Draw the table of answers, 0 or 1, shape (people, questions)."""
        topic = np.arange(self.n) % self.topics
        opinions = rng.random((self.people, self.topics)) < 0.5
        slips = rng.random((self.people, self.n)) < self.slip
        return (opinions[:, topic] ^ slips).astype(np.float64)

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one table, and count the weights from it."""
        counted, topic = cast(Counted, self.counted), np.arange(self.n) % self.topics
        return Graph(
            self.n,
            every_pair(self.n),
            weights=counted_weights(self.answers(rng=rng), counted),
            labels=topic.astype(np.int32),
            label_names=tuple(f"topic {i + 1}" for i in range(min(self.topics, self.n))),
            names=tuple(f"Q{i + 1}" for i in range(self.n)),
            answers=Answers(counted),
            title=f"Survey, {self.people:,} people, {self.n} questions",
        )

    def expected_edges(self) -> float:
        """All pairs of questions."""
        return float(pair_count(self.n))
