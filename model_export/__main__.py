"""``python -m model_export COMMAND``: from programs to the bundled model, one command a stage."""

from model_export.cli import main

main()
