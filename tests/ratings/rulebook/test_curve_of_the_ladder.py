"""Pages of rules say which curve of the ladder an office has chosen; both give the figures printed."""

import math
import re

import pytest
from django.core.cache import cache
from django.test import Client

from ratings.models import RatingSystem
from ratings.rulebook.editions import with_parameters
from ratings.rulebook.expected_score import Strength, expected_score
from ratings.rulebook.ladder import LadderEdition
from tests.declared import LADDER


@pytest.mark.parametrize(("curve", "figure"), [("logistic", "29.09"), ("normal", "29.48")])
def test_both_curves_give_the_figures_of_the_document(curve: str, figure: str) -> None:
    edition = with_parameters(LADDER[-1], {"curve": curve})
    assert isinstance(edition, LadderEdition)
    at_stake = [
        edition.k * (1.0 - expected_score(edition, Strength(1500.0 - apart), Strength(1500.0)))
        for apart in (0.0, 400.0)
    ]

    assert at_stake[0] == pytest.approx(16.0)
    assert f"{at_stake[1]:.2f}" == figure
    assert math.floor(at_stake[1]) == 29


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("parameters", "words", "formula"),
    [
        ({}, "The logistic curve is used here", "E = 1 / (1 + 10^"),
        ({"curve": "normal"}, "The normal law is used here", "erfc"),
    ],
)
def test_pages_of_rules_say_which_curve_is_used(
    parameters: dict[str, str], words: str, formula: str, client: Client
) -> None:
    cache.clear()
    RatingSystem.objects.filter(key="ladder").update(parameters=parameters)

    for path in ("/rules/", "/rules/ladder/"):
        answer = client.get(path, headers={"accept-language": "en"})
        text = re.sub(r"\s+", " ", answer.content.decode())
        assert all(part in text for part in (words, formula, "29.09", "29.48", "normal law")), path
