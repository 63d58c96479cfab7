"""Content encodings: those a client accepts, and Brotli."""

import brotli  # type: ignore[import-untyped]  # has no types


def accepted_encodings(header: str) -> frozenset[str]:
    """Return what an Accept-Encoding header names and does not refuse by `q=0` (RFC 9110, 12.5.3)."""
    wanted = set()
    for offer in header.lower().split(","):
        name, _, quality = offer.replace(" ", "").partition(";q=")
        if quality.strip("0.") or not quality:
            wanted.add(name)
    return frozenset(wanted)


def compress_brotli(body: bytes, *, quality: int) -> bytes:
    """Compress with Brotli (RFC 7932); quality 0 to 11."""
    packed: bytes = brotli.compress(body, quality=quality)
    return packed
