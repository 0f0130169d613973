"""The entry for the registry of deployments: its fields, its words, and nothing that is private."""

from datetime import date
from functools import cache

import pytest
import yaml

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust.publish import publish
from graphdp_core.trust.registry import Curator, check_entry, registry_entry, written

ANN = Curator("Müller: #1 \u2028 «Lab» \x85", "Nonprofit", "- Austria")
FIELDS = {
    "url_slug": str,
    "deployment": {
        "basic": {
            "name": str,
            "data_curators": [{
                "data_curator_name": str,
                "data_curator_type": {"Government", "Industry", "Nonprofit"},
            }],
            "description": str, "intended_use": str,
            "data_product_type": {"Summary statistics", "Dataset", "Synthetic data"},
            "data_product_region": str, "publication_date": str,
        },
        "dp_variant": {
            "variant_name": {"Pure DP"}, "data_domain": str, "unprotected_quantities": str,
        },
        "privacy_loss": {
            "privacy_unit": str, "privacy_unit_details": str,
            "privacy_parameters": {"epsilon": float}, "privacy_parameters_details": str,
        },
        "deployment_model": {
            "model_name": {"Central"}, "model_name_details": str, "trust_assumptions": str,
            "actors": str, "release_type": {"One release"}, "release_type_details": str,
            "data_source_type": {"Static"}, "access_type": {"Non-interactive"},
            "access_type_details": str,
        },
        "implementation": {
            "preprocessing_and_hyperparameter_tuning": str, "mechanisms": str, "composition": str,
            "post_processing": str, "justification": str, "utility": str,
        },
        "administrative": {"status": {"Draft"}, "registry_authors": [str], "tier": int},
    },
}  # fmt: skip
"""The registry's fields in its order, and of its words those that a release may have: as in
schemas/deployments-schema.yaml of opendp/deployments-registry-data at 057e5d8."""


@pytest.fixture(scope="module")
def entry(tmp_path_factory):
    """Of a release by a mechanism, by default of the karate club."""
    folder = tmp_path_factory.mktemp("entries")

    @cache
    def made(id="edge_flip", epsilon="1", graph="karate"):
        home = folder / str(len(list(folder.iterdir())))
        found = publish(
            gdp.load_graph(graph), gdp.mechanism(id), epsilon=epsilon,
            to=home / "friends.zip", ledger=home / "people.jsonl", question="Who knows\nwhom?",
        )  # fmt: skip
        return registry_entry(found.certificate, ANN, name="Our friends", on=date(2026, 11, 27))

    return made


def check(value, field, path=""):
    """Whether a value has the fields of the registry, all of them, in their order."""
    if isinstance(field, dict):
        assert list(value) == list(field), path
        for name, part in field.items():
            check(value[name], part, f"{path}/{name}")
    elif isinstance(field, list):
        assert value, path
        for item in value:
            check(item, field[0], path)
    elif isinstance(field, set):
        assert value in field, path
    else:
        assert type(value) is field, path
        assert value != "", path


@pytest.mark.parametrize(
    ("id", "graph", "kind", "unit"),
    [
        ("edge_flip", "karate", "Dataset", "Edge-level"),
        ("dk_series", "karate", "Synthetic data", "Edge-level"),
        ("node_count", "karate", "Summary statistics", "Node-level"),
        ("weight_laplace", "les_miserables", "Dataset", "Weight-level"),
        ("private_tree_cost", "les_miserables", "Summary statistics", "Weight-level"),
    ],
)
def test_an_entry_has_the_fields_of_the_registry(entry, id, graph, kind, unit):
    made = entry(id, graph=graph)
    read = yaml.safe_load(written(made))
    assert read == made
    check(read, FIELDS)
    assert read["deployment"]["basic"]["data_product_type"] == kind
    assert read["deployment"]["privacy_loss"]["privacy_unit"] == unit
    assert read["deployment"]["basic"]["publication_date"] == "2026-11-27"


def test_epsilon_is_never_stated_too_small(entry):
    found = entry(epsilon="1/3")["deployment"]["privacy_loss"]
    assert found["privacy_parameters"]["epsilon"] >= 1 / 3
    assert "ε is at most 0.334" in found["privacy_parameters_details"]


def test_what_a_mechanism_declares_is_in_it(entry):
    made = entry("node_count", graph="karate")["deployment"]
    assert "bound = 64" in made["implementation"]["preprocessing_and_hyperparameter_tuning"]
    assert "bounded: the same nodes" in made["privacy_loss"]["privacy_unit_details"]
    assert "trusts a curator" in made["deployment_model"]["trust_assumptions"]
    flips = entry("edge_flip", graph="karate")["deployment"]
    assert "Estimates with intervals" in flips["implementation"]["post_processing"]
    assert "trusts nobody" in flips["deployment_model"]["trust_assumptions"]


def test_neither_the_number_of_edges_nor_the_ledger_is_in_it(entry):
    text = written(entry("noisy_degrees", "0.25")).decode()
    edges = str(gdp.load_graph("karate").m)
    for secret in (f" {edges} ", f"{edges} edges", "number_of_privacy_units", "people.jsonl"):
        assert secret not in text


@pytest.mark.parametrize(
    ("name", "curator", "question", "complaint"),
    [
        ("a.yaml", Curator("", "", ""), "", "also needs --question, --curator, --curator-kind"),
        ("a.yaml", Curator("Ann", "Nonprofit", " "), "Who?", r"also needs --region\.$"),
        ("a.yaml", Curator("Ann", "Club", "Austria"), "Who?", "one of Government, Industry"),
        ("A b.yaml", ANN, "Who?", r"lowercase letters, digits and _ before \.yaml, got 'A b"),
        ("old.yaml", ANN, "Who?", r"old\.yaml exists already"),
    ],
)
def test_what_the_registry_would_not_take_is_refused(tmp_path, name, curator, question, complaint):
    (tmp_path / "old.yaml").write_text("")
    with pytest.raises(Refused, match=complaint):
        check_entry(tmp_path / name, curator, question=question)
