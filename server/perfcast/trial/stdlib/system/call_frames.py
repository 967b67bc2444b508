"""Frames of the calls under way, as ``inspect`` and ``sys`` give them: they say what is called, and little else."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.stdlib.system.plain_objects import partial_class, plain

#: Name of the module that is run.
PROGRAM: Final = "__main__"
_FILE: Final = "program.py"
_CODE: Final = partial_class("code")
_FRAME: Final = partial_class("frame")
# What names stand for would have to live as long as a frame that is kept.
_FRAME.lacking = frozenset({"f_locals", "f_builtins", "f_lasti"})
#: Nanoseconds of asking for all frames with the lines of their source, most of which goes by over the modules that may
#: have been imported from a file; of each frame. Bytes of the same.
_ALL_FRAMES: Final = 1_800_000.0
_ONE_FRAME: Final = 22_000.0
_ALL_FRAMES_BYTES: Final = 48_000
_ONE_FRAME_BYTES: Final = 616
#: As ``inspect.FrameInfo``.
FrameInfo = namedtuple("FrameInfo", ("frame", "filename", "lineno", "function", "code_context", "index"))


def _frame(function: str, back: Instance | None, file: str = _FILE) -> Instance:
    code = Instance(_CODE)
    code.attributes.update(co_name=function, co_qualname=function, co_filename=file, co_firstlineno=1)
    made = Instance(_FRAME)
    made.attributes.update(f_globals={"__name__": PROGRAM}, f_lineno=1, f_back=back, f_code=code, f_trace=None)
    return made


def _frames(machine: Machine) -> list[Instance]:
    """Of all calls under way, the last one first; a module is what called the first of them."""
    found = [_frame("<module>", None)]
    for call in machine.frames:
        if call.function:
            found.append(_frame(call.function, found[-1], call.file or _FILE))
    return found[::-1]


def frame_of_call(machine: Machine, depth: int = 0) -> Instance:
    """The frame of the call so many calls further out than the one under way."""
    frames = _frames(machine)
    return frames[min(depth, len(frames) - 1)]


def all_frames(machine: Machine, context: int = 1) -> Any:
    """As ``inspect.stack``."""
    frames = _frames(machine)
    machine.pay(_ALL_FRAMES + _ONE_FRAME * len(frames))
    machine.briefly(_ALL_FRAMES_BYTES + _ONE_FRAME_BYTES * len(frames))
    lines, index = (["\n"], 0) if context else (None, None)
    return [
        FrameInfo(frame, code["co_filename"], 1, code["co_name"], lines, index)
        for frame, code in ((frame, frame.attributes["f_code"].attributes) for frame in frames)
    ]


def traceback_of_nobody() -> Instance:
    """A traceback of one call, in which there is nothing."""
    frame = _frame("function", None)
    frame.attributes["f_locals"] = {}
    return plain("traceback", tb_frame=frame, tb_lineno=1, tb_lasti=0, tb_next=None)
