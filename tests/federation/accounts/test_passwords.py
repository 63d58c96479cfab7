"""A password that is little more than the name of the site is none."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from pytest_django.fixtures import Settings


@pytest.mark.parametrize(
    "password", ["palmares2026", "Palmarès!23", "PALMARES-palmares", "Ligue-Bleue-1", "liguebleue99"]
)
def test_name_of_the_site_is_no_password(settings: Settings, password: str) -> None:
    settings.FEDERATION_NAME = "Ligue Bleue"

    with pytest.raises(ValidationError) as refusal:
        validate_password(password)

    assert "password_is_site" in [one.code for one in refusal.value.error_list]


@pytest.mark.parametrize(
    "password", ["wet-paper-77", "palmares is a tree by the river", "a long enough secret"]
)
def test_password_with_enough_of_its_own_is_taken(password: str) -> None:
    validate_password(password)
