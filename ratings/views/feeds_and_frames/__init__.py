"""What machines read: feeds, site maps, pictures, parts for other sites."""
