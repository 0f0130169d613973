"""Names that are numbers are those that Python writes, few or many, and a tuple to whoever asks."""

import pickle

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.number_names import MANY, NumberNames


@pytest.mark.sample
@pytest.mark.parametrize("count", [0, 1, 5, MANY])
def test_names_are_those_of_python(count):
    rng = np.random.default_rng(count)
    numbers = rng.integers(0, 10 ** rng.integers(1, 19, size=count))
    numbers[:4] = [0, 9, 10, 10**18 - 1][: min(count, 4)]
    names, written = NumberNames(numbers), tuple(map(str, numbers.tolist()))
    assert tuple(names) == written
    assert names == written
    assert written == names
    assert hash(names) == hash(written)
    assert repr(names) == repr(written)
    assert pickle.loads(pickle.dumps(names)) == names
    assert all(names[i] == written[i] for i in range(-min(count, 3), min(count, 3)))
    assert tuple(names[1:4]) == written[1:4]


def test_names_that_fit_take_four_bytes_each():
    assert NumberNames(np.arange(5)).numbers.dtype == np.int32
    assert NumberNames(np.array([2**31])).numbers.dtype == np.int64


def test_a_graph_is_the_same_whichever_way_its_names_are_held():
    numbers = np.array([3, 5, 9])
    one = Graph.from_edges(3, [(0, 2)], names=NumberNames(numbers))
    other = Graph.from_edges(3, [(0, 2)], names=["3", "5", "9"])
    assert one == other
    assert one.name(2) == "9"
    assert isinstance(one.names, NumberNames)


def test_an_index_outside_is_refused_as_by_a_tuple():
    with pytest.raises(IndexError):
        NumberNames(np.arange(3))[3]
