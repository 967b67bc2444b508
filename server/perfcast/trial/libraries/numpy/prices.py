"""What NumPy's functions cost, in nanoseconds: a call of each, and an element that it goes through.

Taken from short runs of NumPy 2 on one core with arrays that stay in its cache, and set right where the corpus' runs
say otherwise. An element is one of eight bytes; see `perfcast.trial.libraries.numpy.operation_costs` for what narrower
ones cost."""

from __future__ import annotations

from typing import Any, Final


def _by_name(table: dict[float, str]) -> dict[str, float]:
    """Price by name of names by price."""
    return {name: price for price, names in table.items() for name in names.split()}


#: An operator or other elementwise function, on arrays and where there are only numbers.
ELEMENTWISE_CALL: Final = 450.0
NUMBER_CALL: Final = 230.0
#: A function that is not named below.
OTHER_CALL: Final = 1_200.0
#: Calling a function; methods of the same names are cheaper where the next table names them.
CALLS: Final[dict[str, float]] = _by_name({
    50: "asarray asanyarray ravel squeeze",
    100: "promote_types can_cast isfortran require frombuffer",
    350: "fromiter",
    150: "copy empty flatten T transpose swapaxes tolist astype item fill size shape ndim",
    220: "ascontiguousarray asfortranarray isrealobj real_if_close min_scalar_type array zeros empty_like",
    550: "arange lognormal beta gamma poisson binomial",
    650: "dot inner vdot",
    400: "diag_indices count_nonzero bincount flip fliplr flipud nonzero reshape atleast_1d atleast_2d concatenate",
    700: "unravel_index ravel_multi_index "
    "sort full_like ones_like matmul repeat accumulate interp searchsorted random rand randn normal "
    "standard_normal exponential laplace logistic gumbel rayleigh geometric chisquare standard_exponential "
    "standard_cauchy standard_t weibull uniform at lexsort packbits unpackbits result_type diagonal",
    1_100: "where rollaxis",
    1_200: "norm",
    850: "partition",
    1_000: "argsort zeros_like ones full append hstack compress take put correlate reduce argmax argmin identity eye "
    "diag trace permutation ediff1d expand_dims array_equal shuffle reduceat",
    1_500: "broadcast_shapes seed "
    "flatnonzero outer convolve vstack column_stack dstack digitize extract argwhere choose cumsum "
    "cumprod max min amax amin any all prod",
    2_000: "ix_ stack einsum clip delete tile fftfreq rfftfreq round around",
    2_200: "sum",
    2_500: "det tri",
    2_900: "vector_norm ptp slogdet",
    3_300: "trapezoid fromfunction",
    4_000: "inv solve cholesky rot90 integers fft ifft irfft unique",
    5_500: "eigvalsh eigh meshgrid",
    12_500: "qr",
    14_000: "histogram_bin_edges geomspace",
    300: "may_share_memory shares_memory",
    3_500: "moveaxis take_along_axis put_along_axis copyto broadcast_arrays "
    "broadcast_to",
    5_000: "dirichlet roll nansum nanmax nanmin linspace logspace insert split fftshift ifftshift vander hsplit "
    "vsplit array_split tril triu "
    "fill_diagonal randint tensordot "
    "intersect1d union1d resize",
    7_000: "diag_indices_from average var vectorize apply_along_axis select polyval indices gradient choice "
    "svd svdvals",
    10_000: "default_rng std nanmean lstsq unwrap isclose isin in1d setdiff1d setxor1d "
    "tril_indices triu_indices tril_indices_from triu_indices_from "
    "median kron piecewise eigvals eig nancumsum",
    12_000: "nanmedian fft2 ifft2 rfft2 irfft2 fftn ifftn",
    15_000: "allclose cov histogram_edges",
    20_000: "cross nanvar nanstd polyfit pinv matrix_rank cond",
    28_000: "percentile quantile",
    32_000: "histogram",
    40_000: "multivariate_normal",
    23_000: "i0",
    60_000: "nanpercentile nanquantile kaiser",
    50_000: "histogram2d",
    80_000: "RandomState",
    7_800: "nan_to_num block",
    3_200: "mean",
    16_500: "pad",
    13_300: "sliding_window_view",
    38_000: "corrcoef",
    5_300: "rfft",
    1_900: "diff array_equiv nancumprod dsplit",
})  # fmt: skip
#: Calling a method of an array.
METHOD_CALLS: Final[dict[str, float]] = _by_name({
    60: "ravel squeeze __len__",
    75: "tolist",
    120: "view tobytes is_integer reshape transpose swapaxes copy item nonzero fill trace diagonal",
    250: "astype sort flatten",
    300: "argmin argmax argsort dot",
    600: "searchsorted repeat take compress",
    1_000: "max min any all sum prod cumsum cumprod ptp",
    1_700: "clip round",
    5_000: "var",
    9_000: "std",
    3_200: "mean",
})  # fmt: skip
#: An element that is written as a text.
WRITTEN: Final = 85.0
#: An element of a function that is not named below.
ELEMENT: Final = 0.28
#: An element that a function goes through, where it goes through each of them a fixed number of times.
ELEMENTS: Final[dict[str, float]] = _by_name({
    0.0: "asarray asanyarray ravel squeeze reshape transpose swapaxes empty empty_like flip fliplr flipud atleast_1d "
    "atleast_2d expand_dims moveaxis rollaxis broadcast_to split hsplit vsplit array_split shape size "
    "ndim diagonal item sliding_window_view broadcast_arrays default_rng RandomState seed rot90 view __len__ "
    "promote_types result_type can_cast min_scalar_type isrealobj isfortran real_if_close require frombuffer "
    "broadcast_shapes ix_ trace eye identity diag dsplit may_share_memory shares_memory histogram_bin_edges",
    0.06: "count_nonzero any all packbits",
    # Beside the bytes of what they make.
    0.051: "add subtract multiply negative abs absolute fabs floor ceil trunc rint square positive clip "
    "bitwise_and bitwise_or bitwise_xor left_shift right_shift invert astype_alike",
    0.15: "array_equiv",
    0.12: "greater less greater_equal less_equal equal not_equal isfinite isnan isinf logical_and logical_or "
    "logical_xor logical_not",
    0.03: "concatenate vstack stack zeros",
    0.05: "array copy hstack append flatten full ones full_like zeros_like ones_like delete "
    "arange pad diff ediff1d fftshift ifftshift insert column_stack dstack indices",
    0.1: "norm nanmax nanmin argmax argmin",
    0.2: "tile tri roll",
    0.4: "meshgrid astype linspace outer average vector_norm nonzero flatnonzero argwhere",
    0.5: "unpackbits polyval fix",
    0.7: "where var round trapezoid compress extract tril triu "
    "tril_indices_from triu_indices_from",
    0.9: "std sign logaddexp nansum nanmean prod ldexp",
    0.75: "exp log log2 log10 exp2",
    1.2: "cbrt log1p expm1 bincount take isclose allclose nan_to_num",
    1.3: "arctan arcsin arccos arcsinh arccosh sinh cosh",
    1.6: "tanh",
    2.0: "cross nanstd nanvar fmod gcd select put choose ravel_multi_index angle",
    1.15: "sqrt",
    2.2: "random gradient kron",
    3.0: "modf unravel_index put_along_axis "
    "arctanh arctan2 cumprod accumulate "
    "take_along_axis choice uniform nancumsum piecewise",
    3.5: "power float_power",
    1.1: "at",
    4.0: "rand",
    5.0: "integers logspace",
    6.0: "exponential standard_exponential logistic",
    8.5: "permutation shuffle multivariate_normal sin cos",
    9.5: "laplace gumbel rayleigh triangular",
    1.5: "tan",
    # Places, and cosines of them.
    12: "hanning hamming",
    24: "blackman",
    4.5: "bartlett nancumprod",
    28: "i0",
    48: "kaiser",
    11: "hypot randint",
    6.5: "histogram",
    13: "lognormal unwrap geometric weibull lcm",
    16: "randn",
    17: "chisquare standard_cauchy",
    25: "standard_t multinomial dirichlet",
    50: "negative_binomial",
    35: "poisson binomial beta gamma",
    60: "polyfit",
    70: "vectorize",
    0.08: "max min amax amin",
    0.18: "sum",
    7.0: "normal standard_normal geomspace",
    3.6: "cumsum",
})  # fmt: skip
#: An element of numbers with a fraction, and of whole ones, where they differ.
FRACTIONS: Final = _by_name({5.5: "vander", 9.0: "mod remainder", 11.0: "floor_divide divmod"})
WHOLES: Final = _by_name({
    0.5: "cumsum", 0.7: "floor_divide", 0.8: "cumprod accumulate", 2.0: "mod remainder",
    0.9: "divide true_divide vander", 1.2: "power mean var", 1.6: "std",
})  # fmt: skip
#: An element of four bytes that is not half as much, of functions that vector units compute of those alone.
NARROW: Final[dict[str, float]] = {"sin": 0.5, "cos": 0.5}
#: A power whose exponent is one number: the square, the root, others.
SQUARED: Final = 0.05
ROOTED: Final = 1.2
#: A power of something below nothing, with which vector units are not at home.
NEGATIVE_POWER: Final = 40.0
#: How much longer functions of complex numbers take than two of real ones, and an element of those that are known.
COMPLEX: Final = 5.0
COMPLEXES: Final = _by_name({
    0.8: "abs absolute", 2.6: "divide true_divide", 4.0: "power", 15.0: "exp", 9.0: "sqrt", 28.0: "sin cos tanh",
    55.0: "log",
})  # fmt: skip
#: An element of two bytes, which is computed with as one of four.
HALF: Final = 4.0
#: A turn of the loop around the innermost one, of an elementwise function that spreads an operand over another one, of
#: one of parts of rows, and of what adds up along an axis.
LOOP: Final = 9.0
PART_OF_ROW: Final = 4.5
REDUCING_LOOP: Final = 16.0
CHOOSING_LOOP: Final = 28.0
#: What is put in order: an element for the square of the doublings of their number. What several arrays have together,
#: an element of all that is put in order for it, or so many times what telling whole numbers apart takes.
SORTING: Final = _by_name({0.125: "sort sort_complex histogram_edges", 0.18: "argsort", 0.17: "lexsort"})
#: Those that are compared by calls, by kinds of NumPy's types, with names and objects: an element for each doubling;
#: so many times as much where parts do not lie as in memory of their own, and are copied first.
SORTING_BY_CALLS: Final[dict[str, float]] = {"V": 32.0, "O": 45.0}
OUT_OF_LINE: Final = 1.9
#: What is looked through for its middle or the like: an element of few, of whose comparisons the processor has learnt
#: what comes next, and what one takes more beyond so many.
SELECTED: Final = 3.0
LEARNT_PARTED: Final = 12_000
UNFORESEEN_PARTED: Final = 8.0
#: A row more of those whose middle is looked for.
SELECTED_ROW: Final = 48.0
WHOLE_SETS: Final = 1.4
SETS: Final = _by_name({0.15: "union1d", 0.35: "intersect1d setxor1d setdiff1d"})
#: A comparison of an element that is one of few different ones.
DISTINCT: Final[dict[str, float]] = {"sort": 2.2, "argsort": 2.8}
#: What is put in order row by row: an element of a short row, and what each doubling of the row adds to it.
ROW_SORTING: Final[dict[str, tuple[float, float]]] = {"sort": (2.0, 3.6), "argsort": (6.3, 4.4)}
SORTED_ROW: Final = 18.0
SHORT_ROW: Final = 100
#: How much less that takes of narrow elements, at best.
NARROW_SORTING: Final = 0.6
#: What is looked for in an array in order, a comparison; where all that is looked for is in order, too.
#: The first is for the cube of the doublings of all comparisons, of which the processor learns few; the second of each.
SEARCHED: Final = 0.0006
LEARNT: Final = 0.2
SEARCHED_IN_ORDER: Final = 1.0
#: Where values between two are reckoned: of each, and of a comparison that the processor has learnt, one that it has
#: not; the doublings of all of them up to which it learns them, and from which on none.
INTERPOLATED_BEYOND: Final = 3.0
INTERPOLATED_STEP: Final = (1.0, 5.8)
INTERPOLATED_LEARNT: Final = (14.2, 17.0)
#: A whole number that is looked for in a table of different ones, and one that comes into it.
HASHED: Final = 11.0
HASHED_LEVEL: Final = 1.0
NEW_HASHED: Final = 15.0
#: An element that is told from the one before it.
COMPARED_DISTINCT: Final = 1.0
#: A point that is counted in bins of two axes: one of few, of whose comparisons the processor has learnt what comes
#: next, and what one takes more beyond so many; and a bin.
BINNED_TWICE: Final = (18.0, 90.0)
LEARNT_BINNED: Final = 6_000
BIN_OF_TWO: Final = 1.0
#: Of rows that are told apart: the call, a part of the records that they are taken for, and an element that is told
#: from the one of the row before.
DISTINCT_ROWS: Final = (20_000.0, 2_100.0, 7.0)
#: Of a call that gives their places or counts, too.
TOLD_DISTINCT: Final = 3_000.0
#: Twice as many of the different elements are put in order in about so many comparisons more for each.
DISTINCT_LEVELS: Final = 2.0
#: What is parted around places that are to be in order: an element for each doubling of the row, up to rows of so many
#: doublings, and one of the places that are parted instead.
PARTED: Final = 0.65
PARTED_LEVELS: Final = 11.0
PARTED_PLACE: Final = 3.2
#: Whether an element is among others: by a table of whole numbers, one that lies between these, those that go into the
#: table, by comparing it with each, by sorting, by merging what is in order. A table is made where it is not so many
#: times as long as both.
MEMBER: Final = 0.55
INNER_MEMBER: Final = 1.8
TABLE_MEMBER: Final = 2.0
COMPARED_MEMBER: Final = 0.1
SORTED_MEMBER: Final = 4.5
MERGED_MEMBER: Final = 5.0
LONGEST_TABLE: Final = 6
#: An element, or a piece of several, that is repeated; each copy of an element, of a piece, and of an element of one.
REPEATED: Final = 0.7
REPETITION: Final = 0.02
PIECE_ELEMENT: Final = 0.03
PIECE: Final = 0.5
#: A multiplication with an addition, of numbers with a fraction by the linear algebra library, and else.
PRODUCT: Final = 0.055
SLOW_PRODUCT: Final = 0.7
#: An element of what is multiplied, which is read at least.
READ: Final = 0.11
#: Of each element, what its mean and deviations take; of several arrays, putting them together, too; of each sample,
#: where its variables lie beside each other.
CENTRED: Final = 0.5
CENTRED_SAMPLE: Final = 25.0
PUT_TOGETHER: Final = 1.0
#: A step of a sum of products that is told by its indices, the same of more than two operands, and a turn of the loop
#: around the innermost one; a step of a convolution.
INDEXED_PRODUCT: Final = 0.35
INDEXED_PRODUCTS: Final = 0.95
INDEXED_LOOP: Final = 6.0
#: Choosing an order for more than two operands, and multiplying two of them.
CONTRACTION_CHOSEN: Final = 11_000.0
CONTRACTION: Final = 10_000.0
CONVOLVED: Final = 0.12
WHOLE_CONVOLVED: Final = 0.55
#: An element that is put elsewhere where no view will do, and one that becomes or was a half.
MOVED: Final = 0.4
#: The same where rows become columns: neighbours come from different lines of the cache.
CROSSED: Final = 2.6
HALVED: Final = 2.5
#: A step of a Fourier transform, along another axis than the last one, a row of one, and a byte of what a long one
#: lays out anew, for each doubling of them.
FOURIER: Final = 0.11
FOURIER_ASIDE: Final = 0.3
FOURIER_ROW: Final = 16.0
FOURIER_FRESH: Final = 0.009
#: Of a value that is drawn by how probable it is, and each time that there are twice as many to draw from.
DRAWN_BY: Final = (8.5, 3.0)
#: Of each product that a power of a matrix takes, beside its elements.
PRODUCT_OF_POWER: Final = 1_000.0
#: Linear algebra that takes the cube of the rows: an element, a step of the shorter side for each element, an element
#: of the square of that side.
CUBIC: Final[dict[str, tuple[float, float, float]]] = {
    **dict.fromkeys(("det", "solve", "slogdet"), (4.0, 0.016, 0.0)),
    "cholesky": (2.0, 0.012, 0.0),
    "matrix_power": (0.0, 0.12, 0.0),
    "inv": (14.5, 0.075, 0.0),
    "qr": (7.6, 0.105, 5.4),
    "eigvalsh": (26.5, 0.022, 0.0),
    "eigh": (62.0, 0.09, 0.0),
    "eigvals": (90.0, 0.87, 0.0),
    "eig": (212.0, 0.78, 0.0),
    "svd": (7.5, 0.33, 112.0),
    "pinv": (6.0, 0.34, 90.0),
    **dict.fromkeys(("svdvals", "matrix_rank", "cond"), (6.0, 0.12, 25.0)),
    "lstsq": (7.5, 0.21, 68.0),
}
#: Each of several products, and of several small matrices.
MATRIX_PRODUCT: Final = 27.0
MATRIX: Final = 100.0
#: An element that is counted, one that is converted to be, and a place of the counts.
COUNTED: Final = 1.1
COUNTED_OTHER: Final = 0.3
COUNTS: Final = 0.1
COUNTED_CALL: Final = 900.0
#: A turn of what calls a function for each row, and a row that is shuffled or transformed.
ROW: Final = 700.0
#: An object that becomes an element, by its type; one that an element becomes.
CONVERTED: Final = 23.0
#: One with a fraction, where that its like is wanted is said.
CONVERTED_AS_SAID: Final = 12.0
CONVERTED_NUMBER: Final = 75.0
CONVERTED_TEXT: Final = 65.0
CONVERTED_ARRAY: Final = 250.0
MADE_OBJECT: Final = 8.5
MADE_TRUTH: Final = 4.0
MADE_TEXT: Final = 20.0
#: A text of an array, and each character that there is room for in it; those that make others of them call Python's own
#: methods.
TEXTS: Final[dict[str, tuple[float, float]]] = {
    **dict.fromkeys(("upper", "lower"), (145.0, 1.0)),
    **dict.fromkeys(("title", "capitalize", "swapcase"), (160.0, 5.0)),
    **dict.fromkeys(("strip", "lstrip", "rstrip", "add"), (6.5, 0.06)),
    **dict.fromkeys(("find", "rfind", "count"), (7.5, 0.25)),
    **dict.fromkeys(("startswith", "endswith"), (3.2, 0.0)),
    **dict.fromkeys(("isalnum", "isalpha", "isdecimal", "isdigit", "islower"), (6.0, 0.0)),
    **dict.fromkeys(("isnumeric", "isspace", "istitle", "isupper"), (9.0, 0.0)),
    "str_len": (1.2, 0.0),
}
#: An element of a diagonal, each in another line of the cache.
FILLED: Final = 7.0
#: An array's element as an object of NumPy's: found, come to in a loop, compared, computed with, put back.
FOUND_NUMBER: Final = 31.0
LOOPED_NUMBER: Final = 17.0
COMPARED_NUMBER: Final = 19.0
NUMBER_OPERATOR: Final = 36.0
STORED_NUMBER: Final = 35.0
#: An element that is there, of all that a function finds the places of.
PLACED: Final = 6.0
#: What an element takes more that is chosen between two by a comparison, beyond so many, of which the processor learns
#: what comes next.
LEARNT_ELEMENTS: Final = 32_768
UNFORESEEN: Final = 2.5
#: A view; a copy of what a mask or other array names, for each element of the mask, each place that it names, each
#: turn from what it names to what it does not, which nobody foresees, and each place that an array of indices names; an
#: element more of those that are taken of each row; a row that is taken or put as a whole, and one more of each place.
VIEW: Final = 115.0
PICKING: Final = 300.0
LOOKED_AT: Final = 0.04
MASKED: Final = 0.4
TURNED: Final = 5.0
INDEXED: Final = 0.8
OF_ROWS: Final = 1.9
ROW_NAMED: Final = 8.5
INNER_ROW_NAMED: Final = 5.0
#: A place that several arrays name, to which something is added there.
ADDED_AT: Final = 10.0
#: An array's attribute such as its shape.
ATTRIBUTE: Final = 28.0
#: Making an array with a mask, and filling it where that is set.
MASKED_MADE: Final = 3_500.0
MASKED_FILLED: Final = 1_000.0
#: From elements that count to such that do not, which nobody foresees.
MASKED_TURN: Final = 5.5
#: Making one by what its elements are, and each of them; the same of figures of those that count.
MASKING: Final[dict[str, tuple[float, float]]] = {
    "masked_where": (7_000.0, 0.5), "masked_invalid": (5_500.0, 0.4),
    **dict.fromkeys(("masked_equal", "masked_not_equal"), (14_000.0, 0.5)),
    **dict.fromkeys(("masked_greater", "masked_greater_equal", "masked_less", "masked_less_equal"), (15_000.0, 1.0)),
}  # fmt: skip
MASKED_FIGURES: Final[dict[str, tuple[float, float]]] = {
    "mean": (16_500.0, 4.6), "sum": (12_000.0, 4.6), "min": (11_000.0, 4.3), "max": (10_500.0, 4.3),
    "std": (105_000.0, 31.0), "var": (104_000.0, 33.0), "count": (3_400.0, 0.3), "compressed": (2_500.0, 0.8),
}  # fmt: skip
#: What those take more that go along an axis: a call, and a row.
MASKED_ALONG: Final[dict[str, tuple[float, float]]] = {
    "mean": (38_000.0, 69.0), "sum": (500.0, 43.0), "min": (4_500.0, 67.0), "max": (4_500.0, 67.0),
}  # fmt: skip


def element_of(name: str, kind: Any) -> float:
    """An element of eight bytes.

    Args:
        kind: the letter of its data type's kind.
    """
    table = FRACTIONS if kind in "fc" else WHOLES
    return table.get(name) or ELEMENTS.get(name, ELEMENT)
