"""``python -m perfcast.trial [SECONDS | fork]``: the process that `perfcast.trial.process.starting` starts."""

import gc
import sys

from perfcast.trial.process.starting import FORKING

if __name__ == "__main__":
    # What is imported stays: the collector would go through all of it again and again as it gets more.
    gc.disable()
    if sys.argv[1:] == [FORKING]:
        from perfcast.trial.process.forking import fork_off

        gc.enable()
        fork_off()
    else:
        from perfcast.trial.process.serving import serve

        gc.enable()
        serve(*map(float, sys.argv[1:]))
