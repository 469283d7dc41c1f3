"""What people do with memory banks beyond a run; without a window and without a command line."""
