"""The configurations of a kernel, the most promising first."""
