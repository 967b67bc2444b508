"""Where programs come from: one file an origin, each with a generator of `Program`."""
