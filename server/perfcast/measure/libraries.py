"""What a zygote imports before it forks, so that no child has to."""

from __future__ import annotations

import re
from typing import Final

from perfcast.measure.job import Job

#: For every program, since they are common and cheap.
COMMON: Final = (
    "array",
    "bisect",
    "cmath",
    "collections",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "io",
    "itertools",
    "json",
    "math",
    "numpy.random",
    "operator",
    "queue",
    "random",
    "re",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "threading",
    "time",
    "typing",
    "unicodedata",
    "uuid",
    "zlib",
)
#: For the programs that name them. Not for all, since memray goes through every shared library that is loaded, twice
#: a measurement.
_LIBRARIES: Final = ("networkx", "pandas", "scipy", "sklearn", "sympy", "torch")
_IMPORT: Final = re.compile(rf"^\s*(?:import|from)\s+({'|'.join(_LIBRARIES)})\b", re.MULTILINE)
_IN_WORKLOADS: Final = {"DataFrame": "pandas", "Series": "pandas", "torch": "torch"}


def named_libraries(job: Job) -> tuple[str, ...]:
    """The larger libraries that a job's source imports or its workloads are made of."""
    wanted = set(_IMPORT.findall(job.source))
    for word, library in _IN_WORKLOADS.items():
        if any(word in workload for workload in job.workloads):
            wanted.add(library)
    return tuple(sorted(wanted))
