"""Where a workload comes from: comment, call, doctest, callee or default, the first that applies."""
