"""pydantic: models whose instances are made of checked fields."""
