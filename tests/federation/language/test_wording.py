"""Punctuation between two texts, in every language."""

import pytest
from django.utils import translation

from federation.language.wording import labelled


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "2026: 3"), ("fr", "2026\N{NO-BREAK SPACE}: 3"), ("ru", "2026: 3")],
)
def test_colon_stands_as_the_language_sets_it(language: str, expected: str) -> None:
    with translation.override(language):
        assert labelled(2026, 3) == expected
