"""Weights between questions that were counted from a table of answers, one row a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused

Counted = Literal["together", "agree", "differ"]
COUNTED: dict[Counted, str] = {
    "together": "how many say yes to both",
    "agree": "how many answer both alike",
    "differ": "how many answer the two differently",
}
"""What the weight between two questions may count, in words."""


@dataclass(frozen=True)
class Answers:
    """What is public about weights that were counted from answers: how far one person moves them.

    Answers lie in 0..1, so that one person adds between 0 and 1 to every weight.

    Parameters
    ----------
    counted : {"together", "agree", "differ"}
        Products of two answers; 1 less their distance; their distance.
    yes_or_no : bool
        Answers are 0 or 1; else they are grades in between as well.
    most_yes : int
        So many answers of a person at most are not 0; 0: no such bound.

    Examples
    --------
    >>> Answers("agree").total(50, replaced=True), Answers("agree").total(50, replaced=False)
    (625, 1225)
    >>> Answers("together", most_yes=5).total(50, replaced=False)
    10
    """

    counted: Counted
    yes_or_no: bool = True
    most_yes: int = 0

    def total(self, questions: int, *, replaced: bool) -> int:
        r"""Largest sum over all pairs of questions of what one person changes (l1).

        One who joins or leaves: all M(M-1)/2 pairs. Answers that differ cut the questions in two,
        and only pairs across a cut count, at most floor(M²/4); grades are no worse, because the
        sum is convex in them. One whose answers are replaced: where agreement is counted, the
        pairs on which two persons differ are again a cut if answers are yes or no. With at most c
        yes, c(c-1)/2 pairs count, and of a replaced person also those of the other, but for the
        pairs that both say yes to.

        Parameters
        ----------
        replaced : bool
            One person's answers become others; else a person joins or leaves.
        """
        every = pair_count(questions)
        if self.counted == "together":
            if not self.most_yes:
                return every
            return _most_pairs(questions, min(self.most_yes, questions), replaced=replaced)
        is_cut = self.yes_or_no if replaced else self.counted == "differ"
        return questions**2 // 4 if is_cut else every


def _most_pairs(questions: int, most: int, *, replaced: bool) -> int:
    """Pairs within a set of `most` questions; and within another, but not in both."""
    if not replaced:
        return pair_count(most)
    return pair_count(most) + max(
        pair_count(other) - 2 * pair_count(max(most + other - questions, 0))
        for other in range(most + 1)
    )


def every_pair(questions: int) -> NDArray[np.int32]:
    """All pairs of questions in order, shape (M (M - 1) / 2, 2): public, whatever is answered."""
    return np.column_stack(np.triu_indices(questions, k=1)).astype(np.int32)


def counted_weights(answers: Floats, counted: Counted) -> Floats:
    """One weight for every pair of questions, in the order of :func:`every_pair`.

    Parameters
    ----------
    answers : ndarray of float64, shape (people, questions)
        Each in 0..1; what is missing has been made 0.

    Examples
    --------
    >>> counted_weights(np.array([[1.0, 1, 0], [0, 1, 0]]), "differ").tolist()
    [1.0, 1.0, 2.0]
    """
    if counted not in COUNTED:
        raise Refused(f"counted must be one of {', '.join(COUNTED)}, got {counted!r}.")
    people, questions = answers.shape
    u, v = np.triu_indices(questions, k=1)
    if counted == "together":
        return (answers.T @ answers)[u, v]
    if np.isin(answers, (0.0, 1.0)).all():
        no = 1.0 - answers
        alike = (answers.T @ answers + no.T @ no)[u, v]
        return alike if counted == "agree" else people - alike
    apart = np.empty(len(u))
    for question in range(questions):
        gaps = np.abs(answers[:, question + 1 :] - answers[:, [question]]).sum(axis=0)
        apart[u == question] = gaps
    return apart if counted == "differ" else people - apart
