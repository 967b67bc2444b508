"""Records -> the boosted trees whose guess stands in the language model's prompt."""
