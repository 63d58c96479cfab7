"""Names of invented clubs are French: before a vowel "de" loses its own."""

import re
from random import Random

import pytest

from federation.management.demo.places import clubs, of_town


@pytest.mark.parametrize(
    ("town", "of"),
    [
        ("Ormepré", "d'Ormepré"),
        ("Épinecaire-le-Haut", "d'Épinecaire-le-Haut"),
        ("Aubelac", "d'Aubelac"),
        ("Hautecaire", "de Hautecaire"),  # its h is aspirated
        ("Montrive", "de Montrive"),
    ],
)
def test_of_loses_its_vowel_before_another(town: str, of: str) -> None:
    assert of_town(town) == of


def test_no_invented_club_keeps_the_vowel() -> None:
    names = [club.name for club in clubs(Random(11), count=120)]

    assert any(" d'" in name for name in names)
    assert [name for name in names if re.search(r"\bde [AEÉIOU]", name)] == []
