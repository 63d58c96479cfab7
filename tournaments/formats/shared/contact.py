"""Contact data in texts of files: addresses and telephone numbers, never passed on."""

import re

_ADDRESS = r"[^\s@]{1,64}@[^\s@]{1,255}"
# A telephone number: a plus or nought in front, eight figures and more, blanks, dots or dashes between; no
# date.
_TELEPHONE = (
    r"(?<![0-9])(?<![0-9][./-])(?![0-3]?[0-9][./-][01]?[0-9][./-](?:19|20)[0-9]{2})"
    r"(?:\(?\+|\(?0|00)[0-9](?:[ ./()-]{0,2}[0-9]){7,14}(?![0-9])"
)
_LABEL = r"(?:\b(?:contact|e-?mail|mail|mailto|tel|tél|telephone|téléphone|phone|mobile|mob|gsm)\b[ .:=]*)*"
_CONTACT = re.compile(f"{_ADDRESS}|{_TELEPHONE}")
_LABELLED = re.compile(f"[(\\[<]?{_LABEL}(?:{_ADDRESS}|{_TELEPHONE})[)\\]>]?", re.IGNORECASE)


def has_contact(text: str) -> bool:
    """Return whether a text holds an address of mail or a telephone number."""
    return _CONTACT.search(text) is not None


def without_contact(text: str) -> str:
    """Return a text without addresses of mail and telephone numbers, and the words that announce them."""
    if not has_contact(text):
        return text
    return " ".join(_LABELLED.sub(" ", text).split()).strip(" ,;:-/")
