"""What the active of a system are called: on the ladders of the FFG they are those who hold a licence."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.vocabulary.grades import Scale
from ratings.rulebook.systems import SYSTEMS


def is_by_licence(system: str) -> bool:
    """Return whether a licence makes a player active, whenever they played last (FFG ladder rules 3.1)."""
    return system in SYSTEMS and SYSTEMS[system].scale is Scale.FFG


def active(system: str) -> str:
    """Return what heads the active."""
    return _("Licensed") if is_by_licence(system) else _("Active")


def inactive(system: str) -> str:
    """Return what is said of a player who is not active."""
    return _("without a licence") if is_by_licence(system) else _("inactive")


def active_players(system: str, count: int, *, shown: str = "") -> str:
    """Return how many players are active; `shown`: the number with its thousands grouped."""
    if is_by_licence(system):
        text = ngettext("%(n)s licensed player", "%(n)s licensed players", count)
    else:
        text = ngettext("%(n)s active player", "%(n)s active players", count)
    return text % {"n": shown or number_format(count, 0, force_grouping=True)}


def nobody_active(system: str) -> str:
    """Return that a list has no active player."""
    if is_by_licence(system):
        return _("No player on this list has a licence.")
    return _("No player on this list is active.")


def with_others(system: str) -> str:
    """Return that the others are shown too."""
    return _("with players without a licence") if is_by_licence(system) else _("with inactive players")


def show_others(system: str) -> str:
    """Return what shows the others too."""
    if is_by_licence(system):
        return _("Include players without a licence")
    return _("Include inactive players")
