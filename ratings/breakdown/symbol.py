"""Symbol of a formula, with its data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of a sum; texts are English, to be translated."""

    key: str  # in formulas and addresses: letters and figures
    sign: str  # as it is set
    name: str
    words: str
    clause: str = ""  # in the document of the family; "" where it speaks of none
    formulas: tuple[str, ...] = ()  # how it is computed; several: which one, the words say
    is_word: bool = False  # the sign is a word, to be translated
