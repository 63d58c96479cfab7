"""Reading catalogues, written and compiled, and what is careless in the texts of each language."""

import ast
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path

PLACEHOLDER = re.compile(r"%\(\w+\)[.\d]*\w|\{\w+\}")
# What counts n = 1, 2, 5, 11, 21, 22, 25, 101 take: places in the texts of a message.
COUNTS = (1, 2, 5, 11, 21, 22, 25, 101)
NUMBERS = {"fr": (0, 1, 1, 1, 1, 1, 1, 1), "ru": (0, 1, 2, 2, 0, 1, 2, 0)}
TEXTS = {"fr": 2, "ru": 4}
# French: before : ; ? ! » and the per cent sign, and after «, a space that does not break; a true apostrophe.
_FRENCH = re.compile(r" [:;?!»]| %(?!\()|« |\w'\w|\w[;?!](?:\s|$)|\w:(?:\s|$)")
# Russian: quotes « » and „ “ only, a long dash held to the word before it, no space before a mark, none that
# breaks after № or before the per cent sign, and no word half in Latin letters.
_RUSSIAN = re.compile(
    r"[\"”‘]|\w'\w|(?:^|\s)-+\s|\s–\s| —|—\w|\w—(?!\d)|(?:[^\W_]|[·»])\s[:;?!,](?:\s|$)|«\s|\s»|№ | %|\.\.\."
    r"|[а-яё][a-z]|[a-z][а-яё]",
    re.IGNORECASE,
)
_APART = re.compile(rf"<[^>]*>|{PLACEHOLDER.pattern}")


@dataclass
class Message:
    """One message of a catalogue: where it means several things a context, and a text for every number."""

    context: str | None = None
    single: str = ""
    plural: str | None = None
    texts: list[str] = field(default_factory=list)
    fuzzy: bool = False

    @property
    def key(self) -> tuple[str | None, str, str | None]:
        """What a message is found by."""
        return self.context, self.single, self.plural


def messages(file: Path) -> list[Message]:
    """Read a .po file; the first message is its header. Obsolete ones (#~) are refused."""
    found = []
    for block in file.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            found.append(_message(lines))
            found[-1].fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in block.splitlines())
        assert not any(line.startswith("#~") for line in block.splitlines())
    return found


def _message(lines: list[str]) -> Message:
    parts: dict[str, str] = {}
    name = ""
    for line in lines:
        if not line.startswith('"'):
            name, _, line = line.partition(" ")
        parts[name] = parts.get(name, "") + ast.literal_eval(line)
    texts = [text for name, text in sorted(parts.items()) if name.startswith("msgstr")]
    return Message(parts.get("msgctxt"), parts["msgid"], parts.get("msgid_plural"), texts)


def compiled(file: Path) -> list[Message]:
    """Read a .mo file: two tables of lengths and places (GNU gettext manual, The Format of GNU MO Files)."""
    data = file.read_bytes()
    count, originals, translations = struct.unpack_from("<3I", data, 8)

    def at(table: int, number: int) -> str:
        length, place = struct.unpack_from("<2I", data, table + 8 * number)
        return data[place : place + length].decode()

    found = []
    for number in range(count):
        context, apart, name = at(originals, number).rpartition("\x04")
        single, several, plural = name.partition("\0")
        texts = at(translations, number).split("\0")
        found.append(Message(context if apart else None, single, plural if several else None, texts))
    return found


def careless(language: str, text: str) -> bool:
    """Return whether a text breaks the typography of its language."""
    if language == "fr":
        return bool(_FRENCH.search(text))
    # Tags and placeholders stand for something that is neither a letter nor a space.
    return bool(_RUSSIAN.search(_APART.sub("·", text)))


def placeholders(language: str, message: Message) -> list[tuple[str, str]]:
    """Pair every text with what its placeholders come from; Russian says its first text of 21 as well."""
    origins = [message.single, message.plural or ""]
    if message.plural is not None and TEXTS[language] > len(origins):
        origins = [message.plural] * TEXTS[language]
    return list(zip(message.texts, origins, strict=False))
