"""The federation a country in a file means; an unknown one is stored as text, without a row.

What the office decided of a spelling comes first, then the federations there are, then those of
vocabulary.countries, whose rows are made when they are first needed.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q

from federation.models import Federation, FederationSpelling
from federation.vocabulary.countries import COUNTRIES, UNKNOWN, country_code, spelling_key

LONGEST = 16  # of a country stored as text


class Filed(NamedTuple):
    """A person's federation, and the country as written if the federation is the unknown one."""

    federation: Federation
    text: str = ""

    @property
    def state(self) -> list[str]:
        """The federation as undos know it (register.federation_state)."""
        return [self.federation.code, self.text]

    @property
    def code(self) -> str:
        """The code codes of clubs begin with abroad."""
        return self.text[:8] or self.federation.code


def federation_for(country: str) -> Federation:
    """Find or make the federation of a country (GB is UK; an empty or unknown one is XX)."""
    return resolve({country})[country].federation


def federation_of_fide(code: str) -> Federation:
    """Find or make a federation on a list of FIDE's, which defines the federations of chess."""
    filed = resolve({code})[code]
    return _made(code[:8]) if filed.text else filed.federation


def home_federation() -> Federation:
    """Find or make our own federation."""
    return _made(settings.FEDERATION_CODE)


def resolve(countries: Collection[str]) -> dict[str, Filed]:
    """Find or make the federations of many countries; one query for those that are there."""
    codes = {country: code_of(country) for country in countries}
    keys = {key for pair in codes.items() for key in map(spelling_key, pair) if key}
    rows = Federation.objects.annotate(spelling=F("spellings__key"))
    by_code: dict[str, Federation] = {}
    spelled: dict[str, Federation] = {}
    for row in rows.filter(Q(code__in=set(codes.values())) | Q(spelling__in=keys)):
        by_code[row.code] = row
        if row.spelling:
            spelled[row.spelling] = row
    return {country: _filed(country, code, by_code, spelled) for country, code in sorted(codes.items())}


def _filed(
    country: str, code: str, by_code: Mapping[str, Federation], spelled: Mapping[str, Federation]
) -> Filed:
    known = spelled.get(spelling_key(country)) or spelled.get(spelling_key(code)) or by_code.get(code)
    if known is not None:
        return Filed(known)
    if code in COUNTRIES:
        return Filed(_made(code))
    return Filed(by_code.get(UNKNOWN) or _made(UNKNOWN), country.strip().upper()[:LONGEST])


def code_of(country: str) -> str:
    """Return the code of a country's federation; codes of the register or of FIDE are unchanged."""
    return country if country in COUNTRIES else country_code(country)[:8]


def _made(code: str) -> Federation:
    fide_code, name = COUNTRIES.get(code, ("", code))
    return Federation.objects.get_or_create(code=code, defaults={"fide_code": fide_code, "name": name})[0]


def spellings() -> dict[str, str]:
    """Return the code of the federation the office has given each spelling, by the spelling's key."""
    return dict(FederationSpelling.objects.values_list("key", "federation__code"))
