"""The Celery app. Start a worker with `python -m celery -A federation worker`."""

import os

from celery import Celery
from kombu import Exchange, Queue

from federation.jobs import brokers, transports

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
transports.register()

app = Celery("palmares")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.imports = ("federation.tasks", "ratings.tasks")

if app.conf.task_default_queue_type == "quorum":
    _name, _kind = app.conf.task_default_queue, app.conf.task_default_exchange_type
    _arguments = brokers.queue_arguments()
    app.conf.task_queues = [Queue(_name, Exchange(_name, _kind), _name, queue_arguments=_arguments)]
