"""Tags and filters of the public pages: figures, changes, where we are, addresses of pages and sortings."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from federation.accounts import permissions
from federation.language.system_names import system_name, system_short
from federation.language.wording import round_name, translated
from federation.templatetags.table import field_query
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from ratings.charts import figures
from ratings.lists import list_words
from ratings.lists.layouts import cells
from ratings.lists.queries import query_of
from ratings.models import ListEntry
from ratings.players.online_games import Played, Sat
from ratings.rulebook import deviation
from ratings.rulebook.constant_words import EDITIONS
from ratings.rulebook.expected_score import Strength

register = template.Library()
register.filter(system_name)
register.filter(system_short)
register.filter("round_name", round_name)

# Which entry of the main navigation a page belongs to, by the first word of its URL name.
_SECTIONS = {
    "list": "lists",
    "player": "lists",
    "change": "lists",
    "tournament": "tournaments",
    "club": "clubs",
    "calculator": "calculators",
    "rule": "rules",
    "table": "lists",
    "statistic": "statistics",
    "upload": "desk",
    "run": "review",
    "manual": "review",
    "alarm": "review",
    "effect": "review",
    "prepared": "review",
    "month": "review",
    "schedule": "review",
    "difference": "review",
    "queue": "desk",
    "four": "desk",
    "onward": "desk",
    "follower": "review",
}


def _in_language(text: str) -> str:
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR")))


@register.filter
def section(request: HttpRequest | None) -> str:
    """Name the entry of the main navigation the page asked for belongs to."""
    match = getattr(request, "resolver_match", None)
    name = (getattr(match, "url_name", "") or "").split("-")[0].rstrip("s")
    return _SECTIONS.get(name, name)


register.filter("is_officer", permissions.is_officer)
register.filter("is_organiser", permissions.is_organiser)
register.filter("places", cells.places)
register.simple_tag(field_query, takes_context=True)


@register.filter
def command_line(text: str) -> SafeString:
    """Return a command whose options are never broken at their hyphens, however narrow the screen."""
    words = (
        (format_html('<span class="nowrap">{}</span>', word) if word.startswith("-") else word,)
        for word in text.split()
    )
    return format_html_join(" ", "{}", words)


@register.filter
def signed(value: float | None) -> str:
    """Return a change with its sign; nothing for none."""
    return "" if value is None else figures.signed(value)


@register.filter
def change1(value: float) -> SafeString:
    """Return a change with one decimal as the stylesheet's component, where ratings are no whole numbers."""
    went = "gain" if value >= 0.05 else "loss" if value <= -0.05 else "even"
    return format_html(
        '<span class="change {}">{}</span>', went, _in_language(figures.signed(value, places=1))
    )


@register.filter
def moved_to(before: float, after: float) -> SafeString | str:
    """Return the change between two ratings set in whole points, as the stylesheet's component."""
    return change(figures.moved(before, after))


@register.filter
def moved1_to(before: float, after: float) -> SafeString:
    """Return the change between two ratings set with one decimal, as the stylesheet's component."""
    return change1(figures.moved(before, after, places=1))


@register.filter
def signed2(value: float | None) -> str:
    """Return a change with its sign and two decimals, as one game has it."""
    return "" if value is None else _in_language(figures.signed(value, places=2))


@register.filter
def signed3(value: float) -> str:
    """Return a difference with its sign and three decimals, as losses have them."""
    return _in_language(figures.signed(value, places=3))


@register.filter
def signed4(value: float) -> str:
    """Return a difference with its sign and four decimals, where losses have four."""
    return _in_language(figures.signed(value, places=4))


@register.filter
def exact(value: float) -> str:
    """Return a rating with two decimals and a true minus."""
    return _in_language(f"{value:.2f}".replace("-", figures.MINUS))


@register.filter
def exact1(value: float) -> str:
    """Return a figure with one decimal and a true minus, as deviations are."""
    return _in_language(f"{value:.1f}".replace("-", figures.MINUS))


@register.filter
def more(value: float, other: float) -> str:
    """Return the upper end of a band in whole points."""
    return figures.plain(value + other)


@register.filter
def less(value: float, other: float) -> str:
    """Return the lower end of a band in whole points."""
    return figures.plain(value - other)


@register.filter
def rating(value: float | None) -> str:
    """Return a rating in whole points with a true minus; a dash for none."""
    return "–" if value is None else figures.plain(value)


@register.filter
def change(value: float | None) -> SafeString | str:
    """Return a change as the stylesheet's component: sign first, colour second."""
    if value is None:
        return ""
    return format_html('<span class="change {}">{}</span>', figures.direction(value), figures.signed(value))


@register.filter
def rating_head(system: str) -> str:
    """Return what heads the ratings of a system."""
    return list_words.rating_head(system)


