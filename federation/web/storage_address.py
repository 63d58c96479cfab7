"""Options of django-storages for the address of an S3-compatible storage."""

import importlib.util
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_FORM = "LIST_STORAGE is written s3+https://KEY:SECRET@HOST/BUCKET[/FOLDER][?region=REGION]"


def described(address: str) -> dict[str, Any]:
    """Return the options of the storage at an address: whose key, which server, bucket and folder in it.

    Without a key in it the machine's own is taken (AWS_ACCESS_KEY_ID, or what the machine may do). Raises
    ImproperlyConfigured for any other form, and where the packages are not installed.
    """
    parts = urlsplit(address)
    bucket, _, folder = parts.path.strip("/").partition("/")
    query = parse_qs(parts.query, keep_blank_values=True)
    if (
        parts.scheme not in ("s3+https", "s3+http")
        or not (parts.hostname and bucket)
        or set(query) - {"region"}
    ):
        raise ImproperlyConfigured(_FORM)
    if bool(parts.username) != bool(parts.password):
        raise ImproperlyConfigured(_FORM)
    if not all(map(importlib.util.find_spec, ("storages", "boto3"))):
        raise ImproperlyConfigured("LIST_STORAGE needs the packages of requirements/s3.txt")
    options = {
        "endpoint_url": f"{parts.scheme.removeprefix('s3+')}://{parts.netloc.rpartition('@')[2]}",
        "bucket_name": bucket,
        "location": folder,
        "region_name": query.get("region", ["us-east-1"])[0],
    }
    if parts.username and parts.password:
        options |= {"access_key": unquote(parts.username), "secret_key": unquote(parts.password)}
    return options
