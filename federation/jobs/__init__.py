"""Background work as rows, the queue in a folder, the schedule, the processes of `manage.py serve`."""
