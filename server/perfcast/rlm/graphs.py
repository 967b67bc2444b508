"""The two graphs in ONNX Runtime, and the decoder's cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from perfcast.rlm import bundle
from perfcast.rlm.errors import Cancelled
from perfcast.rlm.prompt import FIRST_NUMERAL

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

_FATAL_ONLY: Final = 4


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
        # A step of the decoder is over before another thread has woken up.
        self._encoder, self._decoder = (
            ort.InferenceSession(str(folder / name), session_options(used), providers=["CPUExecutionProvider"])
            for name, used in ((bundle.ENCODER, threads), (bundle.DECODER, 1))
        )
        cache = {given.name: given.shape for given in self._decoder.get_inputs()}["past_keys"]
        self.layers, self.heads, self.head_width = int(cache[0]), int(cache[2]), int(cache[4])
        self._run_options = ort.RunOptions()

    def encode(self, source: list[int]) -> Encoding:
        """Reads the ids of one source."""
        ids = np.array([source or [0]], dtype=np.int64)
        keys, values = self.run(self._encoder, {"source_ids": ids})
        return Encoding(keys, values)

    def decoder(self, encoding: Encoding, prompts: list[list[int]]) -> CachedDecoder:
        """A decoder over this source that has read the prompts, given in token ids."""
        return CachedDecoder(self, encoding, prompts)

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
    """Rows that go on from prompts about one source; a `decode.Decoder`.

    What the rows of one prompt have in common is kept once; each row has keys and values of its own tokens alone.
    """

    def __init__(self, graphs: Graphs, encoding: Encoding, prompts: list[list[int]]) -> None:
        """Reads the token ids of prompts; there is a row for each at first."""
        self._graphs = graphs
        self._encoding = encoding
        count, longest = len(prompts), max(map(len, prompts))
        self._lengths = np.array([len(prompt) for prompt in prompts], dtype=np.int64)
        ids = np.array([prompt + [0] * (longest - len(prompt)) for prompt in prompts], dtype=np.int64)
        # The graph's attention needs a token to share, were it one that nobody sees.
        self._shared = _Cache(self._empty(count, 1), self._empty(count, 1))
        self._shared_mask = np.zeros((count, 1), dtype=np.int64)
        self._own = _Cache(self._empty(count, 0), self._empty(count, 0))
        logits, self._shared = self._step(ids, np.zeros(count, dtype=np.int64), self._own)
        self._shared_mask = (np.arange(longest)[None, :] < self._lengths[:, None]).astype(np.int64)
        self._prompt_of = np.arange(count)
        self._logits: Floats = logits[np.arange(count), self._lengths - 1]

    def logits(self) -> Floats:
        return self._logits

    def step(self, tokens: Integers) -> None:
        self.read(tokens[:, None] + FIRST_NUMERAL)

    def read(self, ids: Integers) -> None:
        """Goes on with the same number of tokens in every row: [rows, tokens] ids."""
        starts = self._lengths[self._prompt_of] + self._own.keys.shape[3]
        places, filling = self._places()
        logits, own = self._step(ids[filling], starts[filling], self._own.of(filling))
        self._own = own.of(places)
        self._logits = logits[places, -1]

    def select(self, rows: Integers) -> None:
        self._own = self._own.of(rows)
        self._prompt_of = self._prompt_of[rows]
        self._logits = self._logits[rows]

    def _places(self) -> tuple[Integers, Integers]:
        """Where each row stands in the graph, and the row that stands at each of the graph's places.

        The graph wants as many rows of every prompt, one behind the other; the first row fills what is left.
        """
        counts = np.bincount(self._prompt_of, minlength=len(self._lengths))
        order = self._prompt_of.argsort(kind="stable")
        within = np.empty_like(order)
        within[order] = np.arange(len(order)) - np.repeat(counts.cumsum() - counts, counts)
        places = self._prompt_of * counts.max() + within
        filling = np.zeros(len(counts) * counts.max(), dtype=np.int64)
        filling[places] = np.arange(len(order))
        return places, filling

    def _step(self, ids: Integers, starts: Integers, own: _Cache) -> tuple[Floats, _Cache]:
        """Logits of every token, and the rows' own cache with the tokens in it."""
        logits, keys, values = self._graphs.step(
            {
                "ids": ids,
                "positions": starts[:, None] + np.arange(ids.shape[1])[None, :],
                "shared_mask": self._shared_mask,
                "past_keys": own.keys,
                "past_values": own.values,
                "shared_keys": self._shared.keys,
                "shared_values": self._shared.values,
                "cross_keys": self._encoding.keys,
                "cross_values": self._encoding.values,
            }
        )
        return logits, _Cache(keys, values)

    def _empty(self, count: int, tokens: int) -> Floats:
        graphs = self._graphs
        return np.zeros((graphs.layers, count, graphs.heads, tokens, graphs.head_width), dtype=np.float32)


def session_options(threads: int) -> ort.SessionOptions:
    """What graphs are run with, on so many cores.

    The process's first session has the thread that makes it, and those that this one begins, take denormal numbers for
    zero from then on: the least weights of attention are such, and CPUs are many times slower with them.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Waiting threads sleep instead of spinning, so that an idle editor costs nothing.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.set_denormal_as_zero", "1")
    options.log_severity_level = _FATAL_ONLY
    # Memory that one long source needed is given back.
    options.enable_cpu_mem_arena = False
    return options


@dataclass(frozen=True)
class _Cache:
    """Keys and values of tokens that were read, each [L, rows, H, tokens, D]."""

    keys: Floats
    values: Floats

    def of(self, rows: Integers) -> _Cache:
        return _Cache(self.keys[:, rows], self.values[:, rows])
