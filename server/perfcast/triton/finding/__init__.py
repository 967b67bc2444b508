"""A file -> its kernels, and what they are launched with."""
