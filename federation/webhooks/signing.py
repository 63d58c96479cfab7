"""Secrets and signatures of webhooks, as Standard Webhooks 1.0 has them."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime

from django.utils.crypto import salted_hmac

from federation.models import Webhook

_PREFIX = "whsec_"
_SALT = "federation.webhooks.signing"
_CHALLENGE_SALT = "federation.webhooks.challenge"


def new_seed() -> str:
    """Return what a new secret is made of."""
    return secrets.token_hex(32)


def key_of(seed: str) -> bytes:
    """Return the 32 bytes a secret consists of, made of a seed and the key of the site."""
    return salted_hmac(_SALT, seed, algorithm="sha256").digest()


def secret_of(seed: str) -> str:
    """Return a secret as its owner keeps it."""
    return _PREFIX + base64.b64encode(key_of(seed)).decode()


def keys_of(webhook: Webhook, now: datetime) -> list[bytes]:
    """Return the keys that sign now: the newest, and the one before as long as both hold."""
    seeds = [webhook.seed]
    if webhook.seed_before and webhook.before_until is not None and now < webhook.before_until:
        seeds.append(webhook.seed_before)
    return [key_of(seed) for seed in seeds]


def challenge_of(name: str) -> str:
    """Return what the answer to a challenge repeats, made of the name of its message."""
    return salted_hmac(_CHALLENGE_SALT, name, algorithm="sha256").hexdigest()


def headers(name: str, moment: int, body: bytes, keys: Iterable[bytes]) -> dict[str, str]:
    """Return the headers of a message; `moment`: seconds since 1970."""
    content = f"{name}.{moment}.".encode() + body
    signed = (base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode() for key in keys)
    return {
        "webhook-id": name,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signed),
    }
