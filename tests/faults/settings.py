"""The settings of the fault tests: the real ones, one more kind of job, a queue nobody else listens to.

Static files are not compressed: tests/federation/web/test_static_storage.py does it.
"""

import os

from federation.settings import *  # noqa: F403 - the settings of the office, but for what follows
from federation.settings import INSTALLED_APPS as REAL_APPS

INSTALLED_APPS = [*REAL_APPS, "tests.faults"]
CELERY_TASK_DEFAULT_QUEUE = os.environ.get("FAULTS_QUEUE", "faults")
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("css", "ico", "js", "json", "map", "md", "svg", "txt")
