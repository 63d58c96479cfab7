"""WSGI entry point of the project."""

import os

from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
_django = get_wsgi_application()
import_string("federation.database.time_limits.limit_pages")()
# By name: the memory asks tables, which are there once Django is set up.
application = import_string("ratings.page_cache.wsgi.ProcessCache")(_django)
