"""Figures: pure functions from results and a theme to charts, picked by the result's kind name."""

from __future__ import annotations

from graphdp_core.plots.alluvial import alluvial
from graphdp_core.plots.attacks import attack_figure
from graphdp_core.plots.audits import budget_bar, climb_curve, outcome_losses
from graphdp_core.plots.coassignment import coassignment
from graphdp_core.plots.community_ranks import community_ranks
from graphdp_core.plots.counts import count_error_curves
from graphdp_core.plots.degrees import degree_distribution
from graphdp_core.plots.dendrogram import dendrogram_pair
from graphdp_core.plots.density import matrix_density
from graphdp_core.plots.encode import encode_array, escape, truncate
from graphdp_core.plots.heat_map import heat_map
from graphdp_core.plots.kinds.drawn import pair_of
from graphdp_core.plots.merges import merge_pair
from graphdp_core.plots.moving_diagram import moving_diagram
from graphdp_core.plots.nested_sets import nested_pair, set_tree
from graphdp_core.plots.nodes import drawn_nodes
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.pair.clouds import cloud_pair, widest_view
from graphdp_core.plots.pair.drawings import network_pair, node_sizes, partition_pair, tree_pair
from graphdp_core.plots.pair.edges import edge_kinds, thin_edges
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.pair.plotly import pair_figure
from graphdp_core.plots.pair.svg import pair_svg
from graphdp_core.plots.panels import Figure
from graphdp_core.plots.partitions import community_sizes, confusion_heatmap
from graphdp_core.plots.plans import plan_bars
from graphdp_core.plots.posterior_icons import posterior_icons
from graphdp_core.plots.quantile_dots import quantile_dots
from graphdp_core.plots.rank_intervals import noise_against_gap, rank_intervals
from graphdp_core.plots.ranking_methods import ranking_methods
from graphdp_core.plots.rankings import precision_bars, rank_scatter, ranks
from graphdp_core.plots.repeated_diagrams import landscape_band, recurrence_pair
from graphdp_core.plots.scree import scree_pair
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.spectra import (
    angle_bars,
    paired_breakdown_plot,
    vector_map_pair,
    vector_pair,
)
from graphdp_core.plots.study import study_svg
from graphdp_core.plots.summary import block_heatmap, component_bars, degree_curve, graph_picture
from graphdp_core.plots.survival import survival_curves
from graphdp_core.plots.theme import CONFIG, DARK, LIGHT, Theme
from graphdp_core.plots.theory import breakdown_plot, diameter_curve, theory_pair
from graphdp_core.plots.trade_off import growth_curve, trade_off
from graphdp_core.plots.tree_errors import bound_crossing, tree_error_curve
from graphdp_core.plots.two_worlds import EventBins, two_worlds
from graphdp_core.plots.unit_picture import unit_picture

__all__ = [
    "CONFIG",
    "DARK",
    "LIGHT",
    "EventBins",
    "Figure",
    "Pair",
    "Picture",
    "Sides",
    "Theme",
    "alluvial",
    "angle_bars",
    "attack_figure",
    "block_heatmap",
    "bound_crossing",
    "breakdown_plot",
    "budget_bar",
    "climb_curve",
    "cloud_pair",
    "coassignment",
    "community_ranks",
    "community_sizes",
    "component_bars",
    "confusion_heatmap",
    "count_error_curves",
    "degree_curve",
    "degree_distribution",
    "dendrogram_pair",
    "diameter_curve",
    "drawn_nodes",
    "edge_kinds",
    "encode_array",
    "epsilon_label",
    "escape",
    "format_number",
    "graph_picture",
    "growth_curve",
    "heat_map",
    "landscape_band",
    "matrix_density",
    "merge_pair",
    "moving_diagram",
    "nested_pair",
    "network_pair",
    "node_sizes",
    "noise_against_gap",
    "outcome_losses",
    "pair_figure",
    "pair_of",
    "pair_svg",
    "paired_breakdown_plot",
    "partition_pair",
    "plan_bars",
    "posterior_icons",
    "precision_bars",
    "quantile_dots",
    "rank_intervals",
    "rank_scatter",
    "ranking_methods",
    "ranks",
    "recurrence_pair",
    "scree_pair",
    "set_tree",
    "study_svg",
    "survival_curves",
    "theory_pair",
    "thin_edges",
    "trade_off",
    "tree_error_curve",
    "tree_pair",
    "truncate",
    "two_worlds",
    "unit_picture",
    "vector_map_pair",
    "vector_pair",
    "widest_view",
]
