"""Our own kombu transports by address; none is imported before it is used."""

from kombu.transport import TRANSPORT_ALIASES

from federation.jobs.queue_folder import ALIAS


def register() -> None:
    """Enter them in kombu's table; to be called before the Celery app is made."""
    TRANSPORT_ALIASES[ALIAS] = "federation.jobs.file_queue:Transport"
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = "federation.jobs.redis_queue:Transport"
