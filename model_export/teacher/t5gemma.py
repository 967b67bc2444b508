"""T5Gemma as a regression language model (arXiv 2509.26476): its encoder reads code, its decoder writes numerals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

from model_export.teacher.rows import Rows
from model_export.teacher.vocabulary import BorrowedVocabulary
from perfcast.rlm.prompt import FORMAT, MAX_SOURCE

#: Beside what `transformers` saves: the format of the prompts, and how much of a source is read.
_NOTE = "perfcast.json"


class T5GemmaNetwork(nn.Module):
    """Sources and prompts in, logits of the numeral token that comes next out; in fp32."""

    def __init__(self, model: Any, vocabulary: BorrowedVocabulary, source_tokens: int) -> None:
        """
        Args:
            model: T5GemmaForConditionalGeneration.
            source_tokens: of a source that are read.
        """
        super().__init__()
        self.model = model.float()
        self.vocabulary = vocabulary
        self.source_tokens = source_tokens
        self._numerals = torch.tensor(vocabulary.numerals)
        _make_room(model, vocabulary)

    @classmethod
    def load(cls, name: str | Path, source_tokens: int = MAX_SOURCE) -> T5GemmaNetwork:
        """
        Args:
            name: folder or name on the hub: of a pretrained network, or what `save` left.
            source_tokens: where it was not fine-tuned before.

        Raises:
            ValueError: it was fine-tuned on prompts of another format.
        """
        note = Path(name) / _NOTE
        if note.exists():
            said = json.loads(note.read_text())
            if said["format"] != FORMAT:
                raise ValueError(f"{name} reads prompts of format {said['format']}, not {FORMAT}")
            source_tokens = said["source_tokens"]
        # The fused attentions leave out the soft cap of attention logits that T5Gemma was pretrained with.
        model = AutoModelForSeq2SeqLM.from_pretrained(name, attn_implementation="eager")
        return cls(model, BorrowedVocabulary(AutoTokenizer.from_pretrained(name)), source_tokens)

    def save(self, folder: Path) -> None:
        self.model.save_pretrained(folder)
        self.vocabulary.save(folder)
        (folder / _NOTE).write_text(json.dumps({"format": FORMAT, "source_tokens": self.source_tokens}) + "\n")

    def encode(self, source_ids: Tensor, source_mask: Tensor) -> Tensor:
        """Reads sources: [B, S] of the tokenizer's ids and a mask -> [B, S, width]."""
        found: Tensor = self.model.get_encoder()(input_ids=source_ids, attention_mask=source_mask).last_hidden_state
        return found

    def decode(
        self,
        ids: Tensor,
        mask: Tensor,
        positions: Tensor,
        memory: Tensor,
        source_mask: Tensor,
        cache: Any = None,
        keep: bool = False,
    ) -> tuple[Tensor, Any]:
        """Reads tokens of prompts and numerals.

        Args:
            ids, positions: [Q, T], of the tokenizer, and of each token in its own prompt.
            mask: [Q, tokens in the cache + T], 1 where a token is.
            memory, source_mask: [Q, S, width] and [Q, S].
            cache: what `transformers` returned for the tokens before.
            keep: whether a cache is returned.

        Returns:
            States [Q, T, width], and the cache.
        """
        found = self.model.get_decoder()(
            input_ids=ids,
            attention_mask=mask,
            position_ids=positions,
            encoder_hidden_states=memory,
            encoder_attention_mask=source_mask,
            past_key_values=cache,
            use_cache=keep,
        )
        return found.last_hidden_state, found.past_key_values

    def numeral_logits(self, states: Tensor) -> Tensor:
        """[.., width] -> [.., len(numerals.TOKENS)], in fp32: of the numerals' rows of the head alone."""
        with torch.autocast(states.device.type, enabled=False):
            head = self.model.get_output_embeddings().weight[self._numerals.to(states.device)]
            logits: Tensor = states.float() @ head.float().T
        cap = self.model.get_decoder().config.final_logit_softcapping
        return logits if cap is None else cap * torch.tanh(logits / cap)

    def forward(self, rows: Rows) -> Tensor:
        """Logits of exponent and digits under teacher forcing: [Q, numerals.LENGTH - 1, len(numerals.TOKENS)]."""
        memory = self.encode(rows.source_ids, rows.source_mask)
        positions = torch.arange(rows.ids.shape[1], device=rows.ids.device).expand_as(rows.ids)
        states, _ = self.decode(
            rows.ids, rows.mask, positions, memory[rows.source_of], rows.source_mask[rows.source_of]
        )
        return self.numeral_logits(states.gather(1, rows.places[..., None].expand(-1, -1, states.shape[-1])))


@torch.no_grad()
def _make_room(model: Any, vocabulary: BorrowedVocabulary) -> None:
    """Rows of the embeddings for the tokens that were added; each starts as the mean of what its name is spelled with.

    By hand, since `resize_token_embeddings` of T5Gemma leaves decoder and head as they were.
    """
    encoder, decoder, head = model.get_encoder(), model.get_decoder(), model.get_output_embeddings()
    is_tied = head.weight is decoder.get_input_embeddings().weight
    size = max(len(vocabulary), len(head.weight))
    for part in (encoder, decoder):
        old = part.get_input_embeddings()
        new = nn.Embedding(size, old.weight.shape[1], old.padding_idx)
        new.weight.copy_(_grown(old.weight, size, vocabulary.spelled))
        part.set_input_embeddings(new)
    head.weight = (
        decoder.get_input_embeddings().weight
        if is_tied
        else nn.Parameter(_grown(head.weight, size, vocabulary.spelled))
    )
    head.out_features = size
    model.vocab_size = size
    for config in (model.config, model.config.encoder, model.config.decoder):
        config.vocab_size = size


def _grown(weight: Tensor, size: int, spelled: dict[int, list[int]]) -> Tensor:
    grown = torch.cat([weight, weight.mean(dim=0, keepdim=True).expand(size - len(weight), -1)])
    for token, pieces in spelled.items():
        if pieces:
            grown[token] = weight[pieces].mean(dim=0)
    return grown
