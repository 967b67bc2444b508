"""A first guess at costs, by boosted trees over what can be counted; the language model reads it in its prompt."""

from perfcast.prior.features import FLOORS, METRICS, FeatureMaker, SourceFeatures, counted, has_run, untried
from perfcast.prior.kernels import corrected
from perfcast.prior.prior import FILES, Prior
from perfcast.prior.reach import Guess
from perfcast.triton.features import KERNEL_METRICS, KERNEL_TIME, KernelFeatures, estimated, kernel_rows, read_kernel

__all__ = [
    "FILES",
    "FLOORS",
    "KERNEL_METRICS",
    "KERNEL_TIME",
    "METRICS",
    "FeatureMaker",
    "Guess",
    "KernelFeatures",
    "Prior",
    "SourceFeatures",
    "corrected",
    "counted",
    "estimated",
    "has_run",
    "kernel_rows",
    "read_kernel",
    "untried",
]