@register.filter(name="translated")
def translated_text(text: str) -> str:
    """Translate a text of the catalogue or of a data file into the visitor's language."""
    return translated(text)


@register.filter
def edition_label(name: str) -> str:
    """Name an edition of rules in the visitor's language."""
    return gettext(EDITIONS[name]) if name in EDITIONS else name


@register.filter
def share(value: float) -> str:
    """Return a probability in percent; one that is neither 0 nor 1 is never shown as certain."""
    percent = min(max(100 * value, 0.1), 99.9) if 0 < value < 1 else 100 * value
    figure = f"{percent:.1f}" if percent < 1 or percent > 99 else f"{percent:.0f}"
    return gettext("%(n)s%%") % {"n": _in_language(figure)}


@register.filter
def percent(value: float) -> str:
    """Return a share that is known in whole percent."""
    return gettext("%(n)s%%") % {"n": f"{100 * value:.0f}"}


@register.filter
def band(strength: Strength) -> str:
    """Return the 95 % band of a rating."""
    return " – ".join(figures.plain(end) for end in deviation.band(strength.rating, strength.deviation))


@register.filter
def points(value: float) -> str:
    """Return a score: whole and half points."""
    return half_points(round(2 * value))


@register.filter
def spaced(value: str) -> str:
    """Return a signed number as a further term of a sum: a space behind its sign."""
    return f"{value[0]} {value[1:]}" if value[:1] in ("+", figures.MINUS) else f"+ {value}"


register.simple_tag(list_words.active_players)
register.filter("is_by_licence", list_words.is_by_licence)
register.filter("active_word", list_words.active)
register.filter("is_elo", list_words.is_elo)
register.filter("inactive_word", list_words.inactive)
register.filter("nobody_active", list_words.nobody_active)


@register.simple_tag
def game_score(played: Played, sat: Sat) -> str:
    """Return what a player or a team scored in a game with one result."""
    opponent = played.opponents(sat.player)[0]
    return points(played.score(sat.player, opponent.player) or 0.0)


@register.simple_tag
def game_name(key: str) -> str:
    """Name what is played: a discipline of tournaments, or the stream games come from."""
    return translated(DISCIPLINES[key].tournaments) if key in DISCIPLINES else system_name(key)


@register.filter
def half_points(value: int) -> str:
    """Return a score stored in half points."""
    if value < 0:
        return f"{figures.MINUS}{half_points(-value)}"
    return f"{value // 2 or ('' if value else 0)}{'½' if value % 2 else ''}"


@register.filter
def quarter_points(value: int) -> str:
    """Return a Sonneborn-Berger stored in quarter points."""
    return f"{value // 4 or ('' if value % 4 else 0)}{('', '¼', '½', '¾')[value % 4]}"


@register.filter
def constant(value: object) -> str:
    """Return a constant of the rules with all its decimals, in the reader's language."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, float):
        return _in_language(f"{value:g}".replace("-", figures.MINUS))
    return str(value)


@register.filter
def pairs(values: Sequence[object], names: Sequence[object]) -> list[tuple[object, object]]:
    """Put two sequences of one length side by side."""
    return list(zip(values, names, strict=True))


@register.simple_tag
def place(entry: ListEntry) -> str:
    """Return the address of an entry's own line on the newest list of its system."""
    newest = reverse("list-newest", args=[entry.list.system.key])
    return f"{newest}{query_of(entry)}#p{entry.player_id}"


@register.simple_tag
def options(values: Sequence[str], chosen: str) -> SafeString:
    """Return the options of a choice of codes (grades, titles, federations), what is chosen marked."""
    return _fixed_options(tuple(values), chosen)


@lru_cache(
    maxsize=256
)  # two choices of forty grades took one part in twenty of a list page that is not cached
def _fixed_options(values: tuple[str, ...], chosen: str) -> SafeString:
    return _option_tags(((value, "", value) for value in values), chosen)


@register.simple_tag
def named_options(values: Sequence[tuple[str, str]], chosen: str, *, with_code: bool = False) -> SafeString:
    """Return the options of a choice by name, or by code and name; what is chosen is marked.

    A club that only files name has no name but its code.
    """
    named = ((code, f"{code} {name}" if with_code and code != name else name) for code, name in values)
    return _option_tags(((code, f' value="{escape(code)}"', name) for code, name in named), chosen)


def _option_tags(every: Iterable[tuple[str, str, str]], chosen: str) -> SafeString:
    """Return options: code, what stands in the tag besides, text. A choice may have hundreds."""
    tags = (
        f"<option{value}{' selected' if code == chosen else ''}>{escape(name)}</option>"
        for code, value, name in every
    )
    return mark_safe("".join(tags))  # noqa: S308 - escaped above
