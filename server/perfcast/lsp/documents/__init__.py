"""Open documents and files of the workspace, and where in them stands what was analysed."""
