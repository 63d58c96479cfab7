"""The one catalogue of rating systems: what each is called, which games it is about, and when it moves.

Which editions and constants a system has, and how it is computed, is `ratings.rulebook.systems`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from federation.vocabulary.messages import gettext_noop


class Cadence(StrEnum):
    """When ratings move; the values are public names (API, addresses)."""

    BY_EVENT = "event"  # event by event; a list is a snapshot
    BY_PERIOD = "period"  # once a list, over everything that counts for it
    BY_GAME = "stream"  # game by game, as they arrive from servers; nobody reviews, a list is a snapshot


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One rating system as everybody names it.

    `family`: what a tournament is handed in for; `rate`: the rate of play whose tournaments count, "" where
    the game knows one only; `game`: the discipline, "any" where servers bring games of any kind;
    `short_name`: in a row of tabs.
    """

    key: str
    name: str
    short_name: str
    game: str
    family: str
    cadence: Cadence = Cadence.BY_EVENT
    rate: str = ""


def _by_period(key: str, name: str, short_name: str, rate: str) -> CatalogueEntry:
    return CatalogueEntry(key, name, short_name, "chess", "fide", Cadence.BY_PERIOD, rate)


def _of_fics(key: str, name: str, short_name: str) -> CatalogueEntry:
    return CatalogueEntry(key, name, short_name, "chess", "fics", Cadence.BY_GAME)


_ENTRIES = (
    CatalogueEntry("ffg", gettext_noop("FFG ladder"), gettext_noop("FFG"), "go", "ffg"),
    CatalogueEntry("ffg-hybrid", gettext_noop("FFG hybrid ladder"), gettext_noop("hybrid"), "go", "ffg"),
    CatalogueEntry("egf", gettext_noop("EGF rating"), gettext_noop("EGF"), "go", "egf"),
    _by_period("fide-standard", gettext_noop("FIDE standard"), gettext_noop("standard"), "standard"),
    _by_period("fide-rapid", gettext_noop("FIDE rapid"), gettext_noop("rapid"), "rapid"),
    _by_period("fide-blitz", gettext_noop("FIDE blitz"), gettext_noop("blitz"), "blitz"),
    _of_fics("fics-standard", gettext_noop("FICS standard"), gettext_noop("FICS standard")),
    _of_fics("fics-blitz", gettext_noop("FICS blitz"), gettext_noop("FICS blitz")),
    _of_fics("fics-lightning", gettext_noop("FICS lightning"), gettext_noop("lightning")),
    _of_fics("fics-wild", gettext_noop("FICS wild"), gettext_noop("wild")),
    _of_fics("fics-bughouse", gettext_noop("FICS bughouse"), gettext_noop("bughouse")),
    CatalogueEntry(
        "ladder", gettext_noop("Online ladder"), gettext_noop("ladder"), "any", "ladder", Cadence.BY_GAME
    ),
)
CATALOGUE: Mapping[str, CatalogueEntry] = {entry.key: entry for entry in _ENTRIES}
# What a tournament is handed in for.
FAMILY_NAMES: Mapping[str, str] = {
    "ffg": gettext_noop("FFG ladder"),
    "egf": gettext_noop("EGF rating"),
    "fide": gettext_noop("FIDE rating"),
}
# The Glicko of FICS whatever the category: what a rating job can ask for besides; no system of the site.
ANY_FICS_CATEGORY = _of_fics("fics-glicko", gettext_noop("FICS"), gettext_noop("FICS"))


def keys_of(cadence: Cadence) -> list[str]:
    """Return the keys of the systems of a cadence, in the order of the catalogue."""
    return [entry.key for entry in _ENTRIES if entry.cadence is cadence]


def families_of(game: str) -> tuple[str, ...]:
    """Return the families a tournament of a game can be handed in for, in the order of the catalogue."""
    return tuple(
        dict.fromkeys(
            one.family for one in _ENTRIES if one.game == game and one.cadence is not Cadence.BY_GAME
        )
    )
