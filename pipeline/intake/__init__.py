"""What comes in: sections of papers as tasks, and the benchmark set."""
