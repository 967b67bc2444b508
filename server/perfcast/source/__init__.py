"""A Python file -> its units, and each unit as the model reads it. Nothing is ever imported or run."""

from .calls import CallSite
from .errors import SourceError
from .file import SourceFile
from .lines import LineIndex, PositionEncoding
from .revisions import RevisionCommand
from .segments import Piece
from .text import decode_source
from .units import FunctionNode, Unit, UnitKind

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
