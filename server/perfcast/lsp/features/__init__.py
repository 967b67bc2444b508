"""What the server offers: one file a feature."""
