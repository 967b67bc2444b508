"""The two graphs in ONNX Runtime, and the decoder's cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from perfcast.rlm import bundle
from perfcast.rlm.prompt import FIRST_NUMERAL

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

_FATAL_ONLY: Final = 4


class Cancelled(Exception):
    """`Graphs.cancel` was called while a graph ran."""


@dataclass(frozen=True)
class Encoding:
    """One source as the decoder sees it: keys and values of all its layers, each [L, 1, H, S, D]."""

    keys: Floats
    values: Floats

    @property
    def nbytes(self) -> int:
        return int(self.keys.nbytes + self.values.nbytes)


class Graphs:
    """Sessions of encoder and decoder. Not for several threads at once, but `cancel` may come from another one."""

    def __init__(self, folder: Path, threads: int) -> None:
        """
        Args:
            threads: cores that a run may use.

        Raises:
            onnxruntime's exceptions: a graph does not load.
        """
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Waiting threads sleep instead of spinning, so that an idle editor costs nothing.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = _FATAL_ONLY
        # Memory that one long source needed is given back.
        options.enable_cpu_mem_arena = False
        self._encoder = ort.InferenceSession(str(folder / bundle.ENCODER), options, providers=["CPUExecutionProvider"])
        self._decoder = ort.InferenceSession(str(folder / bundle.DECODER), options, providers=["CPUExecutionProvider"])
        cache = {given.name: given.shape for given in self._decoder.get_inputs()}["past_keys"]
        self.layers, self.heads, self.head_width = int(cache[0]), int(cache[2]), int(cache[4])
        self._run_options = ort.RunOptions()

    def encode(self, source: list[int]) -> Encoding:
        """Reads the ids of one source."""
        ids = np.array([source or [0]], dtype=np.int64)
        keys, values = self.run(self._encoder, {"source_ids": ids, "source_mask": np.ones_like(ids)})
        return Encoding(keys, values)

    def decoder(self, encoding: Encoding) -> CachedDecoder:
        """A decoder over this source that has read nothing yet."""
        return CachedDecoder(self, encoding)

    def step(self, inputs: dict[str, npt.NDArray[Any]]) -> list[Any]:
        """One run of the decoder graph."""
        return self.run(self._decoder, inputs)

    def run(self, session: ort.InferenceSession, inputs: dict[str, npt.NDArray[Any]]) -> list[Any]:
        """
        Raises:
            Cancelled: see `cancel`.
        """
        options = self._run_options
        try:
            found: list[Any] = session.run(None, inputs, options)
        except Exception as error:
            if options.terminate:
                raise Cancelled from error
            raise
        return found

    def cancel(self) -> None:
        """Ends the run under way; those that begin afterwards are not concerned."""
        running, self._run_options = self._run_options, ort.RunOptions()
        running.terminate = True


class CachedDecoder:
    """Rows of prompts over one source, with the keys and values of what they have read; a `decode.Decoder`."""

    def __init__(self, graphs: Graphs, encoding: Encoding) -> None:
        self._graphs = graphs
        self._encoding = encoding
        self._source_mask = np.ones((1, encoding.keys.shape[3]), dtype=np.int64)
        empty = np.zeros((graphs.layers, 0, graphs.heads, 0, graphs.head_width), dtype=np.float32)
        self._keys, self._values = empty, empty
        self._mask = np.zeros((0, 0), dtype=np.int64)
        self._lengths = np.zeros(0, dtype=np.int64)
        self._logits = np.zeros((0, 0), dtype=np.float32)

    def read(self, rows: list[list[int]]) -> None:
        """Reads token ids, as many rows as there are; the first read decides how many."""
        longest = max(map(len, rows))
        lengths = np.array([len(row) for row in rows], dtype=np.int64)
        ids = np.zeros((len(rows), longest), dtype=np.int64)
        for index, row in enumerate(rows):
            ids[index, : len(row)] = row
        if not len(self._lengths):
            shape = (self._graphs.layers, len(rows), self._graphs.heads, 0, self._graphs.head_width)
            self._keys = self._values = np.zeros(shape, dtype=np.float32)
            self._mask = np.zeros((len(rows), 0), dtype=np.int64)
            self._lengths = np.zeros(len(rows), dtype=np.int64)
        logits, self._keys, self._values = self._graphs.step(
            {
                "ids": ids,
                "positions": self._lengths[:, None] + np.arange(longest)[None, :],
                "past_mask": self._mask,
                "past_keys": self._keys,
                "past_values": self._values,
                "cross_keys": self._encoding.keys,
                "cross_values": self._encoding.values,
                "source_mask": self._source_mask,
            }
        )
        is_token = (np.arange(longest)[None, :] < lengths[:, None]).astype(np.int64)
        self._mask = np.concatenate([self._mask, is_token], axis=1)
        self._lengths = self._lengths + lengths
        self._logits = logits[np.arange(len(rows)), lengths - 1]

    def logits(self) -> Floats:
        return self._logits

    def step(self, tokens: Integers) -> None:
        self.read([[int(token) + FIRST_NUMERAL] for token in tokens])

    def select(self, rows: Integers) -> None:
        self._keys = self._keys[:, rows]
        self._values = self._values[:, rows]
        self._mask = self._mask[rows]
        self._lengths = self._lengths[rows]
        self._logits = self._logits[rows]
