"""Converters of addresses: numbers the database can be asked for."""

from django.urls.converters import IntConverter

from federation.vocabulary.keys import key_from


class KeyConverter(IntConverter):
    """A key or a public number, `<key:name>`; an address with a larger number than a table holds is none."""

    def to_python(self, value: str) -> int:
        """Return the number; raises ValueError, which Django answers with 404."""
        key = key_from(value)
        if key is None:
            raise ValueError(value)
        return key
