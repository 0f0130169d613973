"""Parameters: declared once, checked everywhere."""

from dataclasses import dataclass

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused, param, schema, validate


@dataclass(frozen=True)
class Blur:
    width: int = param(2, "Pixels to each side", low=1, high=9)
    amount: float = param(0.5, "How much", low=0, high=1)
    kind: str = param("box", "Which kernel", choices=("box", "cone"))
    wrap: bool = param(False, "Around the border", label="Wrap around")


def test_the_schema_lists_parameters_in_order_with_labels():
    assert [parameter.name for parameter in schema(Blur)] == ["width", "amount", "kind", "wrap"]
    assert [parameter.label for parameter in schema(Blur)][::3] == ["Width", "Wrap around"]


def test_defaults_and_limits_are_valid():
    validate(Blur())
    validate(Blur(width=1, amount=1, kind="cone", wrap=True))


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"width": 0}, "width must be an integer from 1 to 9, got 0"),
        ({"width": 2.5}, "integer"),
        ({"width": True}, "integer"),
        ({"amount": float("nan")}, "a number from 0 to 1, got nan"),
        ({"amount": "much"}, "a number"),
        ({"kind": "disc"}, "one of 'box', 'cone', got 'disc'"),
        ({"wrap": 1}, "True or False"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(parameters, words):
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        validate(Blur(**parameters))


@pytest.mark.parametrize(
    ("id", "former", "now"), [("pamst", "law", "selection"), ("louvain_dp", "form", "variant")]
)
def test_a_class_refuses_a_former_keyword_with_the_name_of_today(id, former, now):
    kind = type(gdp.mechanism(id))
    with pytest.raises(Refused, match=f"pass {now}="):
        kind(**{former: getattr(kind(), now)})


def test_a_former_name_of_a_parameter_is_understood_where_members_are_made_by_name():
    assert gdp.mechanism("pamst", law="kruskal") == gdp.mechanism("pamst", selection="kruskal")
    former = gdp.mechanism("louvain_dp", form="as_published")
    assert former == gdp.mechanism("louvain_dp", variant="as_published")
