"""Acts on players in words: the field, its value before and its value after."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from federation.history.acts import Act
from federation.journal import acts
from federation.journal.words import NAMES
from federation.language.dates import format_date
from federation.models import BirthDay, Club, Identifier, JournalEntry, Player
from federation.register.person import UNKNOWN, column_of
from federation.vocabulary.countries import COUNTRIES
from federation.vocabulary.names import full_name
from federation.vocabulary.player_fields import names_of, plain_fields

KINDS: Mapping[str, Any] = {
    "L": gettext_lazy("competition"),
    "C": gettext_lazy("leisure"),
    "e": gettext_lazy("foreigner"),
    "-": gettext_lazy("none"),
}
NOTHING = "–"
LEAP_YEAR = 2000  # has every day of birth
_LABELS: Mapping[str, Any] = {
    "name": pgettext_lazy("of a player", "name"),
    "spelling": gettext_lazy("known name"),
    "titles": gettext_lazy("titles"),
    "birth_day": gettext_lazy("day of birth"),
}
Clubs = Mapping[int, str]


def label_of(field: str) -> str:
    """Return what a field is called: of a licence with its season, of a number by its register."""
    name, _colon, key = field.partition(":")
    if name == "licence":
        return _("licence %(season)s") % {"season": key}
    if name == "number":
        return str(dict(Identifier.Scheme.choices).get(key, key))
    known = names_of(lambda declared: not declared.internal)
    return str(_LABELS.get(name) or (column_of(name).verbose_name if name in known else name))


def act_words(act: Act) -> str:
    """Return what an act was, with its field where the words do not say it."""
    words = acts.sentence(act.act)
    return f"{words} ({label_of(act.field)})" if act.undoes or ":" in act.field else words


def plain_pair(act: Act) -> tuple[Any, Any]:
    """Return the values before and after as the downloaded journal file writes them.

    Columns by their names stay so, and that something is on record stays yes or no; the rest are texts.
    """
    detail, state = act.detail, act.state
    pair = (state["was"], state["now"]) if "before" not in detail else (detail["before"], detail["after"])
    before, after = (value if isinstance(value, dict | bool) else _plain(value) for value in pair)
    return before, after


def _plain(value: Any) -> str:
    return "" if value is None else str(value)


def clubs_named(acts: Iterable[Act]) -> Clubs:
    """Read the names of the clubs some acts are about, by key; one query, none for none."""
    wanted = {key for act in acts for key in _clubs_in(act)}
    return dict(Club.objects.filter(pk__in=wanted).values_list("pk", "name")) if wanted else {}


def _clubs_in(act: Act) -> Iterable[int]:
    name = act.field.partition(":")[0]
    for value in (act.state.get("was"), act.state.get("now")):
        if name == "club" and isinstance(value, int):
            yield value
        elif name == "licence" and value and value[1] is not None:
            yield value[1]


def value_words(field: str, value: Any, clubs: Clubs) -> str:
    """Return a value of a field in words."""
    name = field.partition(":")[0]
    if value in (None, "", ["", False]):
        return NOTHING
    if name == "name":
        return full_name(value["surname"], value["given_name"])
    if name == "club":
        if isinstance(value, list):  # what a file named, and its code
            return str(value[0])
        return clubs.get(value, pgettext("club", "no longer in the register"))
    if name == "licence":
        status, club = value
        return ", ".join(text for text in (str(KINDS.get(status, status)), clubs.get(club, "")) if text)
    return _person_words(name, value)


def _person_words(name: str, value: Any) -> str:
    if name == "grade":
        return value["grade"] or NOTHING
    if name == "federation":
        code, written = value
        return str(written or _(COUNTRIES[code][1]) if code in COUNTRIES else code)
    if name == "titles":
        return titles_words(value) or NOTHING
    if name == "birth_day":
        row = BirthDay.objects.filter(pk=value).first()
        return birth_day_words(row.value) if row else NOTHING
    if name == "privacy":
        return str(Player.Privacy(value if isinstance(value, str) else value[0]).label)
    if name == "death":
        shown = pgettext("year of death", "shown to everyone") if value[1] else ""
        return ", ".join(text for text in (day_words(value[0]), shown) if text)
    choices = dict(column_of(name).flatchoices) if name in plain_fields() else {}
    return str(choices.get(value, value))


def titles_words(titles: Mapping[str, str]) -> str:
    """Return titles, each once."""
    return ", ".join(dict.fromkeys(title for title in titles.values() if title))


def birth_day_words(day: str, year: int | None = None) -> str:
    """Return a day of birth, or its month, with the year where that is given."""
    month, _dash, number = day.partition("-")
    if not month:
        return str(year or "")
    form = " ".join(
        letter for letter in ("j" if number else "", "N" if number else "F", "Y" if year else "") if letter
    )
    return format_date(date(year or LEAP_YEAR, int(month), int(number or 1)), form)


def day_words(death: str) -> str:
    """Return the day or year of a death, or that it is not known."""
    if death == UNKNOWN:
        return pgettext("death", "day unknown")
    return format_date(date.fromisoformat(death), "j N Y") if len(death) == 10 else death


def about(act: Act) -> str:
    """Return what a line changed: the field, of a grade with the day it holds from."""
    label = label_of(act.field)
    text = act.state["now"]["since"] if act.field == "grade" else act.detail.get("since")
    if text:
        since = date.fromisoformat(text)
        return _("%(grade)s from %(day)s") % {"grade": label, "day": format_date(since, "j N Y")}
    return label


# Details of other lines, by the names the journal gives them.
_SHOWN = frozenset({
    "identifiers", "known_names", "licences", "declared_grades", "reason", "season", "scheme", "value",
    "other", "numbers", "since", "source",
})  # fmt: skip  # one name a line would say no more


def numbers_words(numbers: Mapping[str, str]) -> str:
    """Return numbers by their registers."""
    return ", ".join(f"{label_of(f'number:{scheme}')} {value}" for scheme, value in sorted(numbers.items()))


def name_words(name: str) -> str | None:
    """Return the label of a value of a line; None for values the journal's own page alone shows."""
    if name in _LABELS or name in names_of(lambda declared: declared.is_named):
        return label_of(name)
    return str(NAMES[name]) if name in _SHOWN else None


def act_of(entry: JournalEntry) -> Act:
    """Return the act of a line of the journal."""
    return Act(entry.pk, entry.act, entry.detail)
