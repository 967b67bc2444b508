"""Functions of the standard library that are written in Python, of the interpreter that builds the corpus."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from model_export.corpus.origins.drafts import Draft, drafts

ORIGIN: Final = "stdlib"
#: What is installed beside it, tests, and what talks to files, processes, terminals, the network or a debugger.
_LEFT_OUT: Final = frozenset(
    {
        *("site-packages", "dist-packages", "test", "tests", "idle_test", "idlelib", "pydoc_data", "ensurepip"),
        *("fixes", "tkinter", "turtledemo", "turtle", "multiprocessing", "asyncio", "venv", "distutils"),
        *("this", "antigravity", "lib2to3", "pydoc", "pdb", "bdb", "doctest", "unittest", "trace", "profile"),
        *("cProfile", "pstats", "tracemalloc", "imaplib", "ftplib", "smtplib", "nntplib", "poplib"),
        *("telnetlib", "xmlrpc", "http", "ssl", "socket", "request", "socketserver", "selectors", "asyncore"),
        *("asynchat", "smtpd", "wsgiref", "cgi", "cgitb", "webbrowser", "mailbox", "logging", "concurrent"),
        *("ctypes", "curses", "threading", "subprocess", "sched", "cmd", "code", "getpass", "pty", "os"),
        *("shutil", "tempfile", "tarfile", "zipfile", "gzip", "bz2", "lzma", "dbm", "shelve", "sqlite3"),
        *("fileinput", "importlib", "pkgutil", "modulefinder", "zipimport", "runpy", "site", "sysconfig"),
        *("compileall", "__main__"),
    }
)


def stdlib() -> Iterator[Draft]:
    """The functions of all its modules that compute."""
    root = Path(sysconfig.get_path("stdlib"))
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if not _LEFT_OUT & set(parts) and all(part.isidentifier() for part in parts):
            module = ".".join(parts).removesuffix(".__init__")
            package = module if path.name == "__init__.py" else module.rpartition(".")[0]
            yield from drafts(path, ORIGIN, module, "PSF-2.0", package)
