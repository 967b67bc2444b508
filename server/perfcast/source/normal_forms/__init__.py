"""Units as the model reads them."""
