"""Functions and kernels measured for real, beside their forecasts."""
