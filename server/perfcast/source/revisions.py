"""The text of a file at an earlier revision, from git.

Only a file's contents are asked for, with `git cat-file`: no hook, pager, filter or text conversion takes part, nothing
is fetched, and the working copy is not looked at.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .errors import SourceError
from .parsing.text import decode_source

SECONDS: Final = 10.0
"""After which git is not waited for any longer."""
TOO_SLOW: Final = f"git has not answered within {SECONDS:g} s"

# Never an option, never a path: 'HEAD', 'HEAD~2', 'v1.0', 'feature/x', 'main@{1.day.ago}', a hash.
_REVISION: Final = re.compile(r"[A-Za-z0-9@][\w./~^@{}-]*")
_CONFIGURATION: Final = (
    # What a repository's own configuration could have git run.
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    # A folder that is a repository without saying so, put there to be found.
    *("-c", "safe.bareRepository=explicit"),
)
_ENVIRONMENT: Final = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # The words of its errors are looked at.
    "LC_ALL": "C",
}


@dataclass(frozen=True)
class RevisionCommand:
    """What to run for a file's text, without a shell and with nothing to read; `text` understands its answer.

    Attributes:
        arguments: the program first.
        environment: all of it.
    """

    path: Path
    revision: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str]

    @classmethod
    def of(cls, path: Path, revision: str) -> RevisionCommand:
        """The command for a file in a git working copy.

        Raises:
            SourceError: git is not installed, or that cannot be a revision.
        """
        if not _REVISION.fullmatch(revision):
            raise SourceError(f"{revision!r} is no revision")
        git = shutil.which("git")
        if git is None:
            raise SourceError("git is not installed, or not on the PATH")
        path = path.resolve()
        arguments = (
            *(git, "--no-pager", "--no-optional-locks", "-C", str(path.parent), *_CONFIGURATION),
            *("cat-file", "blob", f"{revision}:./{path.name}"),
        )
        # Those of a git that runs us, as in a hook, mean another repository.
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return cls(path, revision, arguments, inherited | _ENVIRONMENT)

    def run(self) -> str:
        """The file's text, waited for.

        Raises:
            SourceError: as `text`; or git took too long.
        """
        try:
            done = subprocess.run(
                self.arguments,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise SourceError(TOO_SLOW) from None
        except OSError as error:
            raise SourceError(f"git: {error.strerror or error}") from None
        return self.text(done.returncode, done.stdout, done.stderr)

    def text(self, returncode: int, out: bytes, errors: bytes) -> str:
        """The file's text, from what the command said.

        Raises:
            SourceError: git has no such file; or it is no text.
        """
        if returncode == 0:
            return decode_source(out)
        said = errors.decode(errors="replace").strip()
        if "not a git repository" in said or "cannot change to" in said:
            raise SourceError("it is in no git repository")
        if "does not exist in" in said or "exists on disk, but not in" in said:
            raise SourceError(f"{self.path.name} is not in {self.revision}")
        if "invalid object name" in said or "Not a valid object name" in said:
            raise SourceError(f"the repository has no revision {self.revision!r}")
        first = said.partition("\n")[0].removeprefix("fatal: ")
        raise SourceError(f"git: {first or f'ended with code {returncode}'}")
