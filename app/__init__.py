"""Services without widgets: settings, paths, runs, banks and the command line."""
