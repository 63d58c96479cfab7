"""Mark texts for translation in code that knows no Django."""


def gettext_noop(text: str) -> str:
    """Return the text unchanged; makemessages finds it, whoever shows it translates it."""
    return text
