"""The banks of the data folder: which there are, which is in use, their backups."""
