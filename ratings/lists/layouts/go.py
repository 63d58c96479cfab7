"""Lists of Go: grades and clubs."""

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from django.utils.html import escape
from django.utils.translation import gettext_lazy as _

from ratings.lists.layouts import columns
from ratings.lists.layouts.cells import escaped, month
from ratings.lists.layouts.columns import BY_GAMES, Cells, Column, Rows
from ratings.lists.layouts.list_table import Layout, ListTable
from ratings.lists.selection import address

_NOWHERE = "\0"


def _clubs(
    rows: Rows, codes: Iterable[str], names: Iterable[str], federations: Iterable[str]
) -> tuple[Cells, ...]:
    """Return links to the players of the clubs on the list, and the federations."""
    before, _mark, after = escape(address(rows.selection, club=_NOWHERE)).partition(quote(_NOWHERE))
    known = rows.clubs
    clubs = ((code, name, known.get(code, name)) for code, name in zip(codes, names, strict=True))
    return [_club(before, after, *club) if club[0] else "" for club in clubs], escaped(federations)


@lru_cache(4096)
def _club(before: str, after: str, code: str, name: str, label: str) -> str:
    """Return the link to a club's players by its label, a blank behind; its address is escaped."""
    title, shown = escape(f"{name}, {code}" if name else code), escape(label or code)  # a long name is cut
    return f'<a href="{before}{quote(code)}{after}" title="{title}">{shown}</a> '


class GoTable(ListTable):
    """A list of Go."""

    rank = columns.rank(th="rank", td="rank")
    here = columns.here()
    name = columns.name(columns.names())
    club = Column(
        _("Club"),
        _clubs,
        *("club", "club_name", "federation"),
        td="second club",
        cell='{}<span class="federation">{}</span>',
    )
    grade = columns.declared("grade", td="second grade")
    rating = columns.rating()
    change = columns.change()
    course = columns.course()
    games = columns.declared("games", order=BY_GAMES)
    last = columns.last(_("Last tournament"), month, "last_played", td="number phone-off muted")


GO = Layout(GoTable)
