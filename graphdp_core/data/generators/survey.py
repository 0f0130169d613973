"""A survey, whose questions on one topic are answered alike; and a school day, minute by minute."""

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

MEAN_MINUTES = 3.0  # of two pupils of a class in a lesson, and of two who meet in a break
BROAD = 1.5  # deviation of the logarithm of how much two pupils have to do with each other


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
        "Probability that a person answers against their own opinion.",
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


@dataclass(frozen=True)
class SchoolDay(Generator):
    """Who was near whom on a day at school, and for how many minutes: contacts with weights.

    In every lesson each two pupils of a class are near each other for some minutes, few for most
    and many for some; in every break each pupil meets some of the whole school. A pair that was
    not near for a minute is no edge. Sizes and classes are public, the minutes are not.

    References
    ----------
    Stehlé J. and others (2011). High-resolution measurements of face-to-face contact patterns in a
    primary school. PLoS ONE 6, e23176 (broad durations, most of them within a class).
    """

    id = "school_day"
    title = "School day"
    summary = "Who was near whom, and for how many minutes: contacts whose weights are private."
    source = "Stehlé and others (2011), PLoS ONE 6"
    label = "class"
    at_most_n = ("groups",)
    no_dot_products = "What varies is minutes, and how many they are is drawn for each pair."

    n: int = param(120, "Number of pupils", label="Pupils", low=2, high=2_000)
    groups: int = param(6, "Classes of equal size", label="Classes", low=1, high=50)
    lessons: int = param(5, "Lessons in the class", low=0, high=10)
    met: float = param(4.0, "Whom a pupil meets in the breaks of a day", low=0.0, high=50.0)

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one day; labels are the classes."""
        pairs, own = every_pair(self.n), np.arange(self.n) * self.groups // self.n
        is_mate = own[pairs[:, 0]] == own[pairs[:, 1]]
        close = MEAN_MINUTES * rng.lognormal(-(BROAD**2) / 2.0, BROAD, len(pairs))
        minutes = rng.poisson(close * self.lessons * is_mate).astype(np.float64)
        breaks = rng.random(len(pairs)) < self.met / max(self.n - 1, 1)
        minutes += breaks * (1.0 + rng.poisson(MEAN_MINUTES, len(pairs)))
        near = minutes > 0.0
        return Graph(
            self.n,
            pairs[near],
            weights=minutes[near],
            labels=own.astype(np.int32),
            label_names=tuple(f"class {i + 1}" for i in range(self.groups)),
            title=f"School day, {self.n:,} pupils, {self.groups} classes",
        )

    def expected_edges(self) -> float:
        """All pairs of a class at most, and those who meet in breaks."""
        size = self.n / self.groups
        return self.n * (size - 1.0 + self.met) / 2.0
