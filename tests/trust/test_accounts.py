"""Accounts: no order of releases costs a unit more than its cap."""

from fractions import Fraction
from itertools import product

import pytest

from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import NeighbouringRelation as R
from graphdp_core.privacy.implications import Unit, steps
from graphdp_core.trust.accounts import Charge, account, check_room

UNITS = [*map(Unit, R), Unit(R.WEIGHT_L1, Fraction(2)), Unit(R.WEIGHT_LINF, Fraction(2))]
CAP = Fraction(2)


def admitted(cap, taken=()):
    """All that a ledger with one cap takes, of up to three releases, one after the other."""
    for unit in UNITS:
        new = Charge(len(taken) + 2, unit, Fraction(1))
        try:
            check_room(taken, {cap: CAP}, new)
        except Refused:
            continue
        yield (*taken, new)
        if len(taken) < 2:
            yield from admitted(cap, (*taken, new))


@pytest.mark.parametrize("cap", UNITS, ids=str)
def test_a_cap_is_not_evaded_by_any_three_releases_in_any_order(cap):
    for taken in admitted(cap):
        counts = [steps(charge.unit, cap) for charge in taken]
        assert None not in counts, f"{taken}: something is not counted"
        assert sum(counts) <= CAP, f"{taken}: more than the cap"
        shown = [charge.unit.relation.edges_are_public for charge in taken]
        assert sorted(shown) == shown, f"{taken}: edges are protected that were published"


def test_an_order_changes_no_sum():
    for one, other, unit in product(UNITS, repeat=3):
        both = [Charge(2, one, Fraction(1)), Charge(3, other, Fraction(1, 2))]
        spent = account(both, unit), account(both[::-1], unit)
        assert spent[0].epsilon == spent[1].epsilon
        assert sorted(spent[0].apart) == sorted(spent[1].apart)


def test_a_delta_grows_with_the_steps():
    joins = Charge(2, Unit(R.NODE_ADD), Fraction(1), Fraction(1, 10**6))
    spent = account([joins], Unit(R.NODE))
    assert spent.epsilon == 2
    assert float(spent.delta) == pytest.approx(3.718e-6, rel=1e-3)


def test_what_stands_apart_promises_nothing_and_leaves_nothing():
    """An account of nodes with a release of edges beside it says nothing about one edge."""
    both = [Charge(2, Unit(R.NODE), Fraction(1, 2)), Charge(3, Unit(R.EDGE), Fraction(3))]
    spent = account(both, Unit(R.NODE), cap=Fraction(9))
    assert spent.implied() == ()
    assert spent.left == 0
