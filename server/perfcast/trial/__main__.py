"""``python -m perfcast.trial [SECONDS]``: the process that `perfcast.trial.worker.TrialProcess` starts."""

import sys

from perfcast.trial.serving import serve

if __name__ == "__main__":
    serve(*map(float, sys.argv[1:]))
