"""Editing what the scenes say: before they are made, or one of them afterwards."""
