"""The columns of a crosstable that need words: tie-breaks and performance of chess, change on a list."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.vocabulary.disciplines.catalogue import Discipline
from ratings.breakdown.symbols import PERFORMANCE
from ratings.crosstables.crosstables import Crosstable
from ratings.views.players.breakdowns import Entry


def legend(cross: Crosstable, game: Discipline) -> list[Entry]:
    """Return the columns a crosstable of a game has, explained."""
    of_game = _tie_breaks(cross) if game.tie_breaks else ()
    return [*of_game, *_change(cross)]


def _tie_breaks(cross: Crosstable) -> Iterator[Entry]:
    if cross.has_buchholz:
        yield _entry("bh", "BH", _("Buchholz"), _("The sum of the opponents’ scores."))
        yield _entry(
            "cut", "BH-C1", _("Buchholz cut 1"), _("The sum of the opponents’ scores without the lowest one.")
        )
    yield _entry(
        "sb",
        "SB",
        _("Sonneborn-Berger"),
        _("The sum of the scores of opponents beaten, and half the scores of opponents drawn with."),
    )
    if cross.has_performances:
        yield _entry("rp", PERFORMANCE.sign, _(PERFORMANCE.name), _(PERFORMANCE.words))


def _change(cross: Crosstable) -> Iterator[Entry]:
    if cross.has_shares:
        yield _entry(
            "share",
            pgettext("of a rating", "Change"),
            _("Change by this tournament"),
            _("K times the difference between the score and the expected score, in this tournament alone."),
            is_word=True,
        )


def _entry(key: str, sign: str, name: str, words: str, *, is_word: bool = False) -> Entry:
    return Entry(f"cross-{key}", key, sign, name, words, clause="", is_word=is_word)
