"""``python -m perfcast`` is the ``perfcast`` command."""

from perfcast.cli import main

main()
