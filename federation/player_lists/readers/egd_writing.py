"""Spelling of names and the mark in the EGD all-world list, for writing and comparing. Pure.

Source: EGF rating rules 3.2.
"""

import re

from anyascii import anyascii

NAME = 37  # characters of a whole name
UNDEFINED = "(undefined)"  # a name the EGD does not know; programs pass over a row with it


def name_of(surname: str, given_name: str) -> str:
    """Return "Last First" in at most NAME characters, a blank behind a surname alone.

    Digits stand in first names only, brackets in surnames only: a surname's digits follow the first name.
    """
    written = "" if surname == UNDEFINED else mark(surname)
    listed = _join_words(re.sub(r"[^-.`'_()A-Za-z]", "_", written)) or "_"
    digits = "".join(re.findall("[0-9]", written))
    first = _join_words(re.sub(r"[^-.`'_A-Za-z0-9]", "_", f"{mark(given_name)}_{digits}"))
    if listed == "_" and not first:
        return "_ _"  # a listed player whose name is not known
    # The shortest first name has a character.
    return f"{listed[: NAME - 2]} {first}"[:NAME].rstrip()


def _join_words(text: str) -> str:
    """Join the words of a name with one underscore each."""
    return re.sub(r"_{2,}", "_", text).strip("_")


def mark(text: str) -> str:
    """Return a text in ASCII as one word."""
    return "_".join(ascii_of(text).split())


def ascii_of(text: str) -> str:
    """Return in ASCII; what a page would take for markup is left out."""
    return "".join(letter for letter in anyascii(text) if letter not in "<>&" and letter.isprintable())
