"""A field for one of many entrants: what is typed is completed, by the browser itself and without script."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.vocabulary.names import fold
from tournaments.models import Entry

MOST_OFFERED = 5  # where several are called so


def label_of(entry: Entry) -> str:
    """Return how an entrant is offered: number and name."""
    return f"{entry.number} · {entry}"


class _Completed(forms.TextInput):
    """A line of text with the words a browser completes it to."""

    def __init__(self, offered: Sequence[str]) -> None:
        super().__init__(attrs={"autocomplete": "off", "size": 28})
        self.offered = offered

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the line and its list."""
        key = f"{(attrs or {}).get('id', name)}-list"
        line = super().render(name, value, {**(attrs or {}), "list": key}, renderer)
        options = format_html_join("", '<option value="{}"></option>', ((offer,) for offer in self.offered))
        return format_html('{}<datalist id="{}">{}</datalist>', line, key, options)


class EntrantField(forms.CharField):
    """Takes a number, a name, or what only one entrant is called; gives their number."""

    def __init__(self, *, people: Sequence[Entry], label: Any) -> None:
        self.labels = {entry.number: label_of(entry) for entry in people}
        self.names = {entry.number: fold(str(entry)).split() for entry in people}
        super().__init__(
            label=label, required=False, max_length=200, widget=_Completed(list(self.labels.values()))
        )

    def prepare_value(self, value: Any) -> Any:
        """Write a number with its name."""
        return self.labels.get(value, value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Return the number of the one who is meant, None where nothing is typed."""
        text = super().clean(value)
        if not text:
            return None
        number = text.partition("·")[0].strip()
        if number.isascii() and number.isdecimal() and len(number) < 6 and int(number) in self.labels:
            return int(number)
        numbers = self._called(text)
        if len(numbers) == 1:
            return numbers[0]
        raise forms.ValidationError(self._refusal(text, numbers), code="entrant")

    def _called(self, text: str) -> list[int]:
        """Return who has words beginning with each one typed; those who have no further word before all."""
        wanted = fold(text).split()
        numbers = [
            number
            for number, words in self.names.items()
            if wanted and all(any(word.startswith(part) for word in words) for part in wanted)
        ]
        whole = [number for number in numbers if sorted(self.names[number]) == sorted(wanted)]
        return whole or numbers

    def _refusal(self, text: str, numbers: Sequence[int]) -> str:
        if not numbers:
            return _("No entrant is called “%(text)s”.") % {"text": text}
        some = "; ".join(self.labels[number] for number in numbers[:MOST_OFFERED])
        more = " …" if len(numbers) > MOST_OFFERED else ""
        return _("Several entrants have this name: %(names)s") % {"names": some + more}
