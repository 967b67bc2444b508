"""Settings: the table of them, and their values for each folder."""
