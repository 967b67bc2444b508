"""The regression language model at run time: reads code as text, writes numbers digit by digit. Needs no torch."""

from perfcast.rlm.bundle import BundleError
from perfcast.rlm.graphs import Cancelled
from perfcast.rlm.model import Reading, RegressionModel
from perfcast.rlm.prompt import Prompt

__all__ = ["BundleError", "Cancelled", "Prompt", "Reading", "RegressionModel"]
