"""The false claims and the mechanism's page: the numbers are stored ones, the audit is near."""

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.evidence import claim_records, evidence
from graphdp_core.trust.false_claims import FALSE_CLAIMS
from pages.parts import auditor, mechanism_list
from pages.shared import streamlit_internals
from pages.shared.background import Workshop


def test_all_stand_on_one_page_with_what_was_counted(visitor):
    visitor.open("learn/claims.py", graph="karate")
    visitor.check(draws=False)
    assert visitor.at.title[0].value == "Eleven claims that do not hold"
    assert len(visitor.at.header) == len(FALSE_CLAIMS)
    for kept in claim_records().values():
        assert f"Seen in {kept.counts[0]:,} and in {kept.counts[1]:,} of" in visitor.text


def test_a_mechanism_has_its_audit_its_curves_and_what_was_claimed_of_it(visitor):
    visitor.open("learn/mechanisms.py", graph="karate", mechanism="top_m_filter")
    visitor.check(draws=False)
    certified = f"{evidence('top_m_filter').audit.certified:.3g}"
    assert certified in visitor.at.success[0].value.replace("\\", "")
    assert "As many edges come out as were counted" in [s.value for s in visitor.at.subheader]
    headers = [header.value for header in visitor.at.header]
    assert "What survives on three graphs" in headers
    assert "Its graphs beside those of others" in headers
    assert visitor.at.selectbox(key="query").value == "Average clustering"
    visitor.at.selectbox(key="query").set_value("Diameter").run()
    visitor.check(draws=False)
    assert "Diameter on 8 graphs. Nearest at ε = 1: " in visitor.text.replace("\\", "")


def test_what_no_count_can_show_has_its_picture_by_integration(visitor):
    visitor.open("learn/mechanisms.py", graph="karate", mechanism="sbmf")
    visitor.check(draws=False)
    assert "a loss of 19.3 where ε = 13" in visitor.text.replace("\\", "")
    assert "Its graphs beside those of others" not in [h.value for h in visitor.at.header]
    assert not visitor.at.success, "an audit that finds nothing proves nothing of what is false"


def test_the_audit_page_runs_a_false_claim_as_it_was_made(visitor, monkeypatch):
    class AtOnce(Workshop):
        """Does what is asked for before it returns."""

        def ask(self, owner, name, work):
            for key, value in work(lambda fraction, text="": None):
                self._put(key, value)

    monkeypatch.setattr(auditor, "AUDITOR", AtOnce())
    monkeypatch.setattr(auditor, "MOST", 512)
    visitor.open("decide/audit.py", graph="karate", **{"audit.error": "undivided-radius"})
    visitor.check()
    assert "Refuted:" in visitor.at.title[0].value.replace("\\", "")
    assert "Event: the tree is the path 0, 1, 2, 3" in visitor.text
    assert "Why it does not hold" in [box.label for box in visitor.at.expander]


def test_the_list_of_mechanisms_has_each_with_its_claim_and_audit():
    rows = mechanism_list.rows().set_index("Mechanism")
    assert list(rows.index) == [kind.title for kind in MECHANISMS]
    assert rows.loc["LNPP (as published)", "Claimed ε"] == "none"
    assert rows.loc["edgeFlip", "Certified ε"].startswith("≥ 0.")
    assert rows["False claims about it"].replace("", "0").astype(int).sum() == len(FALSE_CLAIMS)


def test_buttons_lead_from_a_mechanism_to_its_audit_and_back(visitor, monkeypatch):
    gone = []
    monkeypatch.setattr(streamlit_internals, "open_page", lambda path, **_: gone.append(path))
    visitor.open("learn/mechanisms.py", graph="karate", mechanism="top_m_filter")
    assert "/mechanisms?mechanism=top_m_filter" in visitor.at.selectbox(key="mechanism").help
    visitor.at.button(key="run fixed-total").click().run()
    assert gone == ["decide/audit.py"]
    visitor.open("decide/audit.py")
    assert visitor.at.selectbox(key="audit.error").value.startswith(
        "False claim about Top-m filter"
    )
    assert visitor.at.query_params["audit.error"] in ("fixed-total", ["fixed-total"])
