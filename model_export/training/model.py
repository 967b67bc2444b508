"""The regression language model: an encoder of source code and a small decoder of numerals.

Read from the top: the encoder turns token ids into states; each decoder layer's cross keys and values are made from
these once per source; the decoder reads prompts and numerals with a cache. B sources, S source tokens, R = B * G rows
(G prompts a source), T new tokens, O tokens in a row's own cache, P tokens of a context that rows share (C contexts), L
decoder layers, H heads, W width, D = W / H.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from perfcast.rlm import numerals
from perfcast.rlm.prompt import FIRST_NUMERAL, MAX_PROMPT, MAX_SOURCE, PAD, SPECIAL

#: See `self_attention`.
SelfAttention = Callable[[Tensor, Tensor, Tensor, Tensor | None, Tensor, Tensor, int], Tensor]

_ROTARY_BASE = 10_000.0


@dataclass(frozen=True)
class Shape:
    """All that decides the number of parameters, and the longest source in tokens."""

    vocabulary: int
    width: int = 256
    heads: int = 4
    encoder_layers: int = 4
    decoder_layers: int = 2
    feedforward: int = 1024
    longest: int = MAX_SOURCE

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


class FeedForward(nn.Module):
    """Position-wise: [.., W] -> [.., W]."""

    def __init__(self, shape: Shape, dropout: nn.Dropout) -> None:
        super().__init__()
        self.dropout = dropout
        self.norm = nn.LayerNorm(shape.width, bias=False)
        self.up = nn.Linear(shape.width, shape.feedforward, bias=False)
        self.down = nn.Linear(shape.feedforward, shape.width, bias=False)

    def forward(self, states: Tensor) -> Tensor:
        change: Tensor = self.dropout(self.down(F.gelu(self.up(self.norm(states)))))
        return states + change


class EncoderLayer(nn.Module):
    """Self-attention over the source and a feed-forward part, both with the norm first."""

    def __init__(self, shape: Shape, dropout: nn.Dropout) -> None:
        super().__init__()
        self.heads = shape.heads
        self.dropout = dropout
        self.norm = nn.LayerNorm(shape.width, bias=False)
        self.qkv = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)
        self.feedforward = FeedForward(shape, dropout)
        #: The graphs of a bundle have another one, of the runtime's own operators.
        self.attention: SelfAttention = self_attention

    def forward(self, states: Tensor, bias: Tensor | None, cosines: Tensor, sines: Tensor) -> Tensor:
        queries, keys, values = self.qkv(self.norm(states)).chunk(3, dim=-1)
        mixed = self.attention(queries, keys, values, bias, cosines, sines, self.heads)
        return self.feedforward(states + self.dropout(self.out(mixed)))  # type: ignore[no-any-return]


class DecoderLayer(nn.Module):
    """Self-attention over the prompt so far, cross-attention to the source, and a feed-forward part."""

    def __init__(self, shape: Shape, dropout: nn.Dropout) -> None:
        super().__init__()
        self.heads = shape.heads
        self.dropout = dropout
        self.norm = nn.LayerNorm(shape.width, bias=False)
        self.qkv = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)
        self.cross_norm = nn.LayerNorm(shape.width, bias=False)
        self.cross_query = nn.Linear(shape.width, shape.width, bias=False)
        self.cross_kv = nn.Linear(shape.width, 2 * shape.width, bias=False)
        self.cross_out = nn.Linear(shape.width, shape.width, bias=False)
        self.feedforward = FeedForward(shape, dropout)

    def cross(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of a source, made once: memory [B, S, W] -> two of [B, H, S, D]."""
        keys, values = self.cross_kv(memory).chunk(2, dim=-1)
        return _split(keys, self.heads), _split(values, self.heads)

    def forward(
        self,
        states: Tensor,
        bias: Tensor,
        rotary: tuple[Tensor, Tensor],
        past: tuple[Tensor, Tensor] | None,
        shared: tuple[Tensor, Tensor, Tensor] | None,
        cross: tuple[Tensor, Tensor],
        source_bias: Tensor | None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        queries, keys, values = (_split(part, self.heads) for part in self.qkv(self.norm(states)).chunk(3, dim=-1))
        queries, keys = rotate(queries, *rotary), rotate(keys, *rotary)
        if past is not None:
            keys = torch.cat([past[0], keys], dim=2)
            values = torch.cat([past[1], values], dim=2)
        mixed = (
            attend(queries, keys, values, bias) if shared is None else attend_both(queries, keys, values, bias, shared)
        )
        states = states + self.dropout(self.out(_merge(mixed)))

        # All rows of a source are queries of one attention, so its keys and values are never copied.
        rows, length, width = states.shape
        sources = cross[0].shape[0]
        query = _split(self.cross_query(self.cross_norm(states)).reshape(sources, -1, width), self.heads)
        mixed = attend(query, cross[0], cross[1], source_bias)
        states = states + self.dropout(self.cross_out(_merge(mixed))).reshape(rows, length, width)
        return self.feedforward(states), keys, values


class RegressionLanguageModel(nn.Module):
    """Source and prompt in, distributions over the next numeral token out."""

    def __init__(self, shape: Shape, dropout: float = 0.0) -> None:
        """
        Args:
            dropout: probability with which an output of a residual branch is zeroed in training.
        """
        super().__init__()
        self.shape = shape
        self.dropout = nn.Dropout(dropout)
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        self.encoder = nn.ModuleList(EncoderLayer(shape, self.dropout) for _ in range(shape.encoder_layers))
        self.encoder_norm = nn.LayerNorm(shape.width, bias=False)
        self.decoder = nn.ModuleList(DecoderLayer(shape, self.dropout) for _ in range(shape.decoder_layers))
        self.decoder_norm = nn.LayerNorm(shape.width, bias=False)
        self.head = nn.Linear(shape.width, len(numerals.TOKENS), bias=False)
        # Tables, since powers and cosines that another library computes differ by more than all else together.
        cosines, sines = rotary_tables(max(shape.longest, MAX_PROMPT + numerals.LENGTH), shape.width // shape.heads)
        self.register_buffer("cosines", cosines, persistent=False)
        self.register_buffer("sines", sines, persistent=False)
        self._initialise()

    def _initialise(self) -> None:
        """Normal with the usual 0.02 scaled to the width; outputs of residual branches smaller with the depth."""
        deviation = 0.4 / self.shape.width**0.5
        depth = self.shape.encoder_layers + self.shape.decoder_layers
        for name, parameter in self.named_parameters():
            if parameter.dim() == 2:
                is_branch_end = name.endswith(("out.weight", "down.weight"))
                nn.init.normal_(parameter, std=deviation / (2 * depth) ** 0.5 if is_branch_end else deviation)

    def encode(self, source_ids: Tensor, source_mask: Tensor | None) -> tuple[Tensor, Tensor]:
        """Reads sources.

        Args:
            source_ids: [B, S], int64.
            source_mask: [B, S], 1 where a token is, 0 where padding is, int64; None where there is no padding.

        Returns:
            Cross keys and cross values of all decoder layers, each [L, B, H, S, D].
        """
        states = self.dropout(self.embedding(source_ids))
        bias = None if source_mask is None else padding_bias(source_mask, states.dtype)
        positions = torch.arange(source_ids.shape[1], device=source_ids.device)[None, :]
        angles = self._rotary(positions)
        for layer in self.encoder:
            states = layer(states, bias, *angles)
        memory = self.encoder_norm(states)
        pairs = [layer.cross(memory) for layer in self.decoder]  # type: ignore[operator]
        return torch.stack([keys for keys, _ in pairs]), torch.stack([values for _, values in pairs])

    def decode(
        self,
        ids: Tensor,
        positions: Tensor,
        bias: Tensor,
        cross: tuple[Tensor, Tensor],
        source_mask: Tensor | None,
        past: tuple[Tensor, Tensor] | None = None,
        shared: tuple[Tensor, Tensor, Tensor] | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Reads tokens of prompts and numerals.

        Args:
            ids: [R, T], int64.
            positions: [R, T], of each token in its own prompt, int64.
            bias: [R, 1, T, O + T], added to the attention's logits: 0 where a token may look, else very negative.
            cross: keys and values of `encode`.
            source_mask: [B, S], None without padding; rows of one source lie together, R / B each.
            past: keys and values of a row's own tokens before, each [L, R, H, O, D]; None for O = 0.
            shared: keys and values of the contexts before those, each [L, C, H, P, D], and their mask [C, P]; rows of
                one context lie together, R / C each.

        Returns:
            Logits of the numeral token that comes next, [R, T, len(numerals.TOKENS)], and the rows' own new keys and
            values, each [L, R, H, O + T, D].
        """
        states, keys, values = self.decoder_states(ids, positions, bias, cross, source_mask, past, shared)
        return self.head(states), keys, values

    def decoder_states(
        self,
        ids: Tensor,
        positions: Tensor,
        bias: Tensor,
        cross: tuple[Tensor, Tensor],
        source_mask: Tensor | None,
        past: tuple[Tensor, Tensor] | None = None,
        shared: tuple[Tensor, Tensor, Tensor] | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """As `decode`, with the last layer's states after the norm, [R, T, W], in place of the logits."""
        states = self.embedding(ids)
        angles = self._rotary(positions)
        source_bias = None if source_mask is None else padding_bias(source_mask, states.dtype)
        new_keys, new_values = [], []
        for index, layer in enumerate(self.decoder):
            before = None if past is None else (past[0][index], past[1][index])
            context = None
            if shared is not None:
                context = shared[0][index], shared[1][index], padding_bias(shared[2], states.dtype)
            states, keys, values = layer(
                states, bias.to(states.dtype), angles, before, context, (cross[0][index], cross[1][index]), source_bias
            )
            new_keys.append(keys)
            new_values.append(values)
        return self.decoder_norm(states), torch.stack(new_keys), torch.stack(new_values)

    def _rotary(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        """[.., T] -> cosines and sines, each [.., 1, T, D / 2]."""
        cosines, sines = self.get_buffer("cosines"), self.get_buffer("sines")
        return cosines[positions][..., None, :, :], sines[positions][..., None, :, :]


def self_attention(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    bias: Tensor | None,
    cosines: Tensor,
    sines: Tensor,
    heads: int,
) -> Tensor:
    """Attention of a source's tokens over all of them, told where they stand.

    Args:
        queries, keys, values: [B, S, W].
        bias: [B, 1, 1, S], see `attend`.
        cosines, sines: [1, 1, S, D / 2], see `rotate`.

    Returns:
        [B, S, W].
    """
    queries, keys, values = (_split(part, heads) for part in (queries, keys, values))
    return _merge(attend(rotate(queries, cosines, sines), rotate(keys, cosines, sines), values, bias))


def attend(queries: Tensor, keys: Tensor, values: Tensor, bias: Tensor | None) -> Tensor:
    """Attention of [B, H, T, D] over [B, H, S, D] with `bias`, if any, added to the logits: [B, H, T, D].

    Spelled out, since torch's fused one took 1.5 to 4 times as long for training at these lengths on a CPU.
    """
    logits = torch.matmul(queries * queries.shape[-1] ** -0.5, keys.transpose(-1, -2))
    if bias is not None:
        logits = logits + bias
    return torch.matmul(torch.softmax(logits, dim=-1), values)


def attend_both(
    queries: Tensor, keys: Tensor, values: Tensor, bias: Tensor, shared: tuple[Tensor, Tensor, Tensor]
) -> Tensor:
    """As `attend`, over a row's own keys and over those of its context, which are never copied.

    Args:
        queries: [R, H, T, D]; keys, values: [R, H, O + T, D].
        shared: keys and values [C, H, P, D] and what is added to their logits, [C, 1, 1, P].
    """
    shared_keys, shared_values, shared_bias = shared
    contexts, tokens = shared_keys.shape[0], shared_keys.shape[2]
    queries = queries * queries.shape[-1] ** -0.5
    to_shared = torch.matmul(_by_context(queries, contexts), shared_keys.transpose(-1, -2)) + shared_bias
    to_own = torch.matmul(queries, keys.transpose(-1, -2)) + bias
    weights = torch.softmax(torch.cat([_by_row(to_shared, queries), to_own], dim=-1), dim=-1)
    from_shared = torch.matmul(_by_context(weights[..., :tokens], contexts), shared_values)
    return _by_row(from_shared, queries) + torch.matmul(weights[..., tokens:], values)


def _by_context(states: Tensor, contexts: int) -> Tensor:
    """[R, H, T, X] -> [C, H, R / C * T, X]."""
    _, heads, new, width = states.shape
    return states.reshape(contexts, -1, heads, new, width).transpose(1, 2).reshape(contexts, heads, -1, width)


def _by_row(states: Tensor, like: Tensor) -> Tensor:
    """[C, H, R / C * T, X] -> [R, H, T, X] with the R and T of `like`."""
    rows, heads, new, _ = like.shape
    contexts, width = states.shape[0], states.shape[-1]
    return states.reshape(contexts, heads, -1, new, width).transpose(1, 2).reshape(rows, heads, new, width)


def padding_bias(mask: Tensor, dtype: torch.dtype) -> Tensor:
    """[B, S] of ones and zeros -> [B, 1, 1, S] to add to attention logits."""
    return (1.0 - mask.to(dtype))[:, None, None, :] * -1e4


def rotary_tables(positions: int, width: int) -> tuple[Tensor, Tensor]:
    """Cosines and sines of rotary position embeddings (arXiv 2104.09864): two of [positions, width / 2]."""
    frequencies = _ROTARY_BASE ** (-torch.arange(0, width, 2) / width)
    angles = torch.arange(positions)[:, None] * frequencies
    return angles.cos(), angles.sin()


def rotate(states: Tensor, cosines: Tensor, sines: Tensor) -> Tensor:
    """Turns the first half of each head against the second: [.., H, T, D] -> the same."""
    first, second = states.chunk(2, dim=-1)
    return torch.cat([first * cosines - second * sines, second * cosines + first * sines], dim=-1)


def numeral_ids(tokens: Tensor) -> Tensor:
    """Positions in `numerals.TOKENS` -> ids in the vocabulary."""
    return tokens + FIRST_NUMERAL


def _split(states: Tensor, heads: int) -> Tensor:
    """[B, T, W] -> [B, H, T, D]."""
    batch, length, width = states.shape
    return states.reshape(batch, length, heads, width // heads).transpose(1, 2)


def _merge(states: Tensor) -> Tensor:
    """[B, H, T, D] -> [B, T, W]."""
    batch, heads, length, width = states.shape
    return states.transpose(1, 2).reshape(batch, length, heads * width)


PAD_ID = SPECIAL.index(PAD)
