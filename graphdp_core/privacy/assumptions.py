"""What every guarantee assumes of the draw: said on screen, and not of a publication."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["IDEAL_CHANCES", "OF_THE_SEED", "of_a_publication"]

OF_THE_SEED = (
    "The seed of the noise stays secret, and every further draw spends its ε again.",
    "The random numbers are statistically sound, not cryptographic.",
)
IDEAL_CHANCES = "Chances are those of ideal real numbers."
BYTES_ARE_GONE = (
    "The random bytes are gone: nobody can draw again.",
    "Every further release about the same people spends its ε on top.",
)


def of_a_publication(assumptions: Sequence[str]) -> list[str]:
    """All that a publication assumes: it has no seed, and draws with integers.

    Examples
    --------
    >>> of_a_publication(["The nodes are public.", *OF_THE_SEED, IDEAL_CHANCES])[:2]
    ['The nodes are public.', 'The random bytes are gone: nobody can draw again.']
    """
    of_the_screen = (*OF_THE_SEED, IDEAL_CHANCES)
    return [*(text for text in assumptions if text not in of_the_screen), *BYTES_ARE_GONE]
