"""scikit-learn in trial runs: estimators, metrics, model selection."""
