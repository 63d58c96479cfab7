"""Measurements of `manage.py bench`, and the data they are taken on."""
