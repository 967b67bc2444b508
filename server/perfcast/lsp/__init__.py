"""The language server: one file a feature, put together in `server`."""
