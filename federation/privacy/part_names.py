"""Names of the parts of the file that is handed out to a person, as pages say them; the file has its keys."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_NAMES: dict[str, str | Promise] = {
    "player": _("Register"),
    "merged_numbers": _("Merged numbers"),
    "birth_days": _("Date of birth"),
    "numbers": _("Numbers"),
    "known_names": _("Other names"),
    "licences": _("Licences"),
    "declared_grades": _("Declared grades"),
    "e-mail": _("E-mail address"),
    "claims": _("Accounts that claim the player"),
    "errors_reported": _("Reported errors"),
    "requests": _("Requests about personal data"),
    "tournament_entries": _("Entries in tournaments"),
    "expected_entries": _("Registrations for tournaments"),
    "games": _("Games in tournaments"),
    "handles": _("Handles on servers"),
    "games_of_streams": _("Games on servers"),
    "ratings": _("Ratings"),
    "rating_changes": _("Rating changes"),
    "published_lists": _("Rows of published lists"),
    "decisions": _("Manual adjustments"),
}


def words(key: str) -> str:
    """Return what a page calls a part; KeyError for one without a name."""
    return str(_NAMES[key])
