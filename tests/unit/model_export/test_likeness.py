"""Copies of training kernels are no evidence."""

from __future__ import annotations

from model_export.corpus.triton.likeness import unlike

BODY = "\n".join(f"    x{line} = tl.load(p + {line}) * {line}" for line in range(12))
TEXTS = {
    "trained": f"def k(p):\n{BODY}",
    "copy": f"def other(p):\n{BODY}",
    "own": "def f(q, n):\n" + "\n".join(f"    y = tl.max(q + n * {line}, axis=0)" for line in range(12)),
    "second": f"def k(p):\n{BODY}",
}
SPLITS = {"trained": "train", "copy": "test", "own": "test", "second": "train"}


def test_a_held_out_kernel_like_a_training_one_is_left_out_and_training_keeps_all() -> None:
    records = [{"program": program, "split": split} for program, split in SPLITS.items() for _ in range(2)]
    assert [record["program"] for record in unlike(records, TEXTS)] == [
        "trained",
        "trained",
        "own",
        "own",
        "second",
        "second",
    ]
