"""A run as one HTML file: everything inside, no script, readable in light and dark."""
