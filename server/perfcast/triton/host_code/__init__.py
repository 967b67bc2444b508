"""What a file that launches kernels computes, as far as it can be told without running it."""
