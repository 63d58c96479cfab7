"""What an older version of the site has kept."""

import pytest
from pytest_django.fixtures import Settings

from federation.privacy import privacy


@pytest.mark.django_db
def test_what_an_older_version_kept_is_asked_for_by_no_newer_one(settings: Settings) -> None:
    before = privacy.cache_key("list-best-1-all-", "", 1)
    settings.VERSION = "9.9"

    assert privacy.cache_key("list-best-1-all-", "", 1) != before
