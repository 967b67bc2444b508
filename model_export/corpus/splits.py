"""Which split a program belongs to: by problem, near-duplicates together.

Programs of one problem, and of problems that continue it, form a group, and groups with near-duplicate members (MinHash
over token runs of the normal form, Jaccard similarity of 0.8 and more) are joined. A hash of the group's smallest
problem name decides, so a problem keeps its split when the corpus grows, unless it is joined with another.

Programs that were written to judge by are in the test, with whatever is near to them.

Programs whose sources are at hand only where they were found are for training only, since what a model is judged by
must be there wherever it is judged. They join no groups, and those that are like a held-out program are left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final
from zlib import crc32

from datasketch import MinHash, MinHashLSH

#: Share of the groups in per cent.
SHARES: Final = {"train": 84, "validation": 4, "calibration": 5, "test": 7}
SIMILARITY: Final = 0.8
_PERMUTATIONS: Final = 64
_RUN: Final = 5


def is_sampled(program: str, one_in: int) -> bool:
    """Whether a program belongs to a sample of one in so many, by its name."""
    return crc32(program.encode()) % one_in == 0


def assign(
    problems: Mapping[str, str],
    tokens: Mapping[str, list[str]],
    training_only: Collection[str] = frozenset(),
    test_only: Collection[str] = frozenset(),
) -> dict[str, str]:
    """Program -> split; those of `training_only` that are like a held-out program are missing.

    Args:
        problems: program -> problem.
        tokens: program -> tokens of its normal form, names included.
        training_only: programs that no figure may rest on.
        test_only: programs that nothing may be learned from.
    """
    stems = {program: stem(problem) for program, problem in problems.items() if program not in training_only}
    parents = {problem: problem for problem in stems.values()}

    def root(problem: str) -> str:
        while parents[problem] != problem:
            parents[problem] = parents[parents[problem]]
            problem = parents[problem]
        return problem

    likenesses: list[tuple[str, str]] = []
    for first, second in near_duplicates(tokens):
        if first in stems and second in stems:
            one, other = sorted((root(stems[first]), root(stems[second])))
            parents[other] = one
        else:
            likenesses += ((first, second), (second, first))
    tested = {root(stems[program]) for program in test_only if program in stems}
    splits = {
        program: "test" if root(problem) in tested else _share(root(problem)) for program, problem in stems.items()
    }
    held_out = {program for program, other in likenesses if splits.get(other, "train") != "train"}
    return splits | {program: "train" for program in problems if program in training_only and program not in held_out}


def stem(problem: str) -> str:
    """The problem that another one continues: they share the code of what stands before the first plus."""
    return problem.partition("+")[0]


def near_duplicates(tokens: Mapping[str, list[str]]) -> Iterable[tuple[str, str]]:
    """Pairs of programs whose sets of token runs are alike."""
    index = MinHashLSH(threshold=SIMILARITY, num_perm=_PERMUTATIONS)
    for program, sequence in tokens.items():
        signature = MinHash(num_perm=_PERMUTATIONS, seed=1)
        signature.update_batch([run.encode() for run in runs(sequence)])
        for other in index.query(signature):
            yield program, other
        index.insert(program, signature)


def runs(sequence: Sequence[str]) -> frozenset[str]:
    """The runs of tokens by which programs are compared."""
    return frozenset(" ".join(sequence[start : start + _RUN]) for start in range(max(1, len(sequence) - _RUN + 1)))


def _share(group: str) -> str:
    point = int.from_bytes(hashlib.sha256(group.encode()).digest()[:4], "big") % 100
    for split, share in SHARES.items():
        if point < share:
            return split
        point -= share
    raise AssertionError("the shares do not add up to 100")
