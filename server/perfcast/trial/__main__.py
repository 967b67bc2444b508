"""``python -m perfcast.trial [SECONDS | fork]``: the process that `perfcast.trial.starting` starts."""

import sys

from perfcast.trial.starting import FORKING

if __name__ == "__main__":
    if sys.argv[1:] == [FORKING]:
        from perfcast.trial.forking import fork_off

        fork_off()
    else:
        from perfcast.trial.serving import serve

        serve(*map(float, sys.argv[1:]))
