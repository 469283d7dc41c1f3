"""Sending records to a colleague, and taking in what a colleague sent."""
