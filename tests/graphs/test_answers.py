"""How far one person moves the weights between questions: every table of four questions."""

import itertools

import numpy as np
import pytest

from graphdp_core.graphs.answers import COUNTED, Answers, counted_weights, every_pair
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

QUESTIONS = 4


def changes(counted, grades, *, replaced, most=QUESTIONS):
    """Every change of the weights by one person, shape (number, pairs)."""
    rows = [np.array(row) for row in itertools.product(grades, repeat=QUESTIONS)]
    rows = [row for row in rows if np.count_nonzero(row) <= most]
    added = np.array([counted_weights(row[None], counted) for row in rows])
    if not replaced:
        return added
    return (added[:, None] - added[None]).reshape(-1, added.shape[1])


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("grades", [(0.0, 1.0), (0.0, 0.5, 1.0)])
@pytest.mark.parametrize("counted", list(COUNTED))
def test_nobody_moves_the_weights_further_than_is_said(counted, grades, replaced):
    moved = changes(counted, grades, replaced=replaced)
    facts = Answers(counted, yes_or_no=len(grades) == 2)
    total = np.abs(moved).sum(axis=1).max()
    assert total <= facts.total(QUESTIONS, replaced=replaced)
    if facts.yes_or_no:
        assert total == facts.total(QUESTIONS, replaced=replaced)
    assert np.abs(moved).max() == 1.0
    assert (moved**2).sum(axis=1).max() <= facts.total(QUESTIONS, replaced=replaced)
    spread = (moved.max(axis=1) - moved.min(axis=1)).max()
    assert spread == (2.0 if replaced else 1.0)
    assert replaced or moved.min() >= 0.0


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("grades", [(0.0, 1.0), (0.0, 0.4, 1.0)])
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_a_bound_on_yes_bounds_what_one_person_moves(most, grades, replaced):
    moved = changes("together", grades, replaced=replaced, most=most)
    bound = Answers("together", most_yes=most).total(QUESTIONS, replaced=replaced)
    assert np.abs(moved).sum(axis=1).max() == bound


@pytest.mark.parametrize("questions", [2, 3, 5, 6])
def test_the_bound_is_met_by_the_worst_two_persons(questions):
    for most in range(1, questions + 1):
        rows = [
            set(s) for k in range(most + 1) for s in itertools.combinations(range(questions), k)
        ]
        worst = max(len(pairs(one) ^ pairs(other)) for one in rows for other in rows)
        assert Answers("together", most_yes=most).total(questions, replaced=True) == worst


def pairs(yes):
    return set(itertools.combinations(sorted(yes), 2))


@pytest.mark.parametrize("counted", list(COUNTED))
def test_weights_are_what_a_loop_counts(counted):
    rng = np.random.default_rng(1)
    for answers in (rng.integers(0, 2, (30, 6)) * 1.0, rng.integers(0, 5, (30, 6)) / 4.0):
        of_two = {
            "together": lambda x, y: (x * y).sum(),
            "agree": lambda x, y: (1.0 - np.abs(x - y)).sum(),
            "differ": lambda x, y: np.abs(x - y).sum(),
        }[counted]
        expected = [of_two(answers[:, u], answers[:, v]) for u, v in every_pair(6)]
        np.testing.assert_allclose(counted_weights(answers, counted), expected, atol=1e-9)


def test_what_is_public_of_the_answers_is_part_of_the_graph():
    edges, weights = every_pair(3), np.ones(3)
    plain = Graph(3, edges, weights=weights)
    survey = Graph(3, edges, weights=weights, answers=Answers("agree"))
    assert plain != survey
    assert survey != Graph(3, edges, weights=weights, answers=Answers("differ"))
    with pytest.raises(Refused, match="counted must be one of together, agree, differ"):
        counted_weights(np.ones((1, 2)), "often")
