"""Comparison of names: one folding for stored keys and for searches. Pure."""

import re

from anyascii import anyascii

from federation.vocabulary.grades import LETTERED

LONGEST_KEY = 200  # letters of a key that is stored

# Letters that French and English write one way and German, Nordic and Dutch another: both spellings are seen.
_TWO_LETTERS = str.maketrans({
    "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "ß": "ss",
    "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe", "Æ": "Ae",
})  # fmt: skip
_ELISION = re.compile(r"\b([dl])['’`´](?=\w)", re.IGNORECASE)  # d'Alès, L'Hôte: the second word is searched
_APOSTROPHE = re.compile(r"['’‘`´ʼ\"]")  # Manac'h, Grigor`ev: nothing between the halves
_NOT_A_WORD = re.compile(r"[^a-z0-9]+")
_REMARK = re.compile(r"[\s_]*\([^)]*\)?")
_DECLARED = re.compile(LETTERED)
_PAIRS = re.compile(r"ae|oe|ue|aa|ss")

TITLES = frozenset({
    "dr", "prof", "mr", "mrs", "ms", "mme", "mlle", "monsieur", "madame", "mademoiselle", "herr", "frau",
    "sir", "sensei", "meijin", "honinbo", "ing", "mgr",
})  # fmt: skip
PARTICLES = frozenset({
    "de", "des", "du", "d", "la", "le", "les", "l", "van", "von", "der", "den", "zu", "zum", "zur", "ten",
    "ter", "da", "do", "dos", "di", "del", "della", "el", "al", "af", "av", "y", "e", "i",
})  # fmt: skip


def full_name(surname: str, given_name: str) -> str:
    """Return how a person is named: the surname first, no blank where there is only one of the two."""
    return f"{surname} {given_name}".strip()


def fold(text: str) -> str:
    """Fold a name to lower-case ASCII words, one blank between; titles and grades beside a name are dropped.

    Underscores and hyphens part words, an apostrophe parts them after d and l only.
    """
    plain = anyascii(_ELISION.sub(r"\1 ", text.replace("_", " ")))
    words = _NOT_A_WORD.sub(" ", _APOSTROPHE.sub("", plain).lower()).split()
    names = [word for word in words if word not in TITLES and not _DECLARED.fullmatch(word)]
    # "Mr" alone or "Ing" as a family name stay: what is left must still be a surname and a given name.
    return " ".join(names if len(names) >= 2 else words)


def key_of(surname: str, given_name: str = "") -> str:
    """Return the key a player is stored and found under, at most `LONGEST_KEY` letters."""
    return fold(f"{surname} {given_name}")[:LONGEST_KEY]


def without_remark(text: str) -> str:
    """Drop what a list writes in brackets behind a name to part namesakes: "Thomas_(Lyon)" is Thomas."""
    return _REMARK.sub("", text).strip() or text


def spellings(surname: str, given_name: str = "") -> tuple[str, ...]:
    """Return the keys under which a name as written may stand in the register, likeliest first.

    Surname first and given name first; Müller as Muller and as Mueller; Mueller as Muller.
    """
    surname, given_name = without_remark(surname), without_remark(given_name)
    expanded = (surname.translate(_TWO_LETTERS), given_name.translate(_TWO_LETTERS))
    keys: list[str] = []
    for first, second in ((surname, given_name), expanded):
        straight, swapped = key_of(first, second), key_of(second, first)
        keys += [straight, swapped]
    keys += [skeleton(keys[0]), skeleton(keys[1])]
    return tuple(dict.fromkeys(key for key in keys if key))


def fuller_name(known: tuple[str, str], listed: tuple[str, str]) -> tuple[str, str]:
    """Return the surname and given name to stand where a list has a name: the listed or the fuller ones.

    Of spellings that differ in accents or capitals alone the one with more accents is fuller, then the one
    that is not all in capitals.
    """
    if not all(_is_same_but_for_accents(a, b) for a, b in zip(known, listed, strict=True)):
        return listed
    surname, given_name = (_fuller(a, b) for a, b in zip(known, listed, strict=True))
    return surname, given_name


def _is_same_but_for_accents(first: str, second: str) -> bool:
    """Return whether two texts have the same letters, accents left away or written as in Mueller."""
    if first == second:
        return True
    keys = [{_plain_key(text), _plain_key(text.translate(_TWO_LETTERS))} for text in (first, second)]
    return bool(keys[0] & keys[1])


def _plain_key(text: str) -> str:
    return _NOT_A_WORD.sub(" ", _APOSTROPHE.sub("", anyascii(text)).lower()).strip()


def _fuller(known: str, listed: str) -> str:
    return max(
        (known, listed), key=lambda text: (sum(not letter.isascii() for letter in text), not text.isupper())
    )


def skeleton(key: str) -> str:
    """Reduce ae, oe, ue, aa and ss to one letter, so that Mueller and Müller meet."""
    return _PAIRS.sub(lambda pair: pair.group()[0], key)


def same_words(a: str, b: str) -> bool:
    """Return whether two names are the same words in any order.

    Blanks inside (Ben Ali, Benali) and particles (van, de) do not part them as long as two words remain.
    """
    left, right = fold(a).split(), fold(b).split()
    if not left or not right:
        return False
    if sorted(left) == sorted(right) or _is_rotation(left, right):
        return True
    left, right = _without_particles(left), _without_particles(right)
    return len(left) >= 2 and (sorted(left) == sorted(right) or _is_rotation(left, right))


def _is_rotation(left: list[str], right: list[str]) -> bool:
    """Return whether a rotation of the words on the left, written together, reads as those on the right."""
    target = "".join(right)
    if sum(map(len, left)) != len(target):
        return False
    return any("".join(left[turn:] + left[:turn]) == target for turn in range(len(left)))


def _without_particles(words: list[str]) -> list[str]:
    return [word for word in words if word not in PARTICLES]
