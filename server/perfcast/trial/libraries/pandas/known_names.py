"""What tables, columns and labels of pandas 2 and 3 can be asked for: all else they lack, as pandas' own do."""

from __future__ import annotations

from typing import Final, NoReturn

from perfcast.trial.interpreter.stops import Lacking, Unsupported
from perfcast.trial.libraries.pandas.values import Column, Labels, Table, Tabular

_OF_ALL: Final = """
    T all any asof astype copy diff drop drop_duplicates droplevel dropna duplicated empty equals fillna groupby
    infer_objects isin isna isnull map max memory_usage min ndim notna notnull nunique reindex rename replace round
    shape shift size sort_values take to_numpy transpose value_counts values where
    """
_OF_BOTH: Final = """
    abs add add_prefix add_suffix agg aggregate align apply asfreq at at_time attrs axes backfill between_time bfill
    bool clip combine combine_first compare convert_dtypes corr count cov cummax cummin cumprod cumsum describe div
    divide dot dtypes eq ewm expanding explode ffill filter first first_valid_index flags floordiv from_arrow ge get
    gt head hist iat idxmax idxmin iloc index info interpolate items keys kurt kurtosis last last_valid_index le loc
    lt mask mean median mod mode mul multiply ne nlargest nsmallest pad pct_change pipe plot pop pow prod product
    quantile radd rank rdiv reindex_like rename_axis reorder_levels resample reset_index rfloordiv rmod rmul rolling
    rpow rsub rtruediv sample sem set_axis set_flags skew sort_index sparse squeeze std sub subtract sum swapaxes
    swaplevel tail to_clipboard to_csv to_dict to_excel to_hdf to_json to_latex to_markdown to_period to_pickle to_sql
    to_string to_timestamp to_xarray transform truediv truncate tz_convert tz_localize unstack update var xs
    """
_OF_TABLES: Final = """
    applymap assign boxplot columns corrwith eval from_dict from_records insert isetitem iterrows itertuples join melt
    merge pivot pivot_table query select select_dtypes set_index stack style to_feather to_gbq to_html to_iceberg
    to_orc to_parquet to_records to_stata to_xml
    """
_OF_COLUMNS: Final = """
    argmax argmin argsort array autocorr between case_when cat divmod dt dtype factorize hasnans
    is_monotonic_decreasing is_monotonic_increasing is_unique item list name nbytes ravel rdivmod repeat searchsorted
    str struct to_frame to_list tolist unique view
    """
_OF_LABELS: Final = """
    append argmax argmin argsort array asof_locs delete difference dtype factorize format from_range get_indexer
    get_indexer_for get_indexer_non_unique get_level_values get_loc get_slice_bound has_duplicates hasnans identical
    inferred_type insert intersection is_ is_monotonic_decreasing is_monotonic_increasing is_unique item join name
    names nbytes nlevels putmask ravel reindex repeat searchsorted set_names slice_indexer slice_locs sortlevel start
    step stop str symmetric_difference to_flat_index to_frame to_list to_series tolist union unique view
    """
#: Of labels that are times, or of several levels, and of others.
_OF_SPECIAL: Final = """
    as_unit asi8 ceil codes date day day_name day_of_week day_of_year dayofweek dayofyear days days_in_month
    daysinmonth end_time floor freq freqstr from_arrays from_frame from_product from_tuples get_loc_level get_locs
    hour inferred_freq isocalendar is_leap_year is_month_end is_month_start is_normalized is_quarter_end
    is_quarter_start is_year_end is_year_start left levels levshape mean microsecond microseconds mid minute month
    month_name nanosecond normalize overlaps quarter remove_unused_levels reorder_levels resolution right second
    seconds set_codes set_levels snap std start_time strftime swaplevel time timetz to_julian_date to_period
    to_pydatetime to_timestamp total_seconds truncate tz tz_convert tz_localize tzinfo unit weekday weekofyear week
    year categories ordered add_categories remove_categories rename_categories set_categories
    """
_TABLES: Final = frozenset(f"{_OF_ALL} {_OF_BOTH} {_OF_TABLES}".split())
_COLUMNS: Final = frozenset(f"{_OF_ALL} {_OF_BOTH} {_OF_COLUMNS}".split())
_LABELS: Final = frozenset(f"{_OF_ALL} {_OF_LABELS}".split())
_SPECIAL: Final = frozenset(_OF_SPECIAL.split())


def refuse(value: Tabular, name: str) -> NoReturn:
    """
    Raises:
        Lacking: nothing of that kind has it.
        Unsupported: it is not followed.
    """
    if isinstance(value, Table):
        kind, known = "DataFrame", name in _TABLES
    elif isinstance(value, Column):
        kind, known = "Series", name in _COLUMNS
    else:
        is_plain = (
            isinstance(value, Labels) and not isinstance(value.name, list) and value.values.dtype.kind not in "mMO"
        )
        kind = "Index" if not (isinstance(value, Labels) and value.is_range) else "RangeIndex"
        known = name in _LABELS or (name in _SPECIAL and not is_plain)
    if known or name.startswith("_"):
        raise Unsupported(f"{'Index' if kind == 'RangeIndex' else kind}.{name}")
    raise Lacking(f"'{kind}' object has no attribute '{name}'")
