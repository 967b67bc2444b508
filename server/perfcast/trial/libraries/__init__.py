"""Models of third-party libraries: values that NumPy or plain Python computes, at the libraries' costs."""
