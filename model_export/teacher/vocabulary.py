"""The tokenizer of a pretrained network in place of our own, for sources and prompts.

Prompts are written in ids below len(`SPECIAL`) for the special tokens and in the tokenizer's own ids, moved up by
len(`SPECIAL`), for text: so `perfcast.rlm.prompt` writes them as it does for our vocabulary. `own_ids` leads back to
the tokenizer's ids, among which the special tokens stand behind those that were there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from tokenizers import AddedToken
from torch import Tensor

from perfcast.rlm import numerals
from perfcast.rlm.prompt import SPECIAL


class BorrowedVocabulary:
    """A tokenizer of `transformers` as a `perfcast.rlm.prompt.TextEncoder`."""

    def __init__(self, tokenizer: Any) -> None:
        """Adds the special tokens that the tokenizer lacks.

        Args:
            tokenizer: one of those that rest on the library `tokenizers`.
        """
        known = set(tokenizer.get_vocab())
        tokenizer.add_tokens(
            [AddedToken(token, special=True, normalized=False) for token in SPECIAL], special_tokens=True
        )
        self._tokenizer = tokenizer
        self._text = tokenizer.backend_tokenizer
        # A text that spells a special token is still text.
        self._text.encode_special_tokens = True
        self._special = torch.tensor(tokenizer.convert_tokens_to_ids(list(SPECIAL)))
        #: Ids of the tokens that were added -> ids of what their names are spelled with.
        self.spelled: dict[int, list[int]] = {
            tokenizer.convert_tokens_to_ids(token): self._plain(token.strip("<>"))
            for token in SPECIAL
            if token not in known
        }
        #: The tokenizer's ids of `numerals.TOKENS`.
        self.numerals: list[int] = tokenizer.convert_tokens_to_ids(list(numerals.TOKENS))
        begin = tokenizer.bos_token_id
        #: What a prompt begins with, as the network was pretrained.
        self.start = len(SPECIAL) + int(tokenizer.pad_token_id if begin is None else begin)

    def __len__(self) -> int:
        return len(self._tokenizer)

    def encode(self, text: str) -> list[int]:
        return [len(SPECIAL) + token for token in self._plain(text)]

    def encode_source(self, text: str, most: int) -> list[int]:
        """At most so many ids, with what the tokenizer itself puts around a text."""
        return [len(SPECIAL) + token for token in self._text.encode(text).ids[:most]]

    def own_ids(self, ids: Tensor) -> Tensor:
        """Ids of prompts and sources -> the tokenizer's ids, of any shape."""
        special = self._special.to(ids.device)
        return torch.where(ids < len(SPECIAL), special[ids.clamp(max=len(SPECIAL) - 1)], ids - len(SPECIAL))

    def save(self, folder: Path) -> None:
        self._tokenizer.save_pretrained(folder)

    def _plain(self, text: str) -> list[int]:
        ids: list[int] = self._text.encode(text, add_special_tokens=False).ids
        return ids
