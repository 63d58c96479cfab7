"""What the rating of a system is called: in French an Elo, where lists are those of chess federations.

So their texts have a context of their own, "chess": for the systems declared with the layout of FIDE.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.vocabulary.systems.catalogue import CATALOGUE

_LAYOUT = "fide"


def is_elo(system: str) -> bool:
    """Return whether players call the ratings of a system Elo; servers of chess have ratings of their own."""
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
