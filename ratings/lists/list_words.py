"""Words of lists: who is active, until when and why; the name of the ratings, in French Elo for chess.

Of a list, whose day decides, or of a system by the rules of today: as an office chose them or, of a key
alone, as the rule book has them.
"""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from federation.language.wording import grouped
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.models import PublishedList
from ratings.rulebook.activity import needs_licence
from ratings.rulebook.systems import SYSTEMS, Choice, Chosen, edition_in_force

Of = PublishedList | Choice | str


def is_by_licence(of: Of) -> bool:
    """Return whether a licence makes a player active, whenever they played last (FFG ladder rules 3.1)."""
    choice: Choice
    if isinstance(of, PublishedList):
        choice, day = of.system, of.date
    else:
        choice, day = Chosen(of) if isinstance(of, str) else of, timezone.localdate()
    return choice.key in SYSTEMS and needs_licence(edition_in_force(choice, day))


def active(of: Of) -> str:
    """Return what heads the active."""
    return _("Licensed") if is_by_licence(of) else _("Active")


def inactive(of: Of) -> str:
    """Return the words for a player who is not active."""
    return _("without a licence") if is_by_licence(of) else _("inactive")


def active_players(of: Of, count: int, *, shown: str = "") -> str:
    """Return how many players are active; `shown`: the number with its thousands grouped."""
    if is_by_licence(of):
        text = ngettext("%(n)s licensed player", "%(n)s licensed players", count)
    else:
        text = ngettext("%(n)s active player", "%(n)s active players", count)
    return text % {"n": shown or grouped(count)}


def nobody_active(of: Of) -> str:
    """Return that a list has no active player."""
    if is_by_licence(of):
        return _("No player on this list has a licence.")
    return _("No player on this list is active.")


def with_others(of: Of) -> str:
    """Return that the others are shown too."""
    return _("with players without a licence") if is_by_licence(of) else _("with inactive players")


def show_others(of: Of) -> str:
    """Return what shows the others too."""
    if is_by_licence(of):
        return _("Include players without a licence")
    return _("Include inactive players")


_LAYOUT = "fide"


def is_elo(system: str) -> bool:
    """Return whether players call the ratings of a system Elo; servers of chess have ratings of their own.

    Texts about them have the context "chess", since French calls them otherwise.
    """
    return system in CATALOGUE and CATALOGUE[system].layout == _LAYOUT


def rating_head(*systems: str) -> str:
    """Return what heads the ratings of a system, or those of several together."""
    return pgettext("chess", "Rating") if all(map(is_elo, systems)) else _("Rating")


def rating_from(system: str, rating: str) -> str:
    """Return a filter by the lowest rating in words."""
    text = _("rating from %(rating)s")
    if is_elo(system):
        text = pgettext("chess", "rating from %(rating)s")
    return text % {"rating": rating}


def rating_to(system: str, rating: str) -> str:
    """Return a filter by the highest rating in words."""
    text = _("rating to %(rating)s")
    if is_elo(system):
        text = pgettext("chess", "rating to %(rating)s")
    return text % {"rating": rating}


def category_named(sex: str, age: str) -> str:
    """Return women of an age group in words, or one of the two; "" = all."""
    return ", ".join(filter(None, (sex and _("women"), age and age_named(age))))


def age_named(age: str) -> str:
    """Return an age group in words."""
    years = {"years": age[1:]}
    return (_("under %(years)s") if age.startswith("u") else _("%(years)s and over")) % years
