"""The runs that are compared: each differs from `BASE` in one thing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Variant:
    """What a run is made of.

    Attributes:
        name: of its folder and of its row.
        question: what it answers, by which rows are grouped.
        width: of the model; its heads have 64 dimensions.
        vocabulary: tokens; 0 for bytes alone.
        longest: source tokens that are read.
        comments: whether comments and docstrings stand above the normal form.
        workload_in_encoder: the prompt is read with the source, which so is read anew for every workload.
        squared_error: one number, the logarithm of the cost, in place of a numeral.
        guesses: whether the model sees the trees' guesses and counts in them.
        pretrained: whether it begins with the weights that language pretraining left.
        distilled: whether it learns from a teacher's answers too.
        share: of the training programs.
        length: steps, in multiples of the others'.
        seed: of weights, order and names.
    """

    name: str
    question: str
    width: int = 128
    encoder_layers: int = 3
    decoder_layers: int = 2
    vocabulary: int = 4096
    longest: int = 512
    comments: bool = False
    workload_in_encoder: bool = False
    squared_error: bool = False
    guesses: bool = True
    pretrained: bool = False
    distilled: bool = False
    share: float = 0.4
    length: float = 1.0
    seed: int = 0


BASE: Final = Variant("base", "base")
_ALONE: Final = replace(BASE, question="the model alone, without trees and trial runs", guesses=False)

#: Those that read alike stand together, since what one reads the next need not read again.
VARIANTS: Final = (
    BASE,
    replace(BASE, name="squared error", question="numerals or one number", squared_error=True),
    replace(BASE, name="width 64", question="parameters", width=64),
    replace(BASE, name="width 256", question="parameters", width=256, encoder_layers=4),
    replace(BASE, name="a quarter of the steps", question="training", length=1 / 4),
    replace(BASE, name="four times the steps", question="training", length=4),
    replace(BASE, name="base, another seed", seed=1),
    replace(BASE, name="pretrained", question="language pretraining", pretrained=True),
    replace(BASE, name="distilled", question="distillation", distilled=True),
    replace(BASE, name="1,024 tokens", question="longest source", longest=1024),
    replace(_ALONE, name="alone"),
    replace(_ALONE, name="alone, four times the steps", length=4),
    replace(_ALONE, name="alone, pretrained", pretrained=True),
    replace(_ALONE, name="alone, workload in the encoder", workload_in_encoder=True),
    replace(_ALONE, name="alone, bytes", vocabulary=0, longest=1024),
    replace(_ALONE, name="alone, comments", comments=True),
    replace(_ALONE, name="alone, twice the programs", share=2 * BASE.share),
    replace(_ALONE, name="alone, another seed", seed=1),
    replace(BASE, name="an eighth of the programs", question="programs", share=BASE.share / 8),
)
