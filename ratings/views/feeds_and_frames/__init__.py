"""Views for programs: feeds, site maps, pictures, parts for other sites."""
