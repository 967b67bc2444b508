"""Text -> token ids: byte-level BPE that keeps newlines, indentation and every digit apart."""

from __future__ import annotations

from pathlib import Path

from tokenizers import Tokenizer

from perfcast.rlm.prompt import SPECIAL


class Vocabulary:
    """The tokenizer of a bundle. Decoding the ids of a text gives the text back."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        """
        Raises:
            ValueError: the special tokens are not where `SPECIAL` has them.
        """
        found = [tokenizer.token_to_id(token) for token in SPECIAL]
        if found != list(range(len(SPECIAL))):
            raise ValueError("the vocabulary's special tokens are not those of this version")
        # A text that spells a special token is still text.
        tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, path: Path) -> Vocabulary:
        return cls(Tokenizer.from_file(str(path)))

    def __len__(self) -> int:
        return int(self._tokenizer.get_vocab_size())

    def encode(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def encode_batch(self, texts: list[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self._tokenizer.encode_batch(texts, add_special_tokens=False)]

    def decode(self, ids: list[int]) -> str:
        return str(self._tokenizer.decode(ids, skip_special_tokens=False))
