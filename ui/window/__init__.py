"""The window itself: rail, rooms, status line."""
