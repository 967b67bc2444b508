"""PyTorch in trial runs: CPU tensors as small NumPy arrays, and the part of the library that only computes. Prices are
those of PyTorch 2 on one core; memory is counted as its allocator hands it out.
"""
