"""FIDE's titles and federations, as every file of chess writes them."""

from federation.vocabulary.countries import COUNTRIES

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "WH")
_COUNTRY_OF = {fide: code for code, (fide, _) in COUNTRIES.items() if fide}
_COUNTRY_OF.update(dict.fromkeys(("ENG", "SCO", "WLS", "GCI", "JCI", "IOM"), "UK"))
# Whose letters a file may have: also those of players without a federation, and of FIDE itself.
FEDERATIONS = frozenset(_COUNTRY_OF) | {"FID", "NON"}


def country_of(federation: str) -> str:
    """Return the two letters of a FIDE federation, "" for those without a country of their own."""
    return _COUNTRY_OF.get(federation, "")
