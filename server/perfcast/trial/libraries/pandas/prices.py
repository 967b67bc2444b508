"""What pandas' operations cost: taken from short runs of pandas 3 on one core."""

from __future__ import annotations

from typing import Final, NamedTuple


class Price(NamedTuple):
    """Of an operation.

    Attributes:
        call: microseconds of calling it.
        cell: nanoseconds of each value that it goes through.
        aside: bytes that it takes besides its result for each of them.
        base: bytes that it takes besides its result, in all.
        left: bytes that it leaves behind each time, until many of them are there: what has views of labels and values
            notes each one, and forgets those that are gone when it has noted many.
        counts: whether it adds up which values are there, converted to whole numbers a buffer at a time.
    """

    call: float
    cell: float = 0.0
    aside: float = 0.0
    base: int = 900
    left: int = 0
    counts: bool = False


#: How much more than Python's own allocations an operation takes besides, those of libraries included.
BASE: Final = 1.5
#: An operation that is not named below.
OTHER: Final = Price(60, 5, 8, 3_000)
#: Of columns.
COLUMN: Final[dict[str, Price]] = {
    "operator": Price(24, 0.25, 0, 1_400),
    "unary": Price(6.4, 0.12, 0, 1_100, 86),
    "texts": Price(37, 20, 0, 4_000),
    "numpy": Price(21, 0, 0, 2_600, 337),
    "astype": Price(24, 0.46, 0, 1_300, 206),
    "to_category": Price(100, 12),
    "texts_to_category": Price(205, 13.5, 16, 6_000),
    "codes": Price(40, 0.3, 1, 3_000),
    "to_text": Price(51, 11, 0, 3_000, 206),
    "fractions_to_text": Price(60, 750, 66, 2_100, 299),
    "from_list": Price(14, 0, 48, 830),
    "from_list_as_said": Price(13, 16, 8, 1_100),
    "from_texts": Price(26, 0, 45),
    "from_dict": Price(45, 120, 52, 3_100),
    "texts_to_times": Price(180, 110, 60, 3_500),
    "texts_counted": Price(175, 12, 0, 6_600),
    "round": Price(7, 0.18, 0, 1_200, 206),
    "clip": Price(235, 4.8, 12, 6_800, 1_600),
    "abs": Price(6, 0.17, left=86),
    "fillna": Price(9, 0.15, 1, 1_100, 299),
    "combine_first": Price(115, 1.2, 3, 5_500, 1_000),
    "isna": Price(11, 0.1, 0, 1_100),
    "dropna": Price(19, 0.2, 0, 1_500, 150),
    "where": Price(62, 4.2, 2, 4_400, 1_008),
    "between": Price(54, 0.45, 4, 2_700),
    "isin": Price(26, 4.5, 0, 3_300, 108),
    "shift": Price(14, 0.18, 0, 5_200, 318),
    "diff": Price(18, 0.88, 0, 1_500, 133),
    "pct_change": Price(72, 1.4, 16, 5_300, 318),
    "cumsum": Price(13, 2.6, 9, 1_900, 242),
    "cummax": Price(12, 3.8, 9, 1_800, 86),
    "rank": Price(22, 0, 25, 6_500, 120),
    "sum": Price(8.5, 0.35, 1, 2_800, 120),
    "mean": Price(8.3, 0.6, 1, 2_400, 120, counts=True),
    "std": Price(16, 2.3, 25, 3_400, 349),
    "min": Price(8, 0.6, 1, 2_100, counts=True),
    "median": Price(28, 11, 18, 5_000, 407),
    "quantile": Price(184, 11, 9, 6_000, 438),
    "nunique": Price(10, 16, 44, 1_000),
    "unique": Price(8, 14, 36, 1_100),
    "factorize": Price(8, 14, 50, 1_700),
    "wholes": Price(7, 2.6, 35, 1_700),
    "value_counts": Price(60, 5, 17, 4_500, 240),
    "any": Price(5, 0.35, 1.3, 970),
    "idxmax": Price(6, 0.3, 1, 950),
    "prod": Price(8.5, 0.8, 9, 1_600, 120),
    "skew": Price(5.5, 1.0, 0, 900, 100),
    "describe": Price(570, 26, 25, 4_000, 1_000),
    "corr": Price(87, 6.2, 25, 4_700, 1_178),
    "autocorr": Price(87, 6.2, 49, 4_300, 1_359),
    "sort_values": Price(36, 3, 25, 3_000, 123),
    "argsort": Price(32, 15, 33, 3_300),
    "sort_index": Price(30, 3, 24, 1_000, 506),
    "reset_index": Price(10, 0, 0, 1_200, 386),
    "drop_duplicates": Price(33, 4, 36, 280, 93),
    "take": Price(34, 5.3, 4, 1_500, 130),
    "slice": Price(8, 0, 0, 430, 93),
    "item": Price(1.1, 0, 0, 200),
    "picked": Price(3, 0, 0, 300),
    "store": Price(20, 2),
    "store_item": Price(3, 0, 0, 300),
    "store_found": Price(12, 0, 0, 900),
    "to_numpy": Price(0.9, 0, 0, 250),
    "tolist": Price(0.4, 9, 0, 150),
    "repeat": Price(11, 1.1, 5.4, 1_600),
    "to_dict": Price(3.9, 103, 4, 570),
    "to_frame": Price(32, 0, 0, 0, 179),
    "labels_to_column": Price(130, 0, 0, 3_100, 1_098),
    "copy": Price(7, 0.13, 0, 1_200, 293),
    "rename": Price(8, 0, 0, 1_200, 386),
    "map": Price(16, 92, 71, 1_000),
    "map_table": Price(92, 12, 9, 3_000, 228),
    "apply": Price(18, 86, 74, 1_300),
    "item_of": Price(2.3, 52, 0.2, 600),
    "items": Price(2.3, 80, 0.2, 1_900),
    "replace": Price(15, 0.2, 2, 1_100, 299),
    "interpolate": Price(43, 0.9, 11, 4_700, 198),
    "interpolated": Price(30, 7, 32),
    "interpolated_to_limit": Price(110, 26, 32),
    "ffill": Price(13, 0.6, 1, 1_800, 206),
    "reindex": Price(50, 4, 8, 1_400, 277),
    "searchsorted": Price(1.3, 0, 0, 130),
    "equals": Price(2, 0.5, 0, 700),
    "dot": Price(32, 0.3, 0, 3_400, 962),
    "dot_array": Price(8, 0.25, 0, 1_500, 400),
    "mode": Price(32, 59, 44, 1_100),
    "count": Price(3, 0.46, 8, 750),
    "agg": Price(168, 1.6, 3, 8_300, 300),
    "nlargest": Price(300, 9, 16, 7_900, 1_142),
    "get": Price(2, 0, 0, 300),
    "str": Price(40, 6, 0, 3_500, 206),
    "str_by_words": Price(40, 40, 0, 2_000, 206),
    "cat": Price(76, 146, 138, 6_000),
    "contains": Price(70, 38, 0, 2_100),
    "split": Price(75, 40, 44, 2_100),
    "parts": Price(70, 95, 0, 2_100),
    "pattern": Price(115, 50, 0, 5_000),
    "replaced": Price(90, 60, 0, 6_000),
    "counted": Price(60, 60, 0, 3_000),
    "match": Price(90, 40, 0, 5_000),
    "extract": Price(250, 750, 0, 8_000),
    "extract_one": Price(130, 260, 0, 6_000),
    "extractall": Price(360, 1_100, 0, 3_500),
    "findall": Price(80, 560, 0, 4_000),
    "expanded": Price(400, 400, 0, 5_000),
    "map_texts": Price(270, 70, 16, 4_000, 228),
    "map_from_texts": Price(300, 230, 74, 2_000, 228),
    "dt": Price(45, 7.2, 1, 3_000),
    "dt_flags": Price(30, 13, 1, 3_000),
    "dt_names": Price(105, 16, 1, 3_500),
    "dt_objects": Price(45, 130, 82, 1_700),
    "dt_text": Price(100, 455, 72, 3_700),
    "dt_usual_text": Price(100, 145, 72, 3_700),
    "dt_named_text": Price(100, 3_400, 72, 3_700),
    "dt_rounded": Price(60, 2.3, 1, 3_500),
    "dt_zone": Price(30, 0.3, 0, 3_700),
    "to_period": Price(42, 20, 0, 5_500),
    "isocalendar": Price(800, 25, 24, 13_000),
    "asfreq": Price(190, 15, 36, 12_000),
    "times_to_text": Price(75, 340, 86, 4_500),
    "texts_to_numbers": Price(17, 190, 62, 3_000),
    "texts_to_wholes": Price(17, 300, 114, 3_000),
    "no_number": Price(0, 450),
    "narrower": Price(36, 2.4, 22, 3_000),
    "narrower_wholes": Price(200, 21, 26, 3_500),
    "months_ended": Price(33, 36, 0, 4_000),
    "days_of_work": Price(33, 27, 0, 4_000),
    "months_added": Price(52, 42, 8, 4_500),
    "months_and_spans_added": Price(90, 48, 0.1, 6_000),
    "spans_added": Price(80, 0.4, 0, 4_000),
    "sample": Price(40, 9, 8, 3_600, 264),
    "explode": Price(8, 0.2, 42, 1_900),
}
#: Of columns of texts, which Arrow tells apart in its own memory.
TEXT_COLUMN: Final[dict[str, Price]] = {
    "unique": Price(6, 6.5, 0, 2_700),
    "nunique": Price(19, 6.6, 0, 3_200),
    "value_counts": Price(168, 12, 0, 6_500),
    "mode": Price(65, 11.5, 0, 4_800),
    "factorize": Price(30, 11.2, 4, 4_500),
    "isin": Price(66, 6.2, 0, 4_500),
    "sort_values": Price(75, 100, 16, 3_000),
    "tolist": Price(3, 36, 0, 150),
    "replace": Price(200, 43, 1, 5_000),
    "replace_by_others": Price(200, 47, 65, 6_000),
    "astype": Price(40, 190, 62, 5_000),
    "item_of": Price(3, 560, 0, 600),
}
#: Of tables; each cell counts.
TABLE: Final[dict[str, Price]] = {
    "column": Price(9.9, 0, 0, 840),
    "columns": Price(232, 0, 0, 3_700, 400),
    "labelled_columns": Price(75, 0, 0, 3_700, 400),
    "operator": Price(30, 0.12, 0, 2_900, 1_470),
    "aligned": Price(95, 0.4, 0, 4_800, 1_550),
    "unary": Price(7, 0.06, left=173),
    "numpy": Price(14, 0.3, 0, 2_200, 342),
    "astype": Price(45, 0.3, 0, 1_100, 293),
    "round": Price(9, 1.2, 0, 1_200, 293),
    "clip": Price(590, 14, 12, 18_200, 12_000),
    "clip_once": Price(590, 14, 12, 11_500, 12_000),
    "abs": Price(7, 0.4, left=173),
    "fillna": Price(16, 0.18, 1, 1_000, 386),
    "isna": Price(7.4, 0.13, left=293),
    "dropna": Price(147, 0.7, 2, 5_600, 1_728),
    "where": Price(200, 6.3, 3, 6_900, 3_149),
    "replace": Price(23, 0.17, 2, 900, 293),
    "replace_several": Price(50, 0.33, 3, 1_700, 293),
    "shift": Price(30, 0.4, 0, 4_900, 405),
    "diff": Price(16, 0.4, 0, 1_200, 351),
    "pct_change": Price(40, 1.0, 17, 5_500, 2_803),
    "cumsum": Price(14, 8, 9, 1_400, 340),
    "cummax": Price(14, 8, 9, 1_200, 173),
    "rank": Price(27, 0, 23, 5_900, 120),
    "sum": Price(35, 0.6, 1, 3_700, 206),
    "mean": Price(40, 0.9, 1, 3_300, 206, counts=True),
    "std": Price(54, 4.0, 25, 3_500, 494),
    "min": Price(42, 0.8, 1, 3_000, 86, counts=True),
    "median": Price(173, 10, 33, 9_300, 1_155),
    "quantile": Price(114, 12, 9, 3_900, 429),
    "any": Price(76, 0.6, 1, 3_700, 293),
    "prod": Price(35, 1.0, 3, 3_700, 206),
    "skew": Price(62, 0.7, 3, 3_500, 300),
    "sum_rows": Price(24, 0.6, 1, 3_300, 240),
    "mean_rows": Price(30, 1.7, 9.5, 3_000, 240),
    "min_rows": Price(30, 1.7, 9, 3_000, 240),
    "idxmax_rows": Price(135, 14, 9, 3_000, 240),
    "median_rows": Price(150, 43, 46, 3_000, 240),
    "std_rows": Price(30, 1.7, 25, 3_000, 240),
    "describe": Price(2_690, 28, 0, 11_200, 5_500),
    "corr": Price(20, 7.2, 1.05, 2_100, 126),
    "corrwith": Price(50, 0, 0, 2_600, 500),
    "cov": Price(44, 2.8, 16, 200, 163),
    "product": Price(70, 1.8, 8),
    "dot_column": Price(52, 0.3),
    "dot_array": Price(11, 0.23),
    "sort_values": Price(66, 1.5, 2, 3_300, 558),
    "sort_several": Price(85, 6, 2, 5_300, 776),
    "sort_index": Price(39, 1.5, 8, 5_900, 678),
    "reset_index": Price(12, 0, 0, 600, 558),
    "labels_to_column": Price(145, 0.1, 0, 2_400, 500),
    "set_index": Price(130, 0, 0, 4_300, 655),
    "set_labels": Price(28, 0, 0, 1_400, 655),
    "assign": Price(90, 0, 0, 4_100, 570),
    "drop": Price(215, 0, 0, 3_100, 493),
    "rename": Price(195, 0, 0, 4_000, 687),
    "rename_all": Price(56, 0, 0, 1_400, 687),
    "add_prefix": Price(56, 0, 0, 2_800, 735),
    "drop_duplicates": Price(249, 11, 19, 2_200, 1_500),
    "duplicated": Price(166, 28, 19, 2_600, 880),
    "take": Price(56, 1.1, 1, 2_100, 290),
    "slice": Price(6, 0, 0, 500),
    "row": Price(8, 0, 0, 500),
    "item": Price(8, 0, 0, 1_300),
    "picked": Price(45, 0, 0, 1_300),
    "cell_at": Price(9.5, 0, 0, 1_600),
    "cell_loc": Price(11.5, 0, 0, 1_600),
    "cell_iat": Price(1.2, 0, 0, 350),
    "cell_iloc": Price(3.1, 0, 0, 640),
    "store": Price(120, 0.5, 0, 5_000, 600),
    "store_item": Price(8.5, 0, 0, 1_300),
    "store_found": Price(45, 0, 0, 3_000),
    "own_column": Price(130, 0.5, 0, 3_000),
    "store_column": Price(60, 0.1, 0, 2_300, 250),
    "store_masked": Price(100, 0.1, 9, 9_000, 3_200),
    "store_new_column": Price(92, 0.1, 0, 4_200, 100),
    "copy": Price(9, 0.25, left=466),
    "to_numpy": Price(1, 0, 0, 250),
    "mixed_to_numpy": Price(20, 2, 0, 600),
    "T": Price(40, 0, 0, 600, 93),
    "to_dict": Price(55, 115, 1, 1_000, 794),
    "to_records": Price(172, 187, 0, 5_000, 954),
    "to_lists": Price(128, 88, 0, 6_000),
    "to_csv": Price(300, 0, 0, 98_000),
    "to_json": Price(120, 86, 35, 3_600),
    "read_csv": Price(310, 0, 0, 27_000),
    "memory_usage": Price(214, 0.2, 0, 4_300),
    "from_columns": Price(62, 0.7, 0, 3_200, 275),
    "from_matrix": Price(35, 0.6, 0, 1_600, 50),
    "from_rows": Price(76, 65, 22, 2_700, 147),
    "concat": Price(25, 0.4, 0, 420, 392),
    "concat_columns": Price(62, 0.1, 0, 1_900, 552),
    "merge": Price(1_200, 36, 45, 14_400, 1_700),
    "cross": Price(880, 6, 8, 7_600),
    "merge_asof": Price(780, 24, 4, 14_800, 1_000),
    "merge_asof_by": Price(820, 32, 10, 14_800, 1_000),
    "join": Price(370, 1, 0, 5_200, 1_000),
    "head": Price(16, 0, 0, 1_900, 482),
    "iterrows": Price(113, 0, 0, 15_000, 1_794),
    "items": Price(35, 0, 0, 4_000, 540),
    "itertuples": Price(170, 100, 2, 16_000, 6_269),
    "names": Price(3.5, 0, 0, 1_400),
    "names_put": Price(25, 0, 0, 2_600, 300),
    "labels_put": Price(5, 0, 0, 700, 300),
    "map": Price(150, 95, 30, 5_200, 634),
    "apply": Price(92, 0, 0, 5_500, 700),
    "apply_rows": Price(78, 0, 0, 3_700, 496),
    "query": Price(652, 1.5, 2, 25_300, 2_384),
    "eval": Price(723, 2.3, 8, 16_900, 2_158),
    "nlargest": Price(444, 2.6, 4, 13_300, 1_563),
    "sample": Price(80, 3, 3, 3_300, 254),
    "melt": Price(640, 4.5, 4.5, 12_500, 1_886),
    "stack": Price(233, 10, 37, 5_800, 1_592),
    "unstack": Price(266, 28, 50, 2_600, 900),
    "pivot": Price(441, 20, 14, 9_600),
    "interpolate": Price(0, 0, 12, 4_000, 198),
    "pivot_table": Price(1_650, 22, 60, 18_000, 1_300),
    "crosstab": Price(2_400, 30, 85, 34_100, 2_442),
    "get_dummies": Price(240, 8, 37, 3_800, 600),
    "reindex": Price(100, 1, 0, 240, 254),
    "set_axis": Price(45, 0, 0, 2_900, 614),
    "select_dtypes": Price(30, 0, 0, 2_900, 846),
    "nunique": Price(172, 17, 11, 3_700, 1_204),
    "agg": Price(854, 6.4, 17, 13_100, 1_505),
    "count": Price(112, 0.8, 8, 4_900, 1_005),
    "ffill": Price(14, 1.7, 1, 1_400, 293),
    "dot": Price(168, 0, 0, 4_300),
    "pipe": Price(8.5),
    "insert": Price(30, 0, 0, 2_000),
    "get": Price(10, 0, 0, 840),
    "index_operator": Price(15, 0.25, 0, 1_000),
    "cut": Price(290, 15, 9.6, 5_700, 600),
    "qcut": Price(850, 40, 9, 6_800, 818),
    "date_range": Price(38, 0.27, 0, 1_900, 50),
    "to_datetime": Price(60, 1.5, 16, 4_500),
    "to_timedelta": Price(60, 1.5, 16, 1_000, 136),
    "equals": Price(5, 0.5, 0, 1_000),
    "dtypes": Price(12, 0, 0, 910),
    "explode": Price(1_200, 10, 44, 14_000, 1_500),
    "combine_first": Price(210, 1.5, 2, 13_500, 1_500),
    "update": Price(280, 7, 49, 13_000, 1_500),
}
#: Of groups; a cell is a row of a column that is computed with.
GROUPS: Final[dict[str, Price]] = {
    "keys": Price(150, 6, 43, 6_000),
    "keys_in_order": Price(60, 2),
    "made": Price(30, 0, 0, 7_000, 600),
    "made_by_array": Price(30, 0, 0, 3_000, 300),
    "select": Price(10, 0, 0, 600),
    "sum": Price(32, 2.5, 0, 3_000, 245),
    "std": Price(45, 3, 0, 3_000, 300),
    "median": Price(80, 14, 0, 3_000, 270),
    "nunique": Price(90, 20, 0, 3_400, 400),
    "size": Price(20, 0.5, 0, 3_200, 240),
    "cumcount": Price(350, 13, 6, 4_000, 320),
    "transform": Price(110, 4, 0, 5_700, 360),
    "cumsum": Price(50, 3, 0, 4_800, 340),
    "pct_change": Price(300, 8.6, 16, 4_800, 340),
    "windows": Price(550, 195, 84, 15_000, 700),
    "rank": Price(50, 0, 19, 13_900, 320),
    "agg": Price(260, 4, 0, 7_900, 500),
    "named_agg": Price(3_100, 4, 0, 20_700, 1_200),
    "apply": Price(185, 8, 8, 5_000, 840),
    "iterate": Price(90, 12, 20, 12_600, 700),
    "head": Price(40, 3, 4, 3_200, 580),
    "resample": Price(260, 3, 3, 5_000, 300),
    "describe": Price(9_500, 56, 0, 53_500, 1_200),
    "ohlc": Price(95, 6, 3, 6_400, 300),
}
#: Of a row that is put in order by values that are not, each time that they are twice as many, and by one of several
#: columns; of a different value that is counted, and one that is numbered; of a row that is made of a dictionary.
#: Nanoseconds.
ORDERED: Final = 3.2
ORDERED_BY_SEVERAL: Final = 6.0
DISTINCT: Final = 43.0
NUMBERED: Final = 90.0
#: A value that is ranked, for the cube of the doublings of their number, or of that of different ones and a few more.
RANKED: Final = 0.032
RANKED_ALIKE: Final = 8.0
RECORD: Final = 200.0
#: Of choosing several columns of groups, of each one that is named for its aggregates, of keys that are texts or
#: bins, of bins without names; microseconds.
CHOSEN: Final = 220.0
CHOSEN_BY_NAME: Final = 90.0
OBJECT_KEYS: Final = 250.0
UNNAMED_BINS: Final = 250.0
#: Of a group that a function is called with, and that is iterated over; microseconds.
GROUP: Final = 12.0
GROUP_TABLE: Final = 25.0
#: Of each column of a table that is reckoned with by itself, and of each aggregate that is named; microseconds.
AGGREGATED: Final = 90.0
#: Of each key of groups beyond the first, microseconds; and of a row whose keys are several, nanoseconds.
FURTHER_KEY: Final = 150.0
SEVERAL_KEYS: Final = 12.0
#: Where all columns of a type are reckoned with at once: what a table takes beside a column, for each type and
#: each column, and where the aggregate is named by a text; microseconds.
AT_ONCE: Final = 200.0
TYPE_AT_ONCE: Final = 20.0
COLUMN_AT_ONCE: Final = 2.0
NAMED_AT_ONCE: Final = 55.0
#: Nanoseconds of a group of times that has no rows.
EMPTY_BIN: Final = 16.0
#: Of labels that are times and were made in the same call: they are looked through for an order and for steps;
#: where they are in none, they are put into one, which is new, too; microseconds.
NEW_TIMES: Final = 215.0
#: Of times that are in no order, bytes and nanoseconds of each row that is put into one before.
IN_ORDER: Final = (48, 170.0)
#: Of a row that a function is called with, one that becomes a column besides, one that is iterated over.
APPLIED_ROW: Final = 2.3
ROW_MADE: Final = 10.6
ITERATED_ROW: Final = 10.2
#: A list's element that becomes a number of a column, by the kind of it; a tuple that becomes a row. Nanoseconds.
LISTED: Final = {"f": 55.0, "i": 120.0, "u": 120.0, "b": 30.0, "c": 55.0}
LISTED_ROW: Final = 90.0
#: Bytes of a truth value that is added up: it becomes a whole number first, a buffer at a time.
TRUTH_ADDED: Final = 8
#: Nanoseconds of a pair of values that a table of counts has.
COUNTED_PAIR: Final = 5_400.0
#: Bytes of each cell of columns of several types that are brought into one.
OF_ONE_TYPE: Final = 8
#: Rows from which on NumPy takes medians of one column after the other, of fewer those of all at once.
MEDIAN_BY_COLUMN: Final = 600
#: Bytes besides of such an element, which may be of each kind as long as others have not been seen, and of a column.
LISTED_ASIDE: Final = 58
LISTED_CALL: Final = 4_900
#: Of columns of texts: one of several that rows are put in order by, and one whose rows are chosen; microseconds.
TEXT_ORDERED: Final = 240.0
#: Nanoseconds of a text that rows are put in order by alone, each time that they are twice as many, beyond so many
#: doublings.
TEXT_IN_ORDER: Final = 20.0
TEXTS_IN_CACHE: Final = 7.5
TEXT_CHOSEN: Final = 60.0
#: Of choosing rows and several columns at once, of putting something there, and of columns for a table of two keys;
#: microseconds, and bytes.
CHOSEN_BOTH: Final = 330.0
STORED_IN_BOTH: Final = 180.0
CHOSEN_BOTH_ASIDE: Final = 14_900
SPREAD: Final = 750.0
#: Nanoseconds of a value that is asked for by its label, where a dictionary is made of a column.
DICT_ITEM: Final = 1_400.0
#: An array of texts that becomes a column: nanoseconds of each.
TEXT_STORED: Final = 60.0
#: Microseconds that it takes to put one text into many places, beyond a number.
TEXT_PUT: Final = 100.0
#: Microseconds of each level that labels have, where they have several, which become columns.
LEVEL: Final = 180.0
#: Nanoseconds of a label that is a text: one that is come by in a loop, and one that is asked for.
LABEL_IN_TURN: Final = 550.0
LABEL_ASKED: Final = 2_400.0
TEXT_ASIDE: Final = 60
#: Bytes of what tells of a column, while others are described, and of each row of the first column, and of one behind
#: it, while it is.
DESCRIBED_COLUMN: Final = 4_700
DESCRIBED_ROW: Final = 17
DESCRIBED_LATER_ROW: Final = 14
#: Bytes of a row that a function gives, while the others are waited for.
KEPT_ROW: Final = 2_000
#: And of each result, whatever it is.
RESULT_OF_ROW: Final = 142
#: Of each column that a function is called with, or that makes up a table.
APPLIED_COLUMN: Final = 12.0
#: Of a row of separated values that is written, of a cell by the kind of its column, of a digit of one with a fraction.
WRITTEN_ROW: Final = 75.0
WRITTEN_CELL: Final = {"i": 145.0, "u": 145.0, "f": 130.0, "b": 106.0, "M": 435.0, "m": 435.0, "O": 110.0}
WRITTEN_DIGIT: Final = 46.0
#: Of a character of separated values that is read, of a field, and of a byte of what fields are held in meanwhile.
READ_CHARACTER: Final = 0.4
READ_FIELD: Final = 20.0
READ_INTO: Final = 0.05
#: Of windows; a cell is a value.
WINDOWS: Final[dict[str, Price]] = {
    "mean": Price(42, 8, 16, 2_000, 240),
    "std": Price(46, 16, 25, 1_800, 240),
    "min": Price(41, 14.5, 16, 2_900, 240),
    "median": Price(46, 97, 24, 2_500, 240),
    "apply": Price(51, 180, 24, 2_500, 360),
    "corr": Price(120, 15, 30, 6_000, 300),
    "ewm": Price(33, 7.4, 16, 1_800, 120),
    "expanding": Price(28, 5.7, 16, 1_400),
    "several": Price(80, 0, 0, 4_700),
}
