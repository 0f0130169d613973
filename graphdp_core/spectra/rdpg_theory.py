"""What edgeFlip does to latent positions: the map xi, its inverse, the collapse at epsilon 0."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.edge_noise import EdgeNoise


def private_positions(points: Floats, noise: EdgeNoise) -> Floats:
    """Latent positions of the release of a random dot product graph, one dimension more.

    xi(x) = sqrt(1 - 2 pi) x (+) sqrt(pi). A pair of probability P = <x, y> is released with
    probability (1 - 2 pi) P + pi = <xi(x), xi(y)>: the release is again a random dot product
    graph. For any pair noise 1 - 2 pi is p - q and pi is q, with p and q the true and false
    positive rates. The same holds for an indefinite inner product; the new dimension counts
    positively.

    Parameters
    ----------
    points : ndarray, shape (n, d)
    noise : EdgeNoise
        The true positive rate not below the false positive rate.

    Returns
    -------
    ndarray of float64, shape (n, d + 1)
        The shape shrinks by sqrt(1 - 2 pi) and moves off the origin in the last dimension. At
        epsilon = 0 it is one point of norm sqrt(1/2), whose graph is Erdős–Rényi(1/2).

    References
    ----------
    Vishwanath & Hehir, "The Shape of Edge Differential Privacy" (poster), box 2A, where the norm
    of the collapsed point is printed as 1/2; in full arXiv:2504.17274, 2025.

    Examples
    --------
    >>> private_positions(np.array([[0.8], [0.6]]), EdgeNoise(0.75, 0.25)).round(3)
    array([[0.566, 0.5  ],
           [0.424, 0.5  ]])
    """
    shrink = math.sqrt(_contrast(noise))
    constant = np.full((len(points), 1), math.sqrt(noise.false_positive_rate))
    return np.hstack((shrink * np.asarray(points, dtype=np.float64), constant))


def undo_noise(
    points: Floats, values: Floats, noise: EdgeNoise, *, dimension: int
) -> tuple[Floats, Floats]:
    """The privacy-adjusted embedding: the shape that a raw embedding of a release stands for.

    The raw points Y estimate xi(X), so that X J X' = (Y J Y' - pi 1 1') / (1 - 2 pi). The
    constant direction is found by least squares, 1 = Y w, and taken out: with Y = Q R, the
    leading eigenpairs of R (J - pi w w') R' / (1 - 2 pi) give X. Where all of the constant
    direction is noise it is dropped; where the true shape is off the origin it is shortened.

    Parameters
    ----------
    points : ndarray, shape (n, d + 1)
        Raw embedding of the release.
    values : ndarray, shape (d + 1,)
        Eigenvalues of its columns: only their signs count, as the signature J.
    noise : EdgeNoise
        The true positive rate above the false positive rate.
    dimension : int
        d, how many directions to return.

    Returns
    -------
    points : ndarray, shape (n, d)
    values : ndarray, shape (d,)
        Signed eigenvalues, by falling magnitude.

    Notes
    -----
    *Privacy*: post-processing of the release; the noise distribution is public.

    References
    ----------
    Vishwanath & Hehir, Signal Recovery from Random Dot-Product Graphs under Local Differential
    Privacy, arXiv:2504.17274, 2025 (privacy-adjusted spectral embedding; there the constant is
    taken off the matrix, here off the embedded points).

    Examples
    --------
    >>> noise = EdgeNoise(0.75, 0.25)
    >>> raw = private_positions(np.array([[0.8], [0.6], [0.3]]), noise)
    >>> undo_noise(raw, np.array([1.0, 1.0]), noise, dimension=1)[0].ravel().round(3)
    array([0.8, 0.6, 0.3])
    """
    signs = np.where(values < 0, -1.0, 1.0)
    constant, *_ = np.linalg.lstsq(points, np.ones(len(points)), rcond=None)
    basis, triangle = np.linalg.qr(points)
    middle = (
        np.diag(signs) - noise.false_positive_rate * np.outer(constant, constant)
    ) / _contrast(noise)
    eigenvalues, vectors = np.linalg.eigh(triangle @ middle @ triangle.T)
    order = np.argsort(-np.abs(eigenvalues), kind="stable")[:dimension]
    directions = basis @ vectors[:, order]
    largest = np.argmax(np.abs(directions), axis=0)
    directions *= np.where(directions[largest, np.arange(len(order))] < 0, -1.0, 1.0)
    return directions * np.sqrt(np.abs(eigenvalues[order])), eigenvalues[order]


def _contrast(noise: EdgeNoise) -> float:
    if noise.contrast < 0.0:
        raise ValueError(
            "noise must keep edges at least as often as it invents them, got a true positive "
            f"rate of {noise.true_positive_rate:g} and a false positive rate of "
            f"{noise.false_positive_rate:g}."
        )
    return noise.contrast
