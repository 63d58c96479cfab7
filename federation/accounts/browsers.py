"""A browser's long description of itself in two words."""

import re

# In this order: most browsers name others too.
_BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)
LONGEST = 60


def browser_of(user_agent: str) -> str:
    """Return "Firefox, Linux"; of an unknown browser, the beginning of its header."""
    names = [
        next((name for name, sign in signs if re.search(sign, user_agent)), "")
        for signs in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, names)) or user_agent[:LONGEST]
