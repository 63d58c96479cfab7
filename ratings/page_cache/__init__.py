"""Cache of whole public pages, each under the version of its contents."""
