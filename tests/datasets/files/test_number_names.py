"""Numbers become names as Python writes them, few or many."""

import numpy as np
import pytest

from graphdp_core.datasets.files import number_names as module
from graphdp_core.datasets.files.number_names import number_names


@pytest.mark.parametrize("count", [0, 1, 5, module.MANY])
def test_names_are_those_of_python(count):
    rng = np.random.default_rng(count)
    numbers = rng.integers(0, 10 ** rng.integers(1, 19, size=count))
    numbers[:4] = [0, 9, 10, 10**18 - 1][: min(count, 4)]
    assert number_names(numbers) == list(map(str, numbers.tolist()))
