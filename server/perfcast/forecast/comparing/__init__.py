"""Two functions or two kernels beside each other."""
