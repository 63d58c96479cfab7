"""Clubs of the register for tests."""

from federation.models import Club
from federation.register.federations import federation_for
from federation.vocabulary.countries import club_code


def make_club(label: str, country: str = "FR", **more: object) -> Club:
    """Return the club of a label and country, made where there is none."""
    federation = federation_for(country)
    values = {"label": label, "name": label, "federation": federation, **more}
    return Club.objects.get_or_create(code=club_code(label, federation.code, home="FR"), defaults=values)[0]
