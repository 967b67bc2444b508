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
        counts: whether it adds up which values are there, converted to whole numbers a buffer at a time.
    """

    call: float
    cell: float = 0.0
    aside: float = 0.0
    base: int = 900
    counts: bool = False


#: How much more than Python's own allocations an operation takes besides, those of libraries included.
BASE: Final = 1.5
#: An operation that is not named below.
OTHER: Final = Price(60, 5, 8, 3_000)
#: Of columns.
COLUMN: Final[dict[str, Price]] = {
    "operator": Price(18.5, 0.25, 0, 1_100),
    "unary": Price(6.4, 0.12),
    "texts": Price(37, 20, 0, 1_100),
    "numpy": Price(21, 0, 0, 2_100),
    "astype": Price(24, 0.46),
    "to_category": Price(120, 15),
    "texts_to_category": Price(350, 60),
    "to_text": Price(51, 11, 0, 3_000),
    "fractions_to_text": Price(60, 750, 66),
    "from_list": Price(14, 0, 48, 1_100),
    "from_list_as_said": Price(13, 16, 8, 1_100),
    "from_texts": Price(26, 0, 45),
    "from_dict": Price(45, 120, 52, 2_500),
    "texts_to_times": Price(180, 110, 60, 3_500),
    "texts_counted": Price(175, 12, 0, 6_600),
    "round": Price(7, 0.18),
    "clip": Price(235, 4.8, 12, 6_000),
    "abs": Price(6, 0.17),
    "fillna": Price(9, 0.15, 1, 2_300),
    "isna": Price(11, 0.1, 0, 1_100),
    "dropna": Price(19, 0.2, 2, 1_100),
    "where": Price(62, 4.2, 2, 2_200),
    "between": Price(60, 0.5, 4, 2_700),
    "isin": Price(26, 4.5, 0, 4_700),
    "shift": Price(14, 0.18, 0, 6_500),
    "diff": Price(18, 0.88, 0, 1_100),
    "pct_change": Price(72, 1.4, 16, 6_600),
    "cumsum": Price(13, 2.6, 9, 1_200),
    "cummax": Price(12, 3.8, 9, 1_200),
    "rank": Price(22, 72, 25, 10_500),
    "sum": Price(8.5, 0.35, 1, 1_600),
    "mean": Price(8.3, 0.6, 1, 1_500, counts=True),
    "std": Price(16, 2.3, 25, 2_000),
    "min": Price(8, 0.6, 1, 1_500, counts=True),
    "median": Price(28, 11, 18, 4_700),
    "quantile": Price(184, 11, 9, 7_500),
    "nunique": Price(10, 16, 44, 1_000),
    "unique": Price(8, 14, 36, 800),
    "wholes": Price(7, 2.6, 35, 800),
    "value_counts": Price(60, 5, 17, 3_900),
    "any": Price(5, 0.35, 1.3, 1_200),
    "idxmax": Price(6, 0.3, 1, 1_200),
    "describe": Price(570, 26, 25, 11_000),
    "corr": Price(87, 6.2, 25, 4_300),
    "sort_values": Price(36, 3, 25, 5_000),
    "argsort": Price(32, 15, 33, 5_700),
    "sort_index": Price(30, 3, 24, 4_000),
    "reset_index": Price(10, 0, 0, 800),
    "drop_duplicates": Price(33, 4, 36, 1_100),
    "take": Price(40, 5.3, 4, 900),
    "slice": Price(8, 0),
    "item": Price(1.1, 0, 0, 200),
    "picked": Price(3, 0, 0, 300),
    "store": Price(20, 2),
    "store_item": Price(3, 0, 0, 300),
    "store_found": Price(12, 0, 0, 900),
    "to_numpy": Price(0.9, 0, 0, 250),
    "tolist": Price(0.4, 9, 0, 150),
    "to_dict": Price(3.9, 103, 4, 800),
    "to_frame": Price(32, 0, 0, 2_900),
    "labels_to_column": Price(130, 0, 0, 2_900),
    "copy": Price(7, 0.13),
    "rename": Price(8, 0),
    "map": Price(16, 92, 74, 1_500),
    "map_table": Price(92, 12, 9, 3_300),
    "apply": Price(18, 86, 74, 1_500),
    "item_of": Price(2.3, 52, 0.2, 600),
    "items": Price(2.3, 80, 0.2, 900),
    "replace": Price(15, 0.2, 2),
    "interpolate": Price(43, 0.9, 11, 4_500),
    "ffill": Price(13, 0.6, 1, 1_300),
    "reindex": Price(50, 4, 8, 2_000),
    "searchsorted": Price(1.3, 0, 0, 350),
    "equals": Price(2, 0.5, 0, 700),
    "dot": Price(32, 0.3, 0, 2_500),
    "mode": Price(32, 59, 44, 2_400),
    "count": Price(3, 0.46, 3.2, 1_200),
    "agg": Price(168, 1.6, 3, 5_500),
    "nlargest": Price(300, 9, 16, 9_000),
    "get": Price(2, 0, 0, 300),
    "str": Price(40, 6, 0, 3_500),
    "cat": Price(76, 146, 138, 6_000),
    "contains": Price(70, 38, 0, 2_100),
    "split": Price(75, 270, 0, 2_100),
    "parts": Price(70, 95, 0, 2_100),
    "dt": Price(50, 7.9, 1, 1_000),
    "sample": Price(40, 9, 8, 2_000),
    "explode": Price(8, 0.2),
}
#: Of tables; each cell counts.
TABLE: Final[dict[str, Price]] = {
    "column": Price(9.9, 0, 0, 840),
    "columns": Price(232, 0, 0, 3_650),
    "operator": Price(30, 0.7, 0, 2_100),
    "aligned": Price(115, 2.2, 0, 4_400),
    "unary": Price(7, 0.4),
    "numpy": Price(14, 0.3, 0, 1_600),
    "astype": Price(45, 0.3),
    "round": Price(9, 1.2, 0, 1_200),
    "clip": Price(590, 14, 12, 8_500),
    "abs": Price(7, 0.4),
    "fillna": Price(16, 0.18, 1, 200),
    "isna": Price(7.4, 0.13),
    "dropna": Price(147, 0.7, 2, 3_400),
    "where": Price(200, 6.3, 3, 5_600),
    "shift": Price(30, 0.4, 0, 3_000),
    "diff": Price(40, 1.0, 0, 2_000),
    "cumsum": Price(14, 8, 9, 1_200),
    "cummax": Price(14, 8, 9, 1_200),
    "rank": Price(37, 87, 23, 11_000),
    "sum": Price(35, 0.6, 1, 2_700),
    "mean": Price(40, 0.9, 1, 2_700, counts=True),
    "std": Price(54, 7.6, 17, 3_300, counts=True),
    "min": Price(42, 0.8, 1, 2_700, counts=True),
    "median": Price(173, 10, 3, 11_000),
    "quantile": Price(114, 12, 9, 5_400),
    "any": Price(76, 0.6, 1, 3_400),
    "sum_rows": Price(24, 0.6, 1, 2_200),
    "mean_rows": Price(30, 1.7, 1, 2_200, counts=True),
    "describe": Price(2_690, 28, 6.2, 17_000),
    "corr": Price(20, 7.2, 1.1, 2_200),
    "cov": Price(44, 2.8, 8, 1_400),
    "sort_values": Price(66, 1.5, 2, 700),
    "sort_several": Price(110, 6, 2, 1_000),
    "sort_index": Price(39, 1.5, 8, 4_200),
    "reset_index": Price(12, 0, 0, 800),
    "labels_to_column": Price(145, 0.1, 0, 1_100),
    "set_index": Price(130, 0, 0, 5_200),
    "assign": Price(60, 0, 0, 3_300),
    "drop": Price(215, 0, 0, 2_800),
    "rename": Price(195, 0, 0, 4_300),
    "add_prefix": Price(56, 0, 0, 1_850),
    "drop_duplicates": Price(249, 11, 19, 300),
    "duplicated": Price(166, 28, 19, 5_800),
    "take": Price(56, 1.1, 1, 1_250),
    "slice": Price(6, 0, 0, 1_500),
    "row": Price(8, 0, 0, 960),
    "item": Price(8, 0, 0, 1_300),
    "picked": Price(45, 0, 0, 1_200),
    "cell_at": Price(9.5),
    "cell_loc": Price(11.5),
    "cell_iat": Price(1.2),
    "cell_iloc": Price(3.1),
    "store": Price(120, 0.5, 0, 8_000),
    "store_item": Price(8.5, 0, 0, 1_300),
    "store_found": Price(45, 0, 0, 3_000),
    "store_column": Price(100, 0.1, 0, 4_500),
    "store_new_column": Price(150, 0.1, 0, 6_500),
    "copy": Price(9, 0.44),
    "to_numpy": Price(1, 0, 0, 250),
    "mixed_to_numpy": Price(20, 2, 0, 600),
    "T": Price(40, 0, 0, 1_000),
    "to_dict": Price(55, 115, 1, 4_300),
    "to_records": Price(172, 187, 0, 5_000),
    "to_lists": Price(128, 88, 0, 6_000),
    "to_csv": Price(143, 1_030, 150, 150_000),
    "to_json": Price(120, 86, 35, 3_600),
    "memory_usage": Price(214, 0.2, 0, 4_300),
    "from_columns": Price(62, 0.7, 0, 3_800),
    "from_matrix": Price(35, 0.6, 0, 3_000),
    "from_rows": Price(76, 65, 22, 2_300),
    "concat": Price(25, 0.4, 0, 1_400),
    "concat_columns": Price(62, 0.1, 0, 6_300),
    "merge": Price(1_200, 36, 45, 7_600),
    "cross": Price(880, 6, 8, 7_600),
    "merge_asof": Price(1_018, 24, 20, 7_400),
    "join": Price(460, 1, 0, 8_100),
    "head": Price(16, 0, 0, 1_900),
    "iterrows": Price(113, 0, 0, 15_000),
    "items": Price(35, 0, 0, 4_000),
    "itertuples": Price(170, 100, 2, 16_000),
    "names": Price(3.5, 0, 0, 1_400),
    "map": Price(150, 95, 18, 6_600),
    "apply": Price(92, 0, 0, 5_300),
    "apply_rows": Price(78, 0, 50, 5_500),
    "query": Price(652, 3.2, 2, 21_000),
    "eval": Price(723, 2.3, 8, 20_000),
    "nlargest": Price(444, 2.6, 4, 12_000),
    "sample": Price(80, 3, 3, 2_500),
    "melt": Price(640, 4.5, 4.5, 12_200),
    "stack": Price(233, 10, 37, 6_100),
    "unstack": Price(266, 28, 50, 5_000),
    "pivot": Price(441, 20, 14, 9_600),
    "pivot_table": Price(1_650, 22, 60, 18_000),
    "crosstab": Price(2_970, 21, 85, 25_000),
    "get_dummies": Price(60, 10, 37, 4_500),
    "reindex": Price(100, 1, 0, 2_600),
    "set_axis": Price(45, 0, 0, 4_200),
    "select_dtypes": Price(30, 0, 0, 3_800),
    "nunique": Price(172, 17, 11, 5_100),
    "agg": Price(854, 6.4, 17, 11_000),
    "count": Price(112, 0.8, 2, 3_800),
    "ffill": Price(14, 1.7, 1, 1_100),
    "dot": Price(168, 0, 0, 4_300),
    "pipe": Price(8.5),
    "insert": Price(30, 0, 0, 2_000),
    "get": Price(10, 0, 0, 840),
    "index_operator": Price(15, 0.25, 0, 1_000),
    "cut": Price(290, 15, 9.6, 1_800),
    "qcut": Price(850, 40, 9, 10_000),
    "date_range": Price(38, 0.27, 0, 700),
    "to_datetime": Price(60, 1.5, 16, 4_500),
    "equals": Price(5, 0.5, 0, 1_000),
    "dtypes": Price(12, 0, 0, 1_100),
}
#: Of groups; a cell is a row of a column that is computed with.
GROUPS: Final[dict[str, Price]] = {
    "keys": Price(150, 6, 43, 6_000),
    "made": Price(30, 0, 0, 2_400),
    "select": Price(10, 0, 0, 600),
    "sum": Price(45, 2.5, 0, 6_000),
    "std": Price(45, 3, 0, 6_000),
    "median": Price(80, 14, 0, 6_000),
    "nunique": Price(90, 30, 26, 6_000),
    "size": Price(20, 0.5, 0, 5_000),
    "cumcount": Price(350, 13, 6, 7_000),
    "transform": Price(110, 4, 0, 8_000),
    "cumsum": Price(50, 3, 0, 7_000),
    "rank": Price(50, 100, 6, 18_000),
    "agg": Price(260, 4, 0, 9_000),
    "named_agg": Price(3_100, 4, 0, 14_000),
    "apply": Price(185, 8, 8, 11_000),
    "iterate": Price(90, 12, 20, 9_000),
    "head": Price(40, 3, 4, 5_000),
    "resample": Price(260, 3, 3, 5_000),
}
#: Of a row that is put in order by values that are not, each time that they are twice as many; of a different value
#: that is counted, and one that is numbered; of a row that is made of a dictionary. Nanoseconds.
ORDERED: Final = 3.2
DISTINCT: Final = 43.0
NUMBERED: Final = 90.0
RECORD: Final = 200.0
#: Of choosing several columns of groups, of each one that is named for its aggregates, of keys that are texts or
#: bins, of bins without names; microseconds.
CHOSEN: Final = 280.0
CHOSEN_BY_NAME: Final = 90.0
OBJECT_KEYS: Final = 250.0
UNNAMED_BINS: Final = 250.0
#: Of a group that a function is called with, and that is iterated over; microseconds.
GROUP: Final = 12.0
GROUP_TABLE: Final = 25.0
#: Of each column of a table that groups add up, and of each aggregate that is named; microseconds.
AGGREGATED: Final = 90.0
#: Of a row that a function is called with, one that becomes a column besides, one that is iterated over.
APPLIED_ROW: Final = 2.3
ROW_MADE: Final = 10.6
ITERATED_ROW: Final = 10.2
#: A list's element that becomes a number of a column, by the kind of it; a tuple that becomes a row. Nanoseconds.
LISTED: Final = {"f": 55.0, "i": 120.0, "u": 120.0, "b": 30.0, "c": 55.0}
LISTED_ROW: Final = 90.0
#: Bytes besides of such an element: it may be of each kind as long as others have not been seen.
LISTED_ASIDE: Final = 50
#: Of columns of texts: one that rows are put in order by, and one whose rows are chosen; microseconds.
TEXT_ORDERED: Final = 240.0
TEXT_CHOSEN: Final = 60.0
#: Of choosing rows and several columns at once, and of columns for a table of two keys; microseconds, and bytes.
CHOSEN_BOTH: Final = 330.0
CHOSEN_BOTH_ASIDE: Final = 14_900
SPREAD: Final = 750.0
#: Nanoseconds of a value that is asked for by its label, where a dictionary is made of a column.
DICT_ITEM: Final = 1_400.0
#: An array of texts that becomes a column: nanoseconds and bytes besides, of each.
TEXT_STORED: Final = 60.0
#: Microseconds that it takes to put one text into many places, beyond a number.
TEXT_PUT: Final = 100.0
#: Microseconds of each level that labels have, where they have several, which become columns.
LEVEL: Final = 180.0
#: Nanoseconds of a label that is a text: one that is come by in a loop, and one that is asked for.
LABEL_IN_TURN: Final = 550.0
LABEL_ASKED: Final = 2_400.0
TEXT_ASIDE: Final = 60
#: Bytes of a row that a function gives, while the others are waited for.
KEPT_ROW: Final = 2_000
#: Of each column that a function is called with, or that makes up a table.
APPLIED_COLUMN: Final = 12.0
#: Of windows; a cell is a value.
WINDOWS: Final[dict[str, Price]] = {
    "mean": Price(42, 8, 16, 2_000),
    "std": Price(46, 16, 25, 2_600),
    "min": Price(41, 14.5, 16, 2_000),
    "median": Price(46, 97, 24, 2_500),
    "apply": Price(51, 180, 24, 2_500),
    "corr": Price(120, 15, 30, 6_000),
    "ewm": Price(33, 7.4, 16, 2_300),
    "expanding": Price(28, 5.7, 16, 2_000),
}
