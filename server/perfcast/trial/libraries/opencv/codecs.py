"""``imencode`` and ``imdecode``."""

from __future__ import annotations

import struct
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import MOST_ELEMENTS, Array, Work, error
from perfcast.trial.libraries.opencv.windows import channels, picture, saturated

#: What stands before the bytes: the picture's lengths, by which it is made again.
_HEADER: Final = struct.Struct("<4sIIB")
_MARK: Final = b"\x89pic"
_QUALITY: Final = 1
_USUAL_QUALITY: Final = 95
#: Bytes of a file without a picture, and of one's element by the root of how much neighbours differ.
_FRAME: Final = 330
_OF_CONTRAST: Final = {1: 0.11, 3: 0.042, 4: 0.032}
#: How bytes grow fewer with quality.
_COARSER: Final = -0.4


class Format(NamedTuple):
    """Of files: nanoseconds of writing an element, and more of each byte of the file; the same of reading."""

    written: float
    written_byte: float
    read: float
    read_byte: float


JPEG: Final = Format(0.5, 3.0, 0.5, 6.5)
PNG: Final = Format(8.0, 0.0, 5.5, -4.0)
_PLAIN: Final = Format(0.1, 0.1, 0.1, 0.1)
FORMATS: Final = {
    **dict.fromkeys((".jpg", ".jpeg", ".jpe"), JPEG),
    ".png": PNG,
    **dict.fromkeys((".bmp", ".ppm", ".pgm"), _PLAIN),
}


def length_of_file(image: Array, form: Format, quality: int = _USUAL_QUALITY) -> int:
    """Bytes that a picture becomes."""
    steps: Array = np.diff(image.astype(np.int16), axis=1)
    if form is JPEG:
        contrast = float(np.abs(steps).mean()) if steps.size else 0.0
        finer = (max(1, 100 - quality) / (100 - _USUAL_QUALITY)) ** _COARSER
        return _FRAME + int(image.size * _OF_CONTRAST.get(channels(image), 0.042) * np.sqrt(contrast) * finer)
    if form is PNG:
        shares = np.bincount((steps.ravel() & 255), minlength=256) / max(steps.size, 1)
        used = shares[shares > 0]
        return _FRAME // 4 + int(image.size * min(1.0, max(0.003, -float((used * np.log2(used)).sum()) / 8)))
    return _FRAME // 6 + image.size


def _encoded(work: Work, ext: Any, img: Any, params: Any = ()) -> Any:
    image = picture(img)
    if ext not in FORMATS:
        raise Unsupported(f"pictures written as {ext}")
    if image.dtype != np.uint8:
        image = saturated(image, np.uint8)
    form = FORMATS[ext]
    told = dict(zip([*(params or ())][::2], [*(params or ())][1::2], strict=False))
    length = length_of_file(image, form, int(told.get(_QUALITY, _USUAL_QUALITY)))
    work.takes(image.size, form.written, 8.0)
    work.takes(length, form.written_byte, 0.0)
    work.holds(1.3 * length)
    return True, written(image, length)


def written(image: Array, length: int) -> Array:
    """So many bytes that the picture can be made of again, about as it was."""
    head = _HEADER.pack(_MARK, image.shape[0], image.shape[1], channels(image))
    return np.concatenate((np.frombuffer(head, np.uint8), np.resize(image.ravel(), max(1, length - len(head)))))


def shape_of_file(data: Array) -> tuple[int, int, int]:
    """Rows, columns and channels of a picture in bytes. Raises Unsupported for others."""
    head = data.ravel()[: _HEADER.size].tobytes()
    if len(head) == _HEADER.size:
        mark, rows, columns, count = _HEADER.unpack(head)
        if mark == _MARK and 0 < rows * columns * count <= MOST_ELEMENTS:
            return rows, columns, count
    raise Unsupported("a picture read from bytes that nothing is known of")


def read(data: Array) -> Array:
    """The picture that `written` gave the bytes of, its elements about as they were."""
    rows, columns, count = shape_of_file(data)
    found = np.resize(data.ravel()[_HEADER.size :], rows * columns * count)
    return found.reshape((rows, columns, count) if count > 1 else (rows, columns))


def _decoded(work: Work, buf: Any, flags: Any = 1, dst: Any = None) -> Any:
    data = np.asarray(buf)
    if data.dtype != np.uint8 or not data.size:
        raise error("(-215:Assertion failed) buf.checkVector(1, CV_8U) > 0")
    image = read(data)
    if flags == 0 and image.ndim > 2:
        image = saturated(image[:, :, :3].mean(axis=2), np.uint8)
    elif flags == 1 and channels(image) != 3:
        image = np.repeat(image[:, :, None] if image.ndim == 2 else image[:, :, :1], 3, axis=2)
    # Whether it was packed losslessly is not told: most are not.
    work.takes(image.size, JPEG.read, 4.0)
    work.takes(data.size, JPEG.read_byte, 0.0)
    work.holds(image.size)
    return image


FUNCTIONS: Final = {"imencode": _encoded, "imdecode": _decoded}
