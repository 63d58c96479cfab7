"""Work of officers beside decisions: reservations of revisions, remarks at findings."""
