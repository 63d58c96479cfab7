"""Names of rating systems in the reader's language."""

from federation.language.wording import translated
from federation.vocabulary.systems.catalogue import CATALOGUE


def system_name(key: str) -> str:
    """Name a rating system in the reader's language."""
    return translated(CATALOGUE[key].name) if key in CATALOGUE else key


def system_short(key: str) -> str:
    """Name a rating system where there is room for one word."""
    return translated(CATALOGUE[key].short_name) if key in CATALOGUE else key
