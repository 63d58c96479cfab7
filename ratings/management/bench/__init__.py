"""What `manage.py bench` measures, and what it is measured on."""
