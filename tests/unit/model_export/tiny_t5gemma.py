"""A T5Gemma that is small enough to be fine-tuned in a test."""

from __future__ import annotations

from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast, T5GemmaConfig, T5GemmaForConditionalGeneration, T5GemmaModuleConfig


def write_tiny_t5gemma(folder: Path, text: str) -> None:
    """One with random weights and a byte-level tokenizer, learned on a text, that begins texts as Gemma's does."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    special = ["<pad>", "<eos>", "<bos>", "<unk>"]
    tokenizer.train_from_iterator(
        [text], trainers.BpeTrainer(vocab_size=300, special_tokens=special, initial_alphabet=alphabet)
    )
    tokenizer.post_processor = processors.TemplateProcessing(single="<bos> $A", special_tokens=[("<bos>", 2)])
    names = {f"{name}_token": f"<{name}>" for name in ("pad", "eos", "bos", "unk")}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    size = tokenizer.get_vocab_size()
    part = T5GemmaModuleConfig(
        vocab_size=size,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        query_pre_attn_scalar=16,
    )
    torch.manual_seed(0)
    T5GemmaForConditionalGeneration(T5GemmaConfig(part, part, vocab_size=size)).save_pretrained(folder)
