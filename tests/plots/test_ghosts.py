"""Possible truths of a release, drawn without a script."""

import re

import numpy as np

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.ghosts import MOST_DRAWN, ghosts


def test_edges_of_a_truth_are_told_apart_by_whether_they_were_released():
    release = Graph.from_edges(3, [(0, 1)])
    truths = [Graph.from_edges(3, [(0, 1), (1, 2)]), Graph.from_edges(3, [])]
    drawn = str(ghosts(release, truths, np.array([[0, 0], [1, 0], [0, 1]])))
    pictures = drawn.split("<svg ")[1:]
    lines = [[len(re.findall("M", d)) for d in re.findall(r' d="([^"]*)"', p)] for p in pictures]
    assert lines == [[1], [1, 1], [0, 0]]
    assert "Possible truth 2 of 2: 0 edges" in drawn


def test_of_many_edges_the_same_pairs_are_drawn_of_every_graph():
    noisy = gdp.mechanism("edge_flip").release(
        Graph.from_edges(200, []), epsilon=1.0, rng=gdp.noise_stream(0)
    )
    drawn = str(ghosts(noisy, [noisy], np.random.default_rng(0).random((200, 2))))
    released, kept, hidden = re.findall(r' d="([^"]*)"', drawn)
    assert released == kept
    assert hidden == ""
    assert 0.8 * MOST_DRAWN < released.count("M") < 1.2 * MOST_DRAWN < noisy.m
