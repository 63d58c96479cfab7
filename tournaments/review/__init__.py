"""What officers do beside deciding: revisions reserved for one of them, remarks at findings."""
