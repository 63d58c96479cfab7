"""Texts for people in code that knows no Django."""

from collections.abc import Mapping


def gettext_noop(text: str) -> str:
    """Return the text unchanged: makemessages finds it, the page that shows it translates it."""
    return text


class Text(str):
    """A text that brings its translations along; as a string it is the English one.

    Texts of data files, which the catalogues of gettext cannot know.
    """

    __slots__ = ("translations",)
    translations: Mapping[str, str]  # by code of the language

    def __new__(cls, translations: Mapping[str, str]) -> "Text":
        """Make a text of its translations, English or else the first of them as the string."""
        text = super().__new__(cls, translations.get("en") or next(iter(translations.values())))
        text.translations = dict(translations)
        return text

    def __reduce__(self) -> tuple[type["Text"], tuple[Mapping[str, str]]]:
        """Let copies and other processes have the translations, too."""
        return Text, (self.translations,)

    def in_language(self, code: str) -> str:
        """Return the text in a language ("fr", "pt-br"), in English where it has none."""
        return self.translations.get(code) or self.translations.get(code.partition("-")[0]) or str(self)
