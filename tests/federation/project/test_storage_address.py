"""The address of an S3-compatible storage: what becomes of it, and what stops the start."""

import importlib.util

import pytest
from django.core.exceptions import ImproperlyConfigured

from federation.web.storage_address import described


def test_address_says_key_server_bucket_folder_and_region() -> None:
    assert described("s3+https://me:a%2Fb%40c@minio.example.org:9000/office/lists/now?region=eu-west-3") == {
        "endpoint_url": "https://minio.example.org:9000",
        "bucket_name": "office",
        "location": "lists/now",
        "region_name": "eu-west-3",
        "access_key": "me",
        "secret_key": "a/b@c",
    }


def test_address_without_a_key_leaves_it_to_the_machine() -> None:
    found = described("s3+https://s3.example.org/office")

    assert not {"access_key", "secret_key"} & set(found)
    assert (found["location"], found["endpoint_url"]) == ("", "https://s3.example.org")


@pytest.mark.parametrize(
    "address",
    [
        "https://s3.example.org/office", "s3://office", "s3+https:///office", "s3+https://s3.example.org/",
        "s3+https://me@s3.example.org/office", "s3+https://s3.example.org/office?regio=x",
    ],
)  # fmt: skip
def test_any_other_form_stops_the_start(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="LIST_STORAGE is written"):
        described(address)


def test_missing_packages_stop_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)

    with pytest.raises(ImproperlyConfigured, match=r"requirements/s3\.txt"):
        described("s3+https://s3.example.org/office")
