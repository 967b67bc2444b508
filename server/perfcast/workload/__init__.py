"""The workload language: what a unit is called with, as one line of text.

Grammar (whitespace is free)::

    workload  := [ argument { ";" argument } ]
    argument  := [ name ":" ] type { "*" size } { values } { qualifier } [ "=" literal ] | launch
    type      := name [ "[" type { "," type } "]" ] { "|" type }      list[int], dict[str, float], tuple[int, ...]
               | "{" key ":" type { "," key ":" type } "}"            {user: str, price: float}, of dictionaries
               | "{" "." name ":" type { "," ... } "}"                {.x: float, .y: float}, of any objects
               | text                                                 'open' | 'paid', which stand for themselves
               | ( "json" | "jsonl" ) "[" type "]"                    json[list[{price: float}]], a text that says it
               | "csv" "[" type [ "," text ] "]"                      csv[{name: str}, ';'], likewise; with commas else
               | ( "toml" | "ini" ) "[" type "]"                      toml[{server: {port: int}}], likewise
               | "xml" "[" type "]"                                   xml[{item: list[{'@id': int}]}], likewise
               | "lines" "[" type "]"                                 lines[csv[{name: str}]], those of such a text
               | "TextIO" "[" type "]"                                TextIO[json[list[int]]], an open file of one
               | dtype "[" size { "," size } "]"                      float32[1024, 64], torch.float32[8, 16]
               | "DataFrame" "[" rows "," columns "]" | "Series" "[" rows "]"
               | sparse "[" rows "," columns "]"                      csr_matrix[1000, 500], with ten entries in a row
               | "Image" "[" width "," height "]"
    values    := "in" range | "of" size | "like" text
    range     := number ".." number | char ".." char | "'" alphabet "'"
    qualifier := "sorted" | "reversed" | "distinct" | "few" | "equal"
    launch    := ( "grid" | "num_warps" | "num_stages" | "num_ctas" | "maxnreg" ) ":" number { "," number }

Sizes belong to the sized types (list, set, dict, str, ...) in the order in which they are read, dictionary keys
left out. Whole numbers are drawn from all of a range, or from as many as stand behind ``of``. A text behind ``like`` is
a pattern, see `Argument.like`. Besides Python's own types there are ``timestamp``, ``digits`` and ``label``, see
`perfcast.workload.language.workload.TEXTS`, and texts that say what another type holds, see
`perfcast.workload.language.workload.WRITTEN`.

A Triton kernel's compile-time parameters have the type ``constexpr``: ``BLOCK: constexpr = 128; grid: 64, 8;
num_warps: 4``. A size and a number may be written as ``1e6``. The same text is written by users in comments, shown in
hovers, read by the model and built into real values by `build`.
"""

from perfcast.workload.language.describing import describe
from perfcast.workload.language.parsing import parse
from perfcast.workload.language.resizing import resized
from perfcast.workload.language.workload import Argument, TypeExpression, Workload, WorkloadError
from perfcast.workload.values.building import build
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.nodes import ListNode, TreeNode

__all__ = [
    "Argument",
    "BuildError",
    "ListNode",
    "TreeNode",
    "TypeExpression",
    "Workload",
    "WorkloadError",
    "build",
    "describe",
    "parse",
    "resized",
]
