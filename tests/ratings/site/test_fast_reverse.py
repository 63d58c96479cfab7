"""Addresses put together from pieces are those the site map gives."""

import pytest
from django.urls import reverse, set_script_prefix

from ratings.views.fast_reverse import NUMBER, address, around


@pytest.mark.parametrize(
    ("route", "values"),
    [
        ("player-follow", (7,)),
        ("list-newest", ("ffg",)),
        ("player-against", (12, 345)),
        ("change", (12, "ffg", 345)),
        ("api:history_csv", (7,)),
    ],
)
def test_address_is_what_the_site_map_gives_under_every_prefix(
    route: str, values: tuple[object, ...]
) -> None:
    try:
        for prefix in ("/", "/rating/"):
            set_script_prefix(prefix)
            assert address(route, *values) == reverse(route, args=values)
    finally:
        set_script_prefix("/")


def test_number_is_put_between_what_stands_around_it() -> None:
    before, behind = around("change", 12, "ffg", NUMBER)

    assert f"{before}345{behind}" == reverse("change", args=[12, "ffg", 345])
