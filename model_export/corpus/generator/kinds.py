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
}
