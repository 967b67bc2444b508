"""A Python file -> its units, and each unit as the model reads it. Nothing is ever imported or run."""

from .definitions.calls import CallSite
from .definitions.units import FunctionNode, Unit, UnitKind
from .errors import SourceError
from .file import SourceFile
from .parsing.lines import LineIndex, PositionEncoding
from .parsing.text import decode_source
from .revisions import RevisionCommand
from .segments import Piece

__all__ = [
    "CallSite",
    "FunctionNode",
    "LineIndex",
    "Piece",
    "PositionEncoding",
    "RevisionCommand",
    "SourceError",
    "SourceFile",
    "Unit",
    "UnitKind",
    "decode_source",
]
