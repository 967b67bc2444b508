"""Labelled programs as a variant reads them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tqdm import tqdm

from model_export.ablations.judging import is_judged
from model_export.ablations.variants import Variant
from model_export.distillation.unlabelled import UNLABELLED
from model_export.training.dataset import Example, Labelled, example, name_pool
from model_export.training.vocabulary import learn
from perfcast.rlm.prompt import SPECIAL, WORKLOAD
from perfcast.rlm.vocabulary import Vocabulary

#: All bytes, and no runs of them.
_BYTES = len(SPECIAL) + 256
#: Of each program that is trained on, its own names included.
_SPELLINGS = 2


@dataclass(frozen=True)
class Read:
    """What one variant trains on and is judged by.

    Attributes:
        programs: number of those that are trained on.
        judged: of the validation split; `asked` are their examples, one a program or one a record.
    """

    vocabulary: Vocabulary
    programs: int
    training: list[Example]
    validation: list[Example]
    judged: list[Labelled]
    asked: list[Example]


class Reader:
    """Reads labelled programs as a variant does; what the next one reads alike is not read again."""

    def __init__(
        self, training: Sequence[Labelled], validation: Sequence[Labelled], remarks: Mapping[str, str]
    ) -> None:
        """
        Args:
            remarks: program -> its comments, as comment lines.
        """
        self._training, self._validation, self._remarks = training, validation, remarks
        self._last: tuple[object, Read] | None = None

    def read(self, variant: Variant, vocabulary: Path | None) -> Read:
        """
        Args:
            vocabulary: file to be read; one is learned without.
        """
        # What a network is like and how long it learns changes nothing about what it reads.
        kept = ("vocabulary", "longest", "comments", "workload_in_encoder", "guesses", "distilled", "share", "seed")
        key = (vocabulary, *(getattr(variant, name) for name in kept))
        if self._last is None or self._last[0] != key:
            self._last = None
            self._last = key, self._read(variant, vocabulary)
        return self._last[1]

    def _read(self, variant: Variant, vocabulary: Path | None) -> Read:
        known = [self._known(variant, program) for program in self._training if _is_wanted(variant, program)]
        unseen = [self._known(variant, program) for program in self._validation]
        judged = [program for program in unseen if is_judged(program)]
        if vocabulary is None:
            words = Vocabulary(learn((program.text for program in known), variant.vocabulary or _BYTES))
        else:
            words = Vocabulary.load(vocabulary)
        return Read(
            words,
            len({program.program for program in known}),
            examples_of(variant, known, words, name_pool(known), _SPELLINGS),
            examples_of(variant, unseen, words, [], 1),
            judged,
            examples_of(variant, judged, words, [], 1),
        )

    def _known(self, variant: Variant, program: Labelled) -> Labelled:
        text = self._remarks.get(program.program, "") + program.text if variant.comments else program.text
        guesses = program.guesses if variant.guesses else [{} for _ in program.guesses]
        return replace(program, text=text, guesses=guesses, answers=program.answers if variant.distilled else {})


def _is_wanted(variant: Variant, program: Labelled) -> bool:
    """Whether the variant is trained on the program: of a share, whole problems."""
    if program.origin == UNLABELLED and not variant.distilled:
        return False
    return random.Random(f"share:{program.problem}").random() < variant.share


def examples_of(
    variant: Variant, programs: Sequence[Labelled], vocabulary: Vocabulary, pool: Sequence[str], spellings: int
) -> list[Example]:
    """In token ids; where the workload stands in the encoder, an example a record."""
    rng = random.Random(variant.seed)
    found = []
    for program in tqdm(programs, desc="encoding", mininterval=5):
        read = example(program, vocabulary, rng, pool, spellings, variant.longest)
        found += _by_record(read, variant.longest) if variant.workload_in_encoder else [read]
    return found


def _by_record(read: Example, longest: int) -> list[Example]:
    """Each record by itself, its prompt in front of the source."""
    return [
        Example(
            [(contexts[row] + source)[:longest] for contexts, source in zip(read.contexts, read.sources, strict=True)],
            [[[SPECIAL.index(WORKLOAD)]] for _ in read.sources],
            read.targets[[row]],
            read.present[[row]],
        )
        for row in range(len(read.targets))
    ]
