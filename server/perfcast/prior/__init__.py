"""A first guess at costs, by boosted trees over what can be counted; the language model reads it in its prompt."""

from perfcast.prior.features import FLOORS, METRICS, FeatureMaker, SourceFeatures, counted, untried
from perfcast.prior.trees import FILES, Prior

__all__ = ["FILES", "FLOORS", "METRICS", "FeatureMaker", "Prior", "SourceFeatures", "counted", "untried"]
