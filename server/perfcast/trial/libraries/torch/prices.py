"""What PyTorch's operations cost: of a call nanoseconds, of an element of four bytes too, and bytes beside the result.

Taken from short runs of PyTorch 2.13 on one core, of 16 to 65,536 elements.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Price(NamedTuple):
    """Of an operation.

    Attributes:
        call: nanoseconds; element: of one of four bytes, of the largest operand or of the result.
        base: bytes that are there beside the result while it runs; aside: of an element.
    """

    call: float
    element: float = 0.0
    base: int = 0
    aside: float = 0.0


def _of(price: Price, names: str) -> dict[str, Price]:
    return dict.fromkeys(names.split(), price)


#: Of an operation that is not named below.
OTHER: Final = Price(1_500, 0.3, 200)
PRICES: Final[dict[str, Price]] = {
    **_of(Price(850, 0.09, 30), "add sub mul subtract multiply rsub maximum minimum hypot bitwise_or bitwise_xor"),
    **_of(Price(850, 0.15, 30), "div true_divide divide bitwise_and logical_and logical_or logical_xor bitwise_not"),
    **_of(Price(1_900, 2.0, 400), "floor_divide"),
    **_of(Price(1_400, 1.3, 300), "remainder fmod"),
    **_of(Price(1_500, 0.09, 340), "square_power"),
    **_of(Price(1_500, 0.35, 340), "root_power"),
    **_of(Price(1_200, 2.1, 340), "pow float_power"),
    **_of(Price(800, 0.6, 30), "eq ne lt le gt ge isnan isfinite isinf logical_not signbit"),
    **_of(Price(750, 0.09, 24), "neg relu floor ceil round trunc sqrt square abs sign reciprocal positive frac clone"),
    **_of(Price(800, 0.1, 24), "hardshrink softshrink threshold"),
    **_of(Price(800, 0.15, 24), "leaky_relu isclose"),
    **_of(Price(800, 0.62, 24), "exp exp2"),
    **_of(Price(800, 1.0, 24), "elu celu"),
    **_of(Price(850, 0.31, 24), "sigmoid silu"),
    **_of(Price(850, 0.77, 24), "log log2 log10"),
    **_of(Price(850, 1.9, 24), "tanh"),
    **_of(Price(800, 0.36, 24), "rsqrt"),
    **_of(Price(800, 0.92, 24), "sin cos"),
    **_of(Price(850, 0.5, 24), "erf erfinv log1p expm1 tan atan asin acos sinh cosh erfc atan2 deg2rad rad2deg mish"),
    **_of(Price(850, 1.3, 24), "softplus logsigmoid"),
    **_of(Price(6_800, 0.36, 11_900), "gelu"),
    **_of(Price(1_350, 0.09, 110), "clamp hardsigmoid hardtanh relu6"),
    **_of(Price(1_250, 0.12, 60), "lerp"),
    **_of(Price(1_250, 0.1, 200), "addcmul addcdiv"),
    **_of(Price(950, 0.13, 30), "nan_to_num"),
    **_of(Price(4_000, 4.4, 450), "heaviside"),
    **_of(Price(1_700, 3.5, 80), "where"),
    **_of(Price(1_650, 3.6, 30), "masked_fill"),
    **_of(Price(900, 0.5, 100), "softmax"),
    **_of(Price(1_000, 0.45, 30), "log_softmax"),
    **_of(Price(1_000, 0.15, 50), "to"),
    **_of(Price(600, 0.08, 50), "fill_ copy_"),
    # Views.
    **_of(Price(300, 0.0, 0), "detach"),
    **_of(Price(650, 0.0, 20), "view reshape flatten transpose permute unsqueeze squeeze expand diagonal"),
    **_of(Price(900, 0.0, 60), "unfold movedim narrow select"),
    **_of(Price(600, 0.0, 0), "index"),
    **_of(Price(2_300, 0.0, 0), "chunks"),
    # Copies of what stands elsewhere.
    **_of(Price(1_200, 0.5, 300), "layout"),
    **_of(Price(950, 0.085, 80), "cat hstack"),
    **_of(Price(1_200, 0.085, 120), "stack vstack dstack"),
    **_of(Price(5_400, 0.16, 1_600), "repeat"),
    **_of(Price(2_700, 1.0, 900), "repeat_interleave"),
    **_of(Price(1_100, 0.08, 60), "flip"),
    **_of(Price(1_700, 0.08, 400), "roll"),
    **_of(Price(850, 0.3, 50), "tril triu"),
    **_of(Price(1_350, 0.07, 50), "diag"),
    **_of(Price(2_800, 6.0, 320), "index_mask"),
    **_of(Price(1_650, 1.7, 320), "index_places"),
    **_of(Price(1_500, 1.7, 320), "index_put"),
    **_of(Price(2_500, 5.8, 600), "masked_select"),
    **_of(Price(950, 0.1, 24), "index_select"),
    **_of(Price(850, 1.4, 60), "gather take"),
    **_of(Price(900, 1.1, 200), "index_add scatter_add scatter"),
    **_of(Price(1_600, 0.6, 330), "scatter_reduce"),
    **_of(Price(1_100, 4.6, 60), "nonzero"),
    **_of(Price(2_000, 4.6, 300), "where_true"),
    # What is made.
    **_of(Price(1_050, 0.07, 48), "zeros ones full eye"),
    **_of(Price(850, 0.0, 48), "empty"),
    **_of(Price(620, 0.07, 48), "zeros_like ones_like full_like new_zeros new_ones new_full"),
    **_of(Price(550, 0.0, 48), "empty_like new_empty"),
    **_of(Price(1_500, 0.16, 48), "arange"),
    **_of(Price(1_900, 0.56, 64), "linspace"),
    **_of(Price(1_300, 2.3, 48), "rand randn rand_like randn_like hann_window"),
    **_of(Price(1_600, 1.35, 100), "randint randperm"),
    **_of(Price(1_200, 10.0, 48), "bernoulli"),
    **_of(Price(1_500, 0.8, 300), "multinomial"),
    **_of(Price(13_000, 17.5, 1_500, 4.0), "multinomial_once"),
    **_of(Price(90_000, 0.0, 8_600), "manual_seed"),
    **_of(Price(1_850, 0.0, 400), "tensor"),
    **_of(Price(240, 0.0, 48), "as_tensor"),
    **_of(Price(500, 0.0, 96), "from_numpy"),
    **_of(Price(1_300, 0.0, 200), "tri_indices"),
    **_of(Price(3_700, 0.0, 80), "meshgrid"),
    # What goes through all elements, or along an axis.
    **_of(Price(1_150, 0.04, 30), "sum nansum"),
    **_of(Price(2_450, 0.04, 400), "mean nanmean"),
    **_of(Price(1_900, 4.3, 30), "std_axis var_axis"),
    **_of(Price(3_300, 0.67, 900), "std var"),
    **_of(Price(700, 0.17, 30), "max min amax amin aminmax"),
    **_of(Price(2_450, 0.62, 180), "max_axis min_axis"),
    **_of(Price(1_000, 1.25, 60), "argmax argmin"),
    **_of(Price(1_100, 0.12, 30), "prod"),
    **_of(Price(2_200, 0.06, 340), "norm"),
    **_of(Price(1_150, 0.06, 40), "vector_norm"),
    **_of(Price(1_500, 5.2, 140, 4.0), "median kthvalue"),
    **_of(Price(5_000, 11.0, 400, 4.0), "median_axis"),
    **_of(Price(1_300, 0.75, 290, 1.0), "any all"),
    **_of(Price(900, 0.7, 24), "any_of_truth all_of_truth count_nonzero"),
    **_of(Price(6_900, 0.8, 1_450, 4.0), "logsumexp"),
    **_of(Price(1_000, 0.53, 30), "cumsum"),
    **_of(Price(1_000, 1.0, 30), "cumprod"),
    **_of(Price(1_300, 0.65, 30), "cummax cummin"),
    **_of(Price(1_200, 23.0, 24), "logcumsumexp"),
    **_of(Price(2_000, 0.08, 500), "diff"),
    **_of(Price(18_000, 2.0, 2_200, 16.0), "quantile"),
    **_of(Price(10_000, 4.5, 1_500, 12.0), "allclose"),
    **_of(Price(460, 0.02, 0), "equal"),
    # In order.
    **_of(Price(2_600, 0.0, 300), "sort"),
    **_of(Price(1_950, 1.35, 150, 16.0), "topk"),
    **_of(Price(1_600, 0.0, 200), "topk_axis"),
    **_of(Price(4_500, 60.0, 2_300, 16.0), "unique"),
    **_of(Price(1_450, 0.55, 40), "bincount"),
    **_of(Price(3_800, 2.9, 1_000), "histc"),
    **_of(Price(850, 5.6, 0), "searchsorted"),
    **_of(Price(2_200, 5.5, 400), "isin"),
    # Linear algebra.
    **_of(Price(1_050, 0.0, 48), "matmul mm bmm mv dot linear inner"),
    **_of(Price(1_450, 0.09, 64), "addmm"),
    **_of(Price(1_250, 0.08, 260), "outer"),
    **_of(Price(8_000, 0.08, 4_700), "einsum tensordot"),
    **_of(Price(3_300, 0.0, 400), "cdist"),
    **_of(Price(550, 0.01, 0), "trace"),
    **_of(Price(9_500, 2.5, 3_000, 12.0), "cov"),
    **_of(Price(12_800, 3.5, 3_000, 12.0), "corrcoef"),
    **_of(Price(8_000, 20.0, 600, 12.0), "svd"),
    **_of(Price(16_000, 20.0, 1_400, 16.0), "pinv"),
    **_of(Price(5_700, 20.0, 700, 4.0), "eigh"),
    **_of(Price(9_000, 20.0, 1_600, 4.0), "inv solve"),
    **_of(Price(8_700, 10.0, 2_500), "det"),
    **_of(Price(3_800, 20.0, 350), "qr"),
    **_of(Price(2_500, 20.0, 900), "cholesky"),
    **_of(Price(57_000, 1.8, 3_100, 4.0), "pca_lowrank"),
    **_of(Price(2_200), "fft ifft rfft irfft"),
    **_of(Price(2_900), "fft2 ifft2 rfft2 irfft2"),
    **_of(Price(2_700, 0.6, 1_004), "fftfreq"),
    **_of(Price(2_000, 0.5, 808), "rfftfreq"),
    **_of(Price(1_200, 0.1, 616), "fftshift"),
    **_of(Price(23_000, 1.5, 5_000, 6.0), "stft"),
    # Neural networks.
    **_of(Price(1_700, 0.15, 400), "pad"),
    **_of(Price(6_100, 0.24, 900, 4.0), "normalize"),
    **_of(Price(7_000, 0.6, 1_400, 12.0), "cosine_similarity"),
    **_of(Price(2_500, 0.9, 300), "one_hot"),
    **_of(Price(2_400, 0.42, 140, 4.0), "cross_entropy"),
    **_of(Price(6_600, 0.15, 700, 4.0), "mse_loss l1_loss smooth_l1_loss huber_loss"),
    **_of(Price(4_500, 11.7, 1_000, 4.0), "binary_cross_entropy"),
    **_of(Price(4_500, 1.4, 1_000, 4.0), "binary_cross_entropy_with_logits"),
    **_of(Price(5_300, 3.2, 1_200, 8.0), "kl_div"),
    **_of(Price(1_300, 0.0, 160), "nll_loss"),
    **_of(Price(2_200, 0.09, 60), "embedding"),
    **_of(Price(4_300, 1.3, 900), "unfold_images"),
    **_of(Price(2_900, 5.7, 400), "avg_pool1d"),
    **_of(Price(1_850, 3.9, 560, 2.0), "max_pool1d max_pool2d"),
    **_of(Price(870, 1.5, 20), "avg_pool2d"),
    **_of(Price(3_300, 0.03, 350), "adaptive_avg_pool2d adaptive_avg_pool1d adaptive_max_pool2d"),
    **_of(Price(4_700, 1.7, 1_600), "interpolate"),
    **_of(Price(3_000, 0.46, 650, 0.5), "layer_norm"),
    **_of(Price(3_100, 0.2, 800), "group_norm"),
    **_of(Price(4_700, 0.12, 900), "batch_norm"),
    **_of(Price(5_000, 1.1, 2_200), "instance_norm"),
    **_of(Price(4_600, 10.0, 600, 4.0), "dropout"),
    **_of(Price(12_500, 0.3, 2_000), "scaled_dot_product_attention"),
    **_of(Price(46_000, 1.0, 1_000, 16.0), "embedding_bag"),
    **_of(Price(34_000, 0.0, 10_000), "convolution_by_blocks"),
    **_of(Price(3_400, 0.0, 700), "convolution_by_patches"),
    **_of(Price(4_700, 0.3, 1_000), "pad_sequence"),
}
#: Whole numbers, of eight bytes, where they take longer.
WHOLES: Final[dict[str, float]] = {
    "remainder": 6.0, "fmod": 3.0, "floor_divide": 2.5, "sum": 0.15, "cumsum": 0.5, "unique": 31.0, "pow": 0.5,
    "square_power": 0.3,
}  # fmt: skip
#: A number of Python's as an operand: nanoseconds, and bytes beside numbers with a fraction and beside whole ones.
NUMBER_OPERAND: Final = 1_150.0
NUMBER_ASIDE: Final = 428
WHOLE_ASIDE: Final = 160
#: Of a function, not a method: what its arguments are taken apart with.
FUNCTION_ASIDE: Final = 48
#: An attribute such as the shape.
ATTRIBUTE: Final = 80.0
#: One of Python's numbers that becomes an element.
FROM_NUMBER: Final = 96.0
#: A row, where the last axis is added up or gone along; those that take longer.
ALONG: Final = 5.0
ROWS: Final[dict[str, float]] = {
    "std": 145.0, "var": 145.0, "std_axis": 145.0, "var_axis": 145.0, "argmax": 20.0, "argmin": 20.0, "max_axis": 12.0,
    "min_axis": 12.0, "logsumexp": 30.0,
}  # fmt: skip
#: A row of which shares are made, and an element of one that is shorter than vectors are.
SHARED_ROW: Final = 30.0
SHARED: Final = 12.0
VECTOR: Final = 16
#: A row of an operator between tensors that are repeated along each other's axes.
BROADCAST_ROW: Final = 3.0
#: A piece of a tensor that is put between those of others.
PIECE: Final = 1.2
#: A multiplication with an addition, of four bytes.
PRODUCT: Final = 0.0205
#: Of large tensors, beyond the caches and the first microseconds of a core's highest clock: how much longer a
#: convolution takes; nanoseconds of an element of the right operand of a product, which is read once, and of a byte of
#: a result so large that each has to be asked of the operating system anew.
LARGE_CONVOLUTION: Final = 1.8
STREAMED: Final = 0.06
FROM_SYSTEM: Final = 0.37
LARGEST_KEPT: Final = 32 * 2**20
#: The same of a layer's weights, which are there together.
LARGEST_WEIGHTS_KEPT: Final = 16 * 2**20
#: Nanoseconds of products of matrices of two-byte numbers, besides; and of a matrix that becomes one of them.
HALVES: Final = 20_000.0
CONVERTED: Final = 1_000.0
#: A comparison of sorting.
COMPARED: Final = 3.4
#: A convolution of one small image by the product of a matrix of patches, and others by blocks of channels: of a
#: multiplication nanoseconds, of an element of what is made for it nanoseconds and bytes.
PATCHED: Final = (0.02, 0.15, 4)
BLOCKED: Final = (0.005, 0.43, 4)
#: Channels of a block; elements of the largest image, and width of the largest kernel, that is taken by patches.
BLOCK: Final = 16
PATCHED_ELEMENTS: Final = 20_480
PATCHED_WIDTH: Final = 3
#: A step of a Fourier transform, an element; of long rows of numbers with a fraction; and of rows that are transformed
#: as the first one is, for which all is laid out.
FOURIER: Final = 0.42
FOURIER_LONG: Final = 0.75
FOURIER_AGAIN: Final = 0.25
#: What keeping a step takes; the way back: of all of it, of a step, how many times what the step itself took, and of a
#: gradient that is kept.
STEP_KEPT: Final = 600.0
BACK: Final = 8_000.0
STEP_BACK: Final = 4_000.0
CALL_BACK: Final = 1.5
WORK_BACK: Final = 2.0
GRADIENT: Final = 3_000.0
STEP_ASIDE: Final = 1_800
#: Making a module, and calling it.
MODULE: Final = 6_700.0
MODULE_CALL: Final = 3_000.0
MODULE_BYTES: Final = 2_400
MODULE_CALL_ASIDE: Final = 2_000
#: One with weights, besides; and a number of a weight, which is drawn by chance.
WITH_WEIGHTS: Final = 17_000.0
WITH_WEIGHTS_BYTES: Final = 1_600
DRAWN: Final = 2.6
PARAMETER: Final = 700.0
#: A part that is put into a module that holds others.
PUT_INTO_MODULE: Final = 1_800.0
#: A module of the unit's own, each attribute that it is given, and calling it.
OWN_MODULE: Final = 2_800.0
SET_IN_MODULE: Final = 1_350.0
SET_IN_MODULE_BYTES: Final = 432
OWN_MODULE_CALL: Final = 1_500.0


class Recurrent(NamedTuple):
    """Of a recurrent layer, with gradients or without.

    Attributes:
        call: nanoseconds; step: of one, too; base: bytes; each: of a step; unit: of a step, sequence and hidden unit.
    """

    call: float
    step: float
    base: int
    each: int
    unit: int


#: By the number of gates: with gradients, and without.
RECURRENT: Final = {
    1: (Recurrent(15_000, 11_000, 2_000, 3_800, 14), Recurrent(15_000, 6_000, 2_000, 0, 7)),
    3: (Recurrent(15_000, 27_000, 8_000, 13_800, 46), Recurrent(15_000, 15_000, 4_000, 0, 21)),
    4: (Recurrent(90_000, 1_300, 155_000, 0, 84), Recurrent(85_000, 1_000, 80_000, 0, 23)),
}
