"""Launches of Triton kernels measured on this machine's GPU, each in a process of its own.

Triton and PyTorch are imported by that process alone, and only what `driver` holds talks to a GPU. The sandbox that
functions are measured in is not around it: the compiler starts programs, and the driver needs its devices. The process
is killed, with all that it started, when it is done or takes too long.
"""

from perfcast.measure.gpu.job import Gpu, LaunchJob
from perfcast.measure.gpu.process import GpuError, KernelProcess, LaunchError

__all__ = ["Gpu", "GpuError", "KernelProcess", "LaunchError", "LaunchJob"]
