"""Functions written in Python of well-known packages, those of them that are installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from model_export.corpus.origins.drafts import Draft, drafts

ORIGIN: Final = "packages"
#: Package or module -> SPDX identifier.
_PACKAGES: Final = {
    "more_itertools": "MIT",
    "toolz": "BSD-3-Clause",
    "networkx": "BSD-3-Clause",
    "numpy": "BSD-3-Clause",
    "scipy": "BSD-3-Clause",
    "pandas": "BSD-3-Clause",
    "sklearn": "BSD-3-Clause",
    "sympy": "BSD-3-Clause",
    "mpmath": "BSD-3-Clause",
    "boltons": "BSD-3-Clause",
    "funcy": "BSD-3-Clause",
    "pydash": "MIT",
    "sortedcontainers": "Apache-2.0",
    "cachetools": "MIT",
    "pyrsistent": "MIT",
    "bidict": "MPL-2.0",
    "textdistance": "MIT",
    "jellyfish": "MIT",
    "inflection": "MIT",
    "humanize": "MIT",
    "natsort": "MIT",
    "tabulate": "MIT",
    "wcwidth": "MIT",
    "webcolors": "BSD-3-Clause",
    "slugify": "MIT",
    "text_unidecode": "Artistic-2.0",
    "dateutil": "Apache-2.0",
    "packaging": "Apache-2.0",
    "click": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "markupsafe": "BSD-3-Clause",
    "markdown_it": "MIT",
    "mistune": "BSD-3-Clause",
    "commonmark": "BSD-3-Clause",
    "pygments": "BSD-2-Clause",
    "pyparsing": "MIT",
    "sqlparse": "BSD-3-Clause",
    "lark": "MIT",
    "parso": "MIT",
    "simplejson": "MIT",
    "jmespath": "MIT",
    "jsonpointer": "BSD-3-Clause",
    "deepdiff": "MIT",
    "yaml": "MIT",
    "html5lib": "MIT",
    "soupsieve": "MIT",
    "tinycss2": "BSD-3-Clause",
    "webencodings": "BSD-3-Clause",
    "chardet": "0BSD",
    "charset_normalizer": "MIT",
    "idna": "BSD-3-Clause",
    "urllib3": "MIT",
    "requests": "Apache-2.0",
    "rich": "MIT",
    "attr": "MIT",
    "six": "MIT",
    "joblib": "BSD-3-Clause",
    "narwhals": "MIT",
    "linkify_it": "MIT",
    "mdit_py_plugins": "MIT",
    "mdurl": "MIT",
    "intervaltree": "Apache-2.0",
    "datasketch": "MIT",
    "pathspec": "MPL-2.0",
}
#: Functions of one package.
_MOST: Final = 1500
_LEFT_OUT: Final = frozenset(
    {"tests", "testing", "test", "conftest", "_vendor", "vendor", "__main__", "setup", "cli", "f2py", "distutils"}
)


def packages() -> Iterator[Draft]:
    """The functions of every package that is installed, in the order above; of large ones a sample."""
    for package, licence in _PACKAGES.items():
        found: list[Draft] = []
        for path, name in _modules(package):
            parent = name if path.name == "__init__.py" else name.rpartition(".")[0]
            found += drafts(path, ORIGIN, name, licence, parent)
        yield from sorted(found, key=lambda draft: sha256(draft.program.key.encode()).digest())[:_MOST]


def _modules(package: str) -> Iterator[tuple[Path, str]]:
    """Files and dotted names of a package's modules."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        return
    origin = Path(found.origin)
    if origin.name != "__init__.py":
        yield origin, package
        return
    for path in sorted(origin.parent.rglob("*.py")):
        parts = path.relative_to(origin.parent).with_suffix("").parts
        if not _LEFT_OUT & set(parts) and not any(part.startswith("test") for part in parts):
            names = parts[:-1] if parts[-1] == "__init__" else parts
            yield path, ".".join([package, *names])
