"""Coarse sound of a name: one code for Дюпон and Dupont, in any language. Pure.

A Latin word is read as French, German, English and Slavic readers would, and has a code for each reading that
differs; Cyrillic is written as spoken, so that such a word has one code, two where letters are ambiguous.
Codes keep four vowels (a, i, o, u) and merge what transcriptions confuse: g with h and ch, sh with zh and j.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from anyascii import anyascii

from federation.vocabulary.names import PARTICLES

MARK = "~"  # begins a code among the words of a stored key, so that no word is taken for a code
_CYRILLIC = re.compile(r"[а-яёіїєґ]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_APOSTROPHE = re.compile(r"['’‘`´ʼ]")
LONGEST_KEY = 300  # letters of the key of a player
_MOST = 30  # letters of a word that are read

Rules = Sequence[tuple[re.Pattern[str], str]]


def _rules(text: str) -> Rules:
    """Read what is written as pattern→sound, in the order in which the patterns are replaced."""
    pairs = (rule.split("→") for rule in text.split())
    return tuple((re.compile(pattern), sound) for pattern, sound in pairs)


# Capital letters are sounds already: I O U A vowels, J for sh and zh, K G S C for k g s ts, N a nasal's n.
_FRENCH = _rules(r"""
    é|è|ê|ë→I ç→S œu|œ|oe|eu(?!x?$)|eux?$→I ï→I ô→O â→A î→i û|ù|ü→u à→A (?:ck|c)?ques?$→K gues?$→G
    ([^aeiou])es?$→\1E th→t eaux?|aul?[tdx]s?$|aux?→O bv→v mps?$→n ch→J ph→f gn→nI h→ oy|oi→UA ou→U
    [ae]i[lh]l→AI ill(?=[aouAOU])→I ai|ei|ay→I i?ers?$|ez$→I gue|gu(?=[iyeI])→G ge(?=[oau])→J
    g(?=[eiyEI])→J c(?=[eiyEI])→S ean→An ienn→Inn ien→In e[nm](?=[^aeiouynmEIAOU]|$)→An x$→ x→ks
    (?<=n)[cg]$→ [dtspz]+$→ qu|q|ck|c→K j→J y→I E→ w→v g→G
""")
_GERMAN = _rules(r"""
    ä|ae→I ö|oe→I ü|ue→U ß→S tsch|sch→J chs→ks ^st→Jt ^sp→Jp (?<=n)st→Jt ck→K ch→G tz|z→C ph→f dt→t th→t
    (?<=[aeiou])h(?![aeiou])→ h→G eu|äu→OI e[iy]|a[iy]→AI ie→I qu→Kv c→K x→ks j→I y→I v→f w→v g→G
""")
# As older Russian writes them: Эйнштейн, Нейман, Вагнер with a v that stays.
_GERMAN_OF_OLD = ((re.compile("eu|ei|ey"), "I"), (re.compile("v"), "w"), *_GERMAN)
_ENGLISH = _rules(r"""
    [éèëä]→I ö→O ü→U ^kn→n ^wr→r wh→v igh→AI shch|tch|sh|zh|ch|dg→J kh|gh→G ph→f th→t ts→C
    h(?=[^aeiouy]|$)→ oo|ou→U a([bdfgklmnprstvz])e(r?s?)$→I\1E\2 i([bdfgklmnprstvz])e(r?s?)$→AI\1E\2
    o([bdfgklmnprstvz])e(r?s?)$→O\1E\2 E(?!r)→ e$→ ee|ea|ai|ay|ey|ei→I ow→AU aw|au→O ck|c(?![eiy])→K c→S
    qu→kv x→ks j→J y→I w→v h|g→G
""")
_SLAVIC = _rules(r"""
    ř→rJ [čšž]→J [śźż]→J ł→l [áą]→A [éěęë]→I [íý]→I [óô]→O [úů]→U ń|ň→n ť→t ď→d cz|sz|rz→J kh|ch|h→G
    ts|tz|c→C j|y→I w→v x→ks g→G qu?→K
""")
_READINGS: tuple[Rules, ...] = (_FRENCH, _GERMAN, _GERMAN_OF_OLD, _ENGLISH, _SLAVIC)
_SPOKEN = str.maketrans("абвгґдеёєжзиіїйклмнопрстуфхцчшщыэюя", "abvggdiiijsiiiiklmnoprstufgcjjjiiua", "ъь")
_BEFORE_VOWEL = re.compile(r"[ьъ](?=[аеёиоуыэюя])")


def is_cyrillic(text: str) -> bool:
    """Return whether a text has a letter of a Cyrillic alphabet."""
    return _CYRILLIC.search(text) is not None


def spoken(text: str) -> list[tuple[str, ...]]:
    """Return for each word of a typed text the codes it may have, but for words without any."""
    words = (sounds(word) for word in _words(text))
    return [codes for codes in words if codes]


def sound_key(*texts: str, mark: str = "") -> str:
    """Return the codes of all words of some names, each once, as a key to be stored."""
    codes = dict.fromkeys(code for text in texts for word in _words(text) for code in sounds(word))
    return " ".join(mark + code for code in codes)


def player_sounds(surname: str, given_name: str) -> str:
    """Return the codes a player is stored and found under, at most `LONGEST_KEY` letters."""
    return sound_key(surname, given_name)[:LONGEST_KEY]


def cut(key: str, most: int) -> str:
    """Cut a stored key between two of its words."""
    return key if len(key) <= most else key[:most].rpartition(" ")[0]


@lru_cache(20_000)
def sounds(word: str) -> tuple[str, ...]:
    """Return the codes of one word of a name in lower case."""
    if is_cyrillic(word):
        read = _read_cyrillic(word[:_MOST])
    else:
        read = [_read_latin(word[:_MOST], rules) for rules in _READINGS]
    return tuple(dict.fromkeys(filter(None, map(_settle, read))))


def _words(text: str) -> list[str]:
    words = _WORD.findall(_APOSTROPHE.sub(" ", text).lower())
    return [word for word in words if len(word) > 1 and word not in PARTICLES]


def _read_cyrillic(word: str) -> list[str]:
    """Read a word as it is spoken; ё is written е as often, and an O in Соловьёв."""
    plain = _BEFORE_VOWEL.sub("и", word)
    plain = (
        plain.replace("дж", "ж").replace("тш", "ш").replace("тс", "ц").replace("дт", "т").replace("оу", "о")
    )
    plain = re.sub("^ио", "о", plain)
    read = [plain.translate(_SPOKEN)]
    if "ё" in plain:
        read.append(plain.replace("ё", "о").translate(_SPOKEN))
    return read


def _read_latin(word: str, rules: Rules) -> str:
    reading = word
    for pattern, sound in rules:
        reading = pattern.sub(sound, reading)
    return reading


_LETTERS = str.maketrans({"e": "i", "y": "i", "z": "s", "w": "v", "h": "g", "q": "k"})
_DOUBLED = re.compile(r"(.)\1+")
_GLIDE = re.compile(r"i+(?=[aou])")
_ROUNDED = re.compile(r"u(?=[aio])")


def _settle(reading: str) -> str:
    """Write a reading with the letters of codes: a glide before a vowel is not heard, u there is a v."""
    plain = anyascii(reading).lower().translate(_LETTERS)
    plain = "".join(letter for letter in plain if letter.isalpha())
    plain = _DOUBLED.sub(r"\1", plain)
    plain = _ROUNDED.sub("v", _GLIDE.sub("", plain))
    return _DOUBLED.sub(r"\1", plain)
