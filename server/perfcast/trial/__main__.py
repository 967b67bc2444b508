"""``python -m perfcast.trial [SECONDS | fork]``: the process that `perfcast.trial.process.starting` starts."""

import sys

from perfcast.trial.process.starting import FORKING

if __name__ == "__main__":
    if sys.argv[1:] == [FORKING]:
        from perfcast.trial.process.forking import fork_off

        fork_off()
    else:
        from perfcast.trial.process.serving import serve

        serve(*map(float, sys.argv[1:]))
