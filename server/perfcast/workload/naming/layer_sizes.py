"""What a neural network's constructor is called with where nobody says: usual sizes, by the names of parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_SIZES: Final = (
    (
        256,
        """
        dim d_model model_dim embed_dim embedding_dim emb_dim embed_size emb_size d_embed n_embd n_embed
        hidden hidden_dim hidden_size hid_dim n_hidden hidden_channels features in_features out_features in_dim out_dim
        input_dim output_dim input_size output_size latent_dim z_dim feature_dim feat_dim units width d dims inner_dim
        hidden_features ndim normalized_shape in_size out_size n_in n_out d_in d_out nhid ninp nfeat
        """,
    ),
    (1024, "d_ff dim_ff ff_dim ffn_dim mlp_dim d_hid d_inner dim_feedforward intermediate_size feedforward_dim"),
    (
        64,
        """
        in_channels out_channels in_ch out_ch c_in c_out in_c out_c channels inplanes in_planes planes out_planes
        num_features num_channels n_channels nf ngf ndf base_channels mid_channels inter_channels head_dim dim_head d_k
        d_v d_head c1 c2 ch filters n_filters growth_rate time_dim nz inp oup num_inputs num_outputs n_inputs n_outputs
        """,
    ),
    (8, "n_head n_heads num_heads nhead heads num_attention_heads h attn_heads n_kv_heads num_groups"),
    (4, "n_layer n_layers num_layers nlayers num_blocks n_blocks num_hidden_layers depth expansion mult mlp_ratio"),
    (
        10_000,
        """
        vocab_size n_vocab ntoken ntokens num_tokens n_tokens num_embeddings src_vocab tgt_vocab src_vocab_size
        tgt_vocab_size vocab trg_vocab_size input_vocab_size target_vocab_size
        """,
    ),
    (
        512,
        """
        max_len max_length block_size seq_len seq_length max_seq_len max_seq_length context_length context_size n_ctx
        max_position_embeddings num_patches sequence_length max_sequence_length
        """,
    ),
    (10, "num_classes n_classes n_class classes nclass num_labels n_labels num_class num_outputs n_actions action_dim"),
    (3, "kernel_size k ksize kernel kernel_sizes n in_chans img_channels image_channels"),
    (1, "stride padding dilation groups num_directions s p pad"),
    # Of networks of single numbers, which are small.
    (16, "nin nout"),
    (16, "reduction patch_size ratio reduction_ratio r rank"),
    (224, "img_size image_size input_resolution image_resolution resolution"),
    (32, "state_dim obs_dim"),
)
_SHARES: Final = (
    (
        0.1,
        """
        dropout dropout_p drop drop_prob drop_rate dropout_rate attn_drop proj_drop dropout_prob drop_path attn_dropout
        """,
    ),
    (1e-5, "eps epsilon norm_eps layer_norm_eps"),
    (0.1, "momentum alpha beta gamma temperature tau smoothing"),
)
_BY_NAME: Final[Mapping[str, int | float]] = {
    name: value for value, names in (*_SIZES, *_SHARES) for name in names.split()
}
_SWITCHES: Final = frozenset(
    {"bias", "batch_first", "bidirectional", "bn", "norm", "residual", "causal", "is_causal", "use_bias", "pool"}
    | {"use_bn", "batch_norm", "bilinear", "downsampling", "shortcut", "qkv_bias", "affine", "learnable"}
)
_ENDINGS: Final = (
    (("vocab_size",), 10_000),
    (("_channels", "_channel", "_planes", "_ch", "_filters", "_maps", "_chan", "channels", "planes"), 64),
    (("_dim", "_dims", "_size", "_units", "_hidden", "_width", "_embd", "_features", "_feats", "_emb"), 256),
    (("_vocab",), 10_000),
    (("_vec", "_state"), 256),
    (("_idx",), 1),
    (("_position", "_positions"), 512),
    (("_heads", "_head"), 8),
    (("_layers", "_blocks", "_depth", "_block", "_layer"), 4),
    (("_classes", "_labels", "_class"), 10),
    (("_prob", "_rate", "dropout", "_drop", "_p"), 0.1),
    (("_len", "_length"), 512),
    (("_factor", "_scale", "_mult", "_ratio"), 2),
    (("_kernel", "kernel_size"), 3),
)
#: Parameters that a constructor goes through: how many there are, and what each is.
_LISTS: Final = (
    ((4, 2), "layers num_blocks blocks depths num_layers block_config n_layers repeats"),
    ((3, 32), "img_shape input_shape image_shape in_shape input_size shape obs_shape state_shape"),
    ((3, 128), "dims channels hidden_dims hidden_sizes layer_sizes sizes features hidden_layers widths num_channels"),
    ((2, 3), "kernel_size kernel_sizes kernels"),
    ((3, 16), "nouts"),
)
_LISTS_BY_NAME: Final = {name: kind for kind, names in _LISTS for name in names.split()}
_USUAL_LIST: Final = (3, 64)


def module_value(name: str) -> int | float | bool | None:
    """What a parameter of that name usually is; None where the name tells nothing."""
    plain = name.lower().strip("_")
    if plain in _SWITCHES:
        return True
    known = next((_BY_NAME[one] for one in (name, *_endings(plain)) if one in _BY_NAME), None)
    return known or next((size for ends, size in _ENDINGS if plain.endswith(ends)), None)


def is_shape(name: str) -> bool:
    """Whether a parameter of that name holds the sizes of something."""
    return name.endswith("_shape") or name == "shape"


def module_list(name: str) -> tuple[int, int]:
    """Of a parameter that is a list: how many elements there usually are, and what each is."""
    plain = name.lower().strip("_")
    return next((_LISTS_BY_NAME[one] for one in _endings(plain) if one in _LISTS_BY_NAME), _USUAL_LIST)


def _endings(name: str) -> list[str]:
    """A name, and what it ends with: whole words, for a letter says nothing there."""
    words = name.split("_")
    return [name, *(end for first in range(1, len(words)) if len(end := "_".join(words[first:])) > 1)]
