"""Keys and public numbers as texts of a request say them. Pure."""

from collections.abc import Iterable

BIGGEST = 2**63 - 1  # what a BigAutoField holds, and what SQLite can be asked for
_DIGITS = len(str(BIGGEST))


def key_from(text: str) -> int | None:
    """Return the key a text names; None where it is more than ASCII digits, or more than a table can hold."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        return None
    key = int(text)
    return key if key <= BIGGEST else None


def keys_from(texts: Iterable[str]) -> list[int]:
    """Return the keys of the texts that name one, in their order."""
    return [key for key in map(key_from, texts) if key is not None]
