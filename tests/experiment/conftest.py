"""Fixtures for experiments: a small graph, and workers that are this process."""

from collections.abc import Iterator

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.workers import Pool


@pytest.fixture(scope="module")
def karate() -> gdp.Graph:
    return gdp.load_graph("karate")


@pytest.fixture
def here() -> Iterator[Pool]:
    pool = Pool(0)
    yield pool
    pool.shutdown()
