"""The settings that are audited: all that change a claim, and none that are refused."""

from dataclasses import dataclass

import graphdp_core as gdp
from graphdp_core.lab.audits.settings import claim_of, every_setting, proved_settings, settings
from graphdp_core.params import param
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status


@dataclass(frozen=True)
class Made:
    """Its relation follows `norm`; without a highest weight above 1 nothing is protected."""

    norm: str = param("l1", "", choices=("l1", "linf"))
    share: float = param(0.0, "", low=0.0, high=0.9)
    highest: float = param(1.0, "", low=0.1, high=10.0)

    def guarantee(self, epsilon):
        relation = NeighbouringRelation.WEIGHT_L1
        if self.norm == "linf":
            relation = NeighbouringRelation.WEIGHT_LINF
        return Guarantee(
            relation, epsilon, Status.PROVED_PURE, empty="" if self.highest > 1.0 else "none"
        )


def test_choices_that_change_the_claim_and_shares_of_nothing_are_varied():
    found = [(made.norm, made.share) for made in settings(Made)]
    assert found == [("l1", 0.0), ("linf", 0.0), ("l1", 0.45)]


def test_what_protects_nothing_is_taken_with_a_number_doubled(monkeypatch):
    monkeypatch.setattr("graphdp_core.lab.audits.settings.MECHANISMS", (Made,))
    assert {made.highest for made in proved_settings()} == {2.0}


def test_every_claim_that_a_choice_can_make_is_among_the_settings():
    made = proved_settings()
    centralities = {(m.score, m.calibration, m.support) for m in made if m.id == "noisy_centrality"}
    assert ("closeness", "sound_smooth", "fixed") in centralities
    assert ("closeness", "sound_smooth", "vanish") not in centralities, "it is refused"
    assert {claim_of(m) for m in made} >= {claim_of(kind()) for kind in gdp.MECHANISMS
                                           if kind().guarantee(1.0).protects}  # fmt: skip
    assert all(m.guarantee(1.0).protects for m in made)


def test_mechanisms_without_a_proof_stand_with_their_defaults():
    others = [made for made in every_setting() if not made.guarantee(1.0).protects]
    assert gdp.mechanism("sbmf") in others
    assert all(made == type(made)() for made in others)
