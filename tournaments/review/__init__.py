"""What officers do beside deciding: claims, remarks at findings."""
