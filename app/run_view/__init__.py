"""A run as a window shows it: folded from events and files, the same for live and finished runs."""
