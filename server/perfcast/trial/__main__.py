"""``python -m perfcast.trial``: the process that `perfcast.trial.worker.TrialProcess` starts."""

from perfcast.trial.worker import serve

if __name__ == "__main__":
    serve()
