"""The Celery app. Start a worker with `python -m celery -A federation worker`."""

import os

from celery import Celery
from kombu import Exchange, Queue
from kombu.transport import TRANSPORT_ALIASES

from federation.jobs import brokers
from federation.jobs.brokers import ALIAS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")


def register_transports() -> None:
    """Enter our own transports in kombu's table by address; to be called before the Celery app is made.

    None is imported before it is used.
    """
    TRANSPORT_ALIASES[ALIAS] = "federation.jobs.file_queue:Transport"
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = "federation.jobs.redis_queue:Transport"


register_transports()

app = Celery("palmares")
app.config_from_object("django.conf:settings", namespace="CELERY")

if app.conf.task_default_queue_type == "quorum":
    _name, _kind = app.conf.task_default_queue, app.conf.task_default_exchange_type
    _arguments = brokers.queue_arguments()
    app.conf.task_queues = [Queue(_name, Exchange(_name, _kind), _name, queue_arguments=_arguments)]
