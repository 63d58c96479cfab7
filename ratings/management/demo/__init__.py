"""The invented federation of `manage.py demo_federation`, as rows."""
