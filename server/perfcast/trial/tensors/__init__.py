"""PyTorch of the closed world: tensors on the CPU as NumPy's arrays, small ones, and of what there is for them the part
that only computes. Prices are those of PyTorch 2 on one core, memory is counted as its allocator hands it out.
"""
