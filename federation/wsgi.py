"""How a web server finds the project."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
_django = get_wsgi_application()

from ratings.page_cache.wsgi import Front  # noqa: E402 - it asks tables, which are there when Django is set up

application = Front(_django)
