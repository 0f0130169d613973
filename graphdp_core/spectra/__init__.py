"""Eigenpairs of graphs and of their noise: solvers, debiasing, alignment, theory."""
