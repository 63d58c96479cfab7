"""Words, punctuation and counts that pages, forms and drawings share, in the reader's language."""

from collections.abc import Iterable
from typing import Protocol

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.vocabulary.messages import Text

LEAST_GROUPED = 10_000


def labelled(name: object, text: object) -> str:
    """Put a value behind its label; French leaves a space before the colon."""
    return _("%(name)s: %(text)s") % {"name": name, "text": text}


def round_name(number: object) -> str:
    """Return the name of a round of a tournament, as in the middle of a sentence."""
    return _("round %(number)s") % {"number": number}


def translated(text: str) -> str:
    """Translate a text into the reader's language: by its own translations, else by the catalogue."""
    return text.in_language(get_language() or "en") if isinstance(text, Text) else _(text)


translated_lazy = lazy(translated, str)


class Declared(Protocol):
    """What a file declares: a key and a name."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...


def choices(declared: Iterable[Declared]) -> list[tuple[str, str | Promise]]:
    """Return what a field can be chosen from: keys, and names in the reader's language."""
    return [(declaration.key, translated_lazy(declaration.name)) for declaration in declared]


def grouped(count: int) -> str:
    """Return a count or a rank with its thousands grouped, where it has five digits or more.

    Four digits are read at a glance, like ratings and years, which are never grouped. Identifiers, files and
    the API have digits alone.
    """
    if -LEAST_GROUPED < count < LEAST_GROUPED:
        return str(count)
    return number_format(count, 0, force_grouping=True)
