"""The names of a kernel: templates use canonical ones, every program has its writer's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from model_export.corpus.generator.dice import Dice

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
#: A word that is a name: not an attribute, nor a keyword argument of Triton's or PyTorch's.
_NAME: Final = re.compile(r"(?<![\w.])(?!(?<=[(,] )(?:mask|dim)=(?!=))(?!(?<=[(])(?:mask|dim)=(?!=))[A-Za-z_]\w*")
#: What a pointer parameter ``x_ptr`` may be called besides.
_POINTERS: Final = ("{}_ptr", "{}_ptr", "{}", "{}_pointer", "p_{}", "{}Ptr", "ptr_{}", "{}_base")
SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    "n_elements": ("n_elements", "n", "N", "numel", "size", "total_size", "xnumel", "num_elements"),
    "n_rows": ("n_rows", "M", "rows", "num_rows", "nrows"),
    "n_cols": ("n_cols", "N", "cols_total", "num_cols", "hidden", "feature_dim", "ncols", "row_size"),
    "BLOCK_SIZE": ("BLOCK_SIZE", "BLOCK", "XBLOCK", "BLOCK_N", "BLOCK_SIZE_N", "TILE", "block_size"),
    "BLOCK_M": ("BLOCK_M", "BLOCK_SIZE_M", "BM", "TILE_M", "BLOCK_ROWS"),
    "BLOCK_N": ("BLOCK_N", "BLOCK_SIZE_N", "BN", "TILE_N", "BLOCK_COLS"),
    "BLOCK_K": ("BLOCK_K", "BLOCK_SIZE_K", "BK", "TILE_K"),
    "GROUP_M": ("GROUP_M", "GROUP_SIZE_M", "GROUP", "SWIZZLE"),
    "HEAD_DIM": ("HEAD_DIM", "D_HEAD", "BLOCK_DMODEL", "D", "HEAD_SIZE"),
    "offsets": ("offsets", "offs", "idx", "off", "index_range", "xindex"),
    "mask": ("mask", "valid", "msk", "in_bounds", "xmask"),
    "pid": ("pid", "program", "block_id", "tile_id", "pid0"),
    "pid_m": ("pid_m", "block_m", "m_id", "pid_row", "i_m"),
    "pid_n": ("pid_n", "block_n", "n_id", "pid_col", "i_n"),
    "row": ("row", "row_idx", "r", "row_id", "i_row"),
    "cols": ("cols", "col_offsets", "col_idx", "offs_n", "columns"),
    "rm": ("rm", "offs_m", "m_offsets", "row_range", "offs_am"),
    "rn": ("rn", "offs_n", "n_offsets", "col_range", "offs_bn"),
    "rk": ("rk", "offs_k", "k_offsets", "ks"),
    "acc": ("acc", "accumulator", "total", "_sum", "result_acc"),
    "out": ("out", "output", "y_out", "result", "dst", "o"),
    "start": ("start", "begin_at", "off0", "s0", "block_start", "pos"),
    "m_i": ("m_i", "running_max", "m_prev", "max_so_far"),
    "l_i": ("l_i", "running_sum", "denom", "l_prev"),
    "scale": ("scale", "sm_scale", "factor", "softmax_scale"),
    "stride_x": ("stride_x", "x_stride", "stride_xm", "x_row_stride"),
    "stride_out": ("stride_out", "out_stride", "stride_ym", "output_row_stride"),
    "x": ("x", "x", "inp", "input_", "src", "X", "a", "val"),
    "y": ("y", "y", "z", "other", "Y", "res"),
    "combine": ("combine", "combine_fn", "_op", "merge"),
    "activation": ("activation", "act", "apply_activation", "_activation", "act_fn"),
    "plane": ("plane", "image", "p_size"),
    "batch": ("batch", "B", "bs", "n_batch"),
    "tokens": ("tokens", "T", "num_tokens", "n_tokens"),
    "seq": ("seq", "seqlen", "seq_len", "L", "n_ctx"),
    "dim": ("dim", "d_model", "hidden_size", "features", "width_dim"),
    "table": ("table", "weight_table", "emb", "lookup"),
    "index": ("index", "ind", "which", "target_index"),
    "REPEAT": ("REPEAT", "UNROLL", "ITEMS", "CHUNKS"),
    "grad": ("grad", "g", "dy_in", "upstream"),
    "w": ("w", "weight", "wt", "gamma"),
    "b": ("b", "bias_", "beta", "second"),
}
_KERNELS: Final = (
    "{}_kernel",
    "{}_kernel",
    "_{}_kernel",
    "{}",
    "_{}",
    "triton_{}",
    "{}_fwd_kernel",
    "fused_{}",
    "kernel",
)
_WRAPPERS: Final = ("{}", "{}", "run_{}", "{}_triton", "triton_{}_op", "call_{}", "{}_forward")


@dataclass(frozen=True)
class Renamed:
    """A template's text in a writer's names, and what became of the names that matter."""

    text: str
    kernel: str
    wrapper: str
    pointers: frozenset[str]


def renamed(text: str, family: str, dice: Dice) -> Renamed:
    """The text in a writer's names."""
    taken = set(_WORD.findall(text))
    words: dict[str, str] = {}

    def give(name: str, options: tuple[str, ...]) -> str:
        chosen = dice.pick(options)
        if chosen == name or chosen in taken:
            return name
        taken.add(chosen)
        words[name] = chosen
        return chosen

    pointers = dice.pick(_POINTERS)
    parameters = sorted(word for word in taken if word.endswith("_ptr"))
    called = frozenset(give(name, (pointers.format(name.removesuffix("_ptr")),)) for name in parameters)
    for name in sorted(taken & SYNONYMS.keys()):
        if dice.chance(0.6):
            give(name, SYNONYMS[name])
    base = dice.pick((family, family, family.partition("_")[0], "op", family.replace("_", "")))
    kernel = dice.pick(_KERNELS).format(base)
    words["KERNEL"] = kernel if kernel not in taken else f"{family}_kernel_fn"
    wrapper = dice.pick(_WRAPPERS).format(base)
    free = wrapper not in taken and wrapper != words["KERNEL"]
    words["WRAPPER"] = wrapper if free else f"launch_{family}"
    header, mark, body = text.partition("\n--- ")
    header = _NAME.sub(lambda match: words.get(match[0], match[0]), header)
    body = _NAME.sub(lambda match: words.get(match[0], match[0]), body)
    return Renamed(header + mark + body, words["KERNEL"], words["WRAPPER"], called)
