"""A first guess at costs, by boosted trees over what can be counted; the language model reads it in its prompt."""

from perfcast.prior.features import FeatureMaker, SourceFeatures
from perfcast.prior.trees import FILES, METRICS, Prior

__all__ = ["FILES", "METRICS", "FeatureMaker", "Prior", "SourceFeatures"]
