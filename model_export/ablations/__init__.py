"""What each decision about the model is worth: one small run with it and one without, on the same split and budget."""
