"""The types that flow between stages: how each is annotated, and what workload builds it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """`workload` is a template for type, sizes and range of an argument; empty where no argument can be of the kind.

    `words` are names that variables of the kind have.
    """

    annotation: str
    workload: str
    words: str

    @property
    def nouns(self) -> list[str]:
        return self.words.split()


_SMALL = "«Rg@in 0..1000¦in 0..100¦in 1..100000¦in -1000..1000¦in 0..10000¦in 0..1000000»"

KINDS: dict[str, Kind] = {
    "ints": Kind(
        "list[int]",
        f"list[int] * 100 {_SMALL}«Or@¦¦¦¦ sorted¦ few»",
        "nums values data arr items numbers scores ids prices heights readings counts a",
    ),
    "floats": Kind(
        "list[float]",
        "list[float] * 100 «Rg@in 0..1¦in -1..1¦in 0..100¦in -1000..1000»",
        "values samples prices weights temps measurements signal returns xs amounts durations",
    ),
    "words": Kind(
        "list[str]",
        "list[str] * 100 * «Le@4¦6¦8¦12» in 'a'..'«Hi@z¦f¦z¦c»'",
        "words names lines tokens tags keys urls strings labels codes records users",
    ),
    "text": Kind(
        "str",
        "str * 200 in «Rg@'a'..'z'¦' '..'z'¦'a'..'d'¦'a'..'z'¦'0'..'9'»",
        "s text line message content dna sentence payload raw source",
    ),
    "pairs": Kind(
        "list[tuple[int, int]]",
        "list[tuple[int, int]] * 100 in «Rg@0..50¦0..1000¦0..100¦0..10000»",
        "pairs edges points intervals orders events coords transactions spans rows",
    ),
    "grid": Kind(
        "list[list[int]]",
        "list[list[int]] * 12 * 10 in «Rg@0..9¦0..1¦0..100¦-50..50»",
        "grid matrix board image table pixels rows heightmap cells mat",
    ),
    "counts": Kind(
        "dict[int, int]",
        "dict[int, int] * 100 in 0..1000",
        "counts stock scores_by_id histogram inventory balance mapping totals",
    ),
    "tally": Kind(
        "dict[str, int]",
        "dict[str, int] * 100 in 0..1000",
        "tally frequencies scores prices sizes votes inventory by_name weights",
    ),
    "groups": Kind(
        "dict[int, list[int]]",
        "dict[int, list[int]] * 20 * 6 in 0..100",
        "groups buckets adjacency index partitions graph by_key",
    ),
    "bag": Kind(
        "set[int]",
        "set[int] * 100 in 0..100000",
        "seen ids allowed members unique pool",
    ),
    "blob": Kind(
        "bytes",
        "bytes * 200",
        "data buf payload blob packet raw",
    ),
    "number": Kind("int", "int = «Va@100¦50¦200¦1000¦64»", "n count size limit num x"),
    "real": Kind("float", "float = 2.5", "x value rate amount"),
    "flag": Kind("bool", "bool = True", "flag ok"),
    "vector": Kind(
        "np.ndarray",
        "«Dt@float64¦float64¦float32¦float64»[1000]",
        "x a signal values arr v samples data prices weights",
    ),
    "plane": Kind(
        "np.ndarray",
        "«Dt@float64¦float64¦float32¦float64¦float16»[«Sh@64, 32¦100, 16¦128, 8¦50, 50¦200, 3¦32, 64»]",
        "X x matrix features image batch data A table m embeddings logits",
    ),
    "integers": Kind(
        "np.ndarray",
        "«Dt@int64¦int64¦int32¦int16¦uint8»[1000] in «Rg@0..100¦0..9¦0..50»",
        "labels idx codes a x ids counts bins tokens",
    ),
    "flags": Kind(
        "np.ndarray",
        "bool[1000]",
        "mask keep valid selected",
    ),
    "cube": Kind(
        "np.ndarray",
        "«Dt@float64¦float32¦float64»[«Sh@8, 16, 16¦4, 32, 8¦16, 10, 12»]",
        "volume images batch frames tensor x",
    ),
    "frame": Kind(
        "pd.DataFrame",
        "DataFrame[500, «Co@3¦4¦5¦3»]",
        "df frame data sales table measurements orders",
    ),
    "series": Kind(
        "pd.Series",
        "",
        "s series col values",
    ),
    # Those that only operations take.
    "small": Kind("int", "int = «Va@3¦2¦5¦7¦10»", "k n step width size times offset"),
    "row": Kind("tuple[int, ...]", f"tuple[int, ...] * 100 {_SMALL}", "values items t row data entries"),
    "queue": Kind("deque[int]", "deque[int] * 100 in 0..1000", "window todo pending q buffer dq"),
    "frozen": Kind("frozenset[int]", "frozenset[int] * 100 in 0..100000", "allowed members known fixed"),
    "truths": Kind("list[bool]", "list[bool] * 100", "flags checks bits results passed"),
    "table": Kind("list[list[float]]", "list[list[float]] * 12 * 10 in 0..1", "rows matrix samples table points"),
    "rows": Kind("list[tuple[str, int]]", "list[tuple[str, int]] * 100 * 6 in 0..1000", "rows records entries sales"),
    "labels": Kind("dict[int, str]", "dict[int, str] * 100 * 6", "labels names titles by_id mapping"),
    "numerals": Kind("list[str]", "list[str] * 100 * «Le@4¦2¦7» in '0'..'9'", "tokens fields values lines codes"),
    "digits": Kind("str", "str * 100 in '0'..'9'", "s digits number code text"),
    "prose": Kind("str", r"str * 400 in 'abcdefghiklmnoprstuwy     \n'", "text lines document content s log source"),
    "buffer": Kind("bytearray", "bytearray * 200", "buf buffer data block"),
    "square": Kind("np.ndarray", "«Dt@float64¦float64¦float32»[32, 32]", "a A M matrix m x weights kernel"),
    "positions": Kind("np.ndarray", "int64[1000] in 0..999", "idx index order where perm positions"),
    "tensor": Kind("torch.Tensor", "torch.«Dt@float32¦float32¦float32¦float64»[1000]", "x t v a values signal"),
    "matrix2": Kind(
        "torch.Tensor",
        "torch.«Dt@float32¦float32¦float32¦float64»[«Sh@64, 32¦128, 16¦50, 50¦100, 8»]",
        "x X features logits h embeddings inputs batch",
    ),
    "sequence": Kind("torch.Tensor", "torch.float32[«Sh@8, 32, 16¦4, 20, 32¦16, 12, 8»]", "x h hidden seq q inputs"),
    "images": Kind("torch.Tensor", "torch.float32[«Sh@4, 3, 32, 32¦2, 1, 28, 28¦8, 3, 16, 16»]", "x images batch img"),
    "wholes": Kind("torch.Tensor", "torch.int64[1000] in 0..9", "labels idx index y targets classes ids"),
    "tokens2": Kind("torch.Tensor", "torch.int64[8, 32] in 0..99", "tokens ids input_ids x batch"),
    "truth": Kind("torch.Tensor", "torch.bool[1000]", "mask keep valid m"),
    "square_tensor": Kind("torch.Tensor", "torch.float32[32, 32]", "a A M w W kernel weight"),
    "column": Kind("pd.Series", "Series[500]", "s series col values column"),
}
