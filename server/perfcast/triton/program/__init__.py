"""One program of a kernel, followed: what it holds, moves and computes."""
