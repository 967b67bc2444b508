"""Learns the byte-level BPE vocabulary on normal forms."""

from __future__ import annotations

from collections.abc import Iterable

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from perfcast.rlm.prompt import SPECIAL
from perfcast.rlm.vocabulary import Vocabulary


def learn(texts: Iterable[str], size: int) -> Tokenizer:
    """A tokenizer of `size` tokens, the special ones first, in which every digit is a token of its own.

    Newlines and indentation are kept, so that decoding the ids of a text gives the text back.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(SPECIAL),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=True,
    )
    tokenizer.train_from_iterator(texts, trainer)
    Vocabulary(tokenizer)
    return tokenizer
