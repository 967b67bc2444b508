"""All guesses put together: the workload of a function that nothing calls."""
