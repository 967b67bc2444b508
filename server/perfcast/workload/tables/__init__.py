"""Names and contents of data frames' columns."""
