"""``sklearn.feature_extraction.text``: counts of words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import log2
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.values import Column
from perfcast.trial.libraries.scipy.sparse.values import Entries, Sparse, compressed
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import Model, know, learned
from perfcast.trial.libraries.sklearn.stop_words import ENGLISH

PATTERN: Final = r"(?u)\b\w\w+\b"
_WORD: Final = re.compile(PATTERN)
#: Of the allowance for a character, and for a word or some in a row.
_CHARACTER: Final = 0.3
_FEATURE: Final = 10.0
#: Of one of a character in these.
_COPIED: Final = 0.5
#: Characters of these of a text at most.
_MOST_CHARACTERS: Final = 20_000_000
#: Nanoseconds of a character that words are looked for in, of a word that is looked up among those left out, of some
#: words in a row, and of characters in a row.
_SOUGHT: Final = 18.0
_LEFT_OUT: Final = 25.0
_JOINED: Final = 120.0
_CUT: Final = 75.0
#: Of each word, or some in a row, that is counted.
_COUNTED: Final = 300.0
#: Of each that differs from others, for each binary order of them, as they are put in order; of each besides, as few of
#: them are chosen.
_ORDERED: Final = 140.0
_CHOSEN: Final = 90.0
#: Bytes of a word without its characters, which is put in order, and of its count in a text.
_WORD_HELD: Final = 215.0
_COUNT: Final = 12.0
#: Bytes of an entry of what is counted, and of a word of a text, besides what is learned.
_ENTRY: Final = 26
_SPLIT: Final = 60


class Counts(NamedTuple):
    """How often each word stands in each text.

    Attributes:
        entries: rows are texts, columns are words.
        shape: how many of both there are.
    """

    entries: Entries
    shape: tuple[int, int]


def texts_of(given: Any) -> list[str]:
    """Raises ValueError, Unsupported."""
    if isinstance(given, str):
        raise ValueError("Iterable over raw text documents expected, string object received.")
    found: Any = given
    if isinstance(given, Column):
        found = np.asarray(unwrapped(given)).tolist()
    elif isinstance(given, np.ndarray) and given.ndim == 1:
        found = given.tolist()
    if not isinstance(found, list | tuple) or not all(type(one) is str for one in found):
        raise Unsupported("texts of another kind")
    return list(found)


def _parted(call: Call, own: Instance, text: str) -> Sequence[str]:
    """Words of a text and some of them in a row, or characters in a row."""
    said = own.attributes
    text = text.lower() if said["lowercase"] else text
    call.machine.allows(_CHARACTER * len(text))
    shortest, longest = said["ngram_range"]
    if said["analyzer"] == "char":
        text = re.sub(r"\s\s+", " ", text)
        longest = _longest(call, len(text), (shortest, longest), 1.0)
        found = [text[at : at + size] for size in range(shortest, longest + 1) for at in range(len(text) - size + 1)]
        call.pay(0, _SOUGHT * len(text) + _CUT * len(found), 0)
        return found
    if said["analyzer"] != "word":
        raise Unsupported("words taken out in another way")
    words = _WORD.findall(text)
    call.pay(0, _SOUGHT * len(text), 0)
    if said["stop_words"] is not None:
        left_out = ENGLISH if said["stop_words"] == "english" else set(said["stop_words"])
        call.pay(0, _LEFT_OUT * len(words), 0)
        words = [word for word in words if word not in left_out]
    if longest == 1:
        return words
    longest = _longest(call, len(words), (shortest, longest), len(text) / max(1, len(words)))
    found = words if shortest == 1 else []
    for size in range(max(2, shortest), longest + 1):
        rows = [" ".join(words[at : at + size]) for at in range(len(words) - size + 1)]
        call.pay(0, _JOINED * len(rows), 0)
        found = found + rows
    return found


def _longest(call: Call, parts: int, sizes: tuple[int, int], each: float) -> int:
    """How many parts, of characters each, are in a row at most, after spending on all rows of them. Raises TooLarge."""
    shortest, longest = sizes[0], min(sizes[1], parts)
    if longest < shortest:
        return longest
    first, last = shortest - 1, longest
    total = (last * (last + 1) - first * (first + 1)) // 2
    squares = (last * (last + 1) * (2 * last + 1) - first * (first + 1) * (2 * first + 1)) // 6
    rows, characters = (last - first) * (parts + 1) - total, each * (total * (parts + 1) - squares)
    if characters > _MOST_CHARACTERS:
        raise TooLarge("long rows of words")
    call.machine.allows(_FEATURE * rows + _COPIED * characters)
    return longest


def counted(call: Call, own: Instance, texts: list[str], known: dict[str, int] | None = None) -> tuple[Counts, Any]:
    """How often words stand in texts, and the places of the words.

    Args:
        known: places of words that are counted, where others are not.
    """
    places: dict[str, int] = {} if known is None else known
    rows: list[int] = []
    columns: list[int] = []
    values: list[int] = []
    longest = features = 0
    for row, text in enumerate(texts):
        parts = _parted(call, own, text)
        call.machine.allows(_FEATURE * len(parts))
        longest, features = max(longest, len(parts)), features + len(parts)
        if known is None:
            counts = Counter(places.setdefault(part, len(places)) for part in parts)
        else:
            counts = Counter(places[part] for part in parts if part in places)
        rows += [row] * len(counts)
        columns += counts.keys()
        values += [1] * len(counts) if own.attributes["binary"] else counts.values()
    call.pays("words", len(texts), features * _COUNTED, _SPLIT * longest + _ENTRY * len(rows))
    kind = own.attributes["dtype"]
    entries = Entries(np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64), np.array(values, dtype=kind))
    return Counts(entries, (len(texts), len(places))), places


def fit_counted(call: Call, own: Instance, raw_documents: Any) -> Counts:
    """As ``fit_transform`` before there is a matrix: the columns are in the order of the words."""
    texts = texts_of(raw_documents)
    counts, places = counted(call, own, texts)
    if not places and not call.is_shrunk:
        raise ValueError("empty vocabulary; perhaps the documents only contain stop words")
    (rows, columns, values), (count, width) = counts
    call.machine.allows(_FEATURE * width)
    # Those are there, in order too, which are left out then.
    call.takes(_WORD_HELD * width + sum(map(len, places)) + _COUNT * len(rows))
    words = np.array(list(places), dtype=object)
    if kept := _kept(call, own, counts, words):
        columns, is_kept = kept.columns[columns], kept.is_kept[columns]
        rows, columns, values, words = rows[is_kept], columns[is_kept], values[is_kept], words[kept.words]
    ordered = len(words) if own.attributes["max_features"] is None else width
    call.pay(0, _ORDERED * ordered * log2(max(2, ordered)), ordered)
    order = np.argsort(words, kind="stable")
    ranks = np.empty(len(words), dtype=np.int64)
    ranks[order] = np.arange(len(words))
    columns = ranks[columns]
    learned(call, own, vocabulary_=dict(zip(words[order].tolist(), range(len(words)), strict=True)))
    call.machine.made_of(own.attributes["vocabulary_"], call.operands)
    in_order = np.lexsort((columns, rows))
    return Counts(Entries(rows[in_order], columns[in_order], values[in_order]), (count, len(words)))


class _Kept(NamedTuple):
    """Words that are left.

    Attributes:
        is_kept: of each word, whether it is; columns: its place among these; words: places of those that are.
    """

    is_kept: Array
    columns: Array
    words: Array


def _kept(call: Call, own: Instance, counts: Counts, words: Array) -> _Kept | None:
    """Words that stand in enough texts and not too many, and the most frequent of them; None for all."""
    said, (rows, width) = own.attributes, counts.shape
    least, most, few = said["min_df"], said["max_df"], said["max_features"]
    if (least, most, few) == (1, 1.0, None):
        return None
    call.pay(0, _CHOSEN * width, width)
    call.takes(40.0 * width)
    texts = np.bincount(counts.entries.columns, minlength=width)
    is_kept = (texts >= (least * rows if isinstance(least, float) else least)) & (
        texts <= (most * rows if isinstance(most, float) else most)
    )
    if few is not None and is_kept.sum() > few:
        sums = np.bincount(counts.entries.columns, counts.entries.values, minlength=width)
        order = np.argsort(np.where(is_kept, -sums, 1.0), kind="stable")
        is_kept = np.zeros(width, dtype=bool)
        is_kept[order[:few]] = True
    if not is_kept.any() and call.is_shrunk:
        is_kept = texts == texts.max()
    if not is_kept.any():
        raise ValueError("After pruning, no terms remain. Try a lower min_df or a higher max_df.")
    return _Kept(is_kept, np.cumsum(is_kept) - 1, np.flatnonzero(is_kept))


def matrix_of(call: Call, counts: Counts) -> Sparse:
    """The same as a matrix."""
    return compressed(call.machine, "csr", counts.shape, counts.entries, is_array=False)


def _fit_transform(call: Call, own: Instance, raw_documents: Any, y: Any = None) -> Any:
    return call.gives("told", matrix_of(call, fit_counted(call, own, raw_documents)), 1)


def _fit(call: Call, own: Instance, raw_documents: Any, y: Any = None) -> Instance:
    fit_counted(call, own, raw_documents)
    return own


def transform_counted(call: Call, own: Instance, raw_documents: Any) -> Counts:
    """As ``transform``, before there is a matrix."""
    counts, _ = counted(call, own, texts_of(raw_documents), know(own, "vocabulary_"))
    (rows, columns, values), shape = counts
    in_order = np.lexsort((columns, rows))
    return Counts(Entries(rows[in_order], columns[in_order], values[in_order]), shape)


def _transform(call: Call, own: Instance, raw_documents: Any) -> Any:
    return call.gives("told", matrix_of(call, transform_counted(call, own, raw_documents)), 1)


def _names(call: Call, own: Instance, input_features: Any = None) -> Any:
    words = know(own, "vocabulary_")
    return call.gives("words in order", np.array(list(words), dtype=object), len(words))


def _analyzer(call: Call, own: Instance) -> Any:
    raise Unsupported("what takes words out of a text")


GIVEN: Final = {
    "input": "content", "encoding": "utf-8", "decode_error": "strict", "strip_accents": None, "lowercase": True,
    "preprocessor": None, "tokenizer": None, "stop_words": None, "token_pattern": PATTERN, "ngram_range": (1, 1),
    "analyzer": "word", "max_df": 1.0, "min_df": 1, "max_features": None, "vocabulary": None, "binary": False,
    "dtype": np.int64,
}  # fmt: skip
HEEDED: Final = frozenset(
    {"lowercase", "stop_words", "ngram_range", "analyzer", "max_df", "min_df", "max_features", "binary", "dtype"}
)
NAMING: Final[dict[str, Callable[..., Any]]] = {"get_feature_names_out": _names, "build_analyzer": _analyzer}
CLASSES: Final = {
    "CountVectorizer": Model(
        (), GIVEN, {"fit": _fit, "transform": _transform, "fit_transform": _fit_transform, **NAMING}, HEEDED
    )
}
