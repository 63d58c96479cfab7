"""The Celery app. Start a worker with `python -m celery -A federation worker`."""

import os

from celery import Celery

from federation.jobs import file_queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
file_queue.register()

app = Celery("palmares")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.imports = ("federation.tasks", "ratings.tasks")
