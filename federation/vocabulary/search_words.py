"""The words a tournament or a club is found by, as one stored text, and what is looked for in it. Pure.

` open de noircaire | 75op @noircaire ~opin @~nvarkair`: the name up to the stroke, other words behind it; `@`
begins the words of a town, `~` codes of how a word sounds (federation.vocabulary.sounds).
"""

import re

from federation.vocabulary.names import fold
from federation.vocabulary.sounds import MARK, cut, is_cyrillic, sound_key, sounds

TOWN = "@"
LONGEST = 800
_PARTS = re.compile(r"[\s\-_]+")


def search_words(name: str, town: str, *more: str) -> str:
    """Return the text to be stored for something with a name in a town."""
    town_words = [TOWN + word for word in fold(town).split()]
    words = [fold(name), "|", *(fold(text) for text in more), *town_words, sound_key(name, mark=MARK)]
    words.append(sound_key(town, mark=TOWN + MARK))
    return cut(" " + " ".join(filter(None, words)), LONGEST)


def typed_words(text: str) -> list[tuple[str, ...]]:
    """Return for each word typed the beginnings of stored words it may be: letters, sounds in Cyrillic."""
    if not is_cyrillic(text):
        return [(word,) for word in fold(text).split()]
    words = []
    for word in _PARTS.split(text.lower()):
        plain = fold(word).replace(" ", "")
        codes = sounds(word) if is_cyrillic(word) else ()
        if plain:
            words.append((plain, *(MARK + code for code in codes)))
    return words


def has_words(text: str, stored: str) -> bool:
    """Return whether every word typed begins a stored word; never without a word. As SQL: search.words."""
    words = typed_words(text)
    return bool(words) and all(any(f" {start}" in stored for start in word) for word in words)


def whole_name(text: str) -> str:
    """Return how the stored text of something begins whose whole name is as typed."""
    return f" {fold(text)} |"
