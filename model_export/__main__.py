"""``python -m model_export COMMAND``: from programs to the bundled model, one command a stage.

``corpus triton-...`` are the commands for kernels.
"""

import sys

if sys.argv[1:2] == ["corpus"] and sys.argv[2:3] and sys.argv[2].startswith("triton-"):
    # They run on machines with a GPU, which need not have what the other commands import.
    from model_export.corpus.triton.command import app

    app(sys.argv[2:], prog_name="python -m model_export corpus")
else:
    from model_export.cli import main

    main()
