"""Functions of tables as people write them."""

import numpy as np
import pandas as pd


# perfcast: df: DataFrame[20000, 4]
def outliers(df: pd.DataFrame) -> pd.DataFrame:
    low, high = df.quantile(0.01), df.quantile(0.99)
    return df[((df >= low) & (df <= high)).all(axis=1)]


# perfcast: n = 20000
def monthly(n: int) -> pd.Series:
    index = pd.date_range("2020-01-01", periods=n, freq="h")
    series = pd.Series(np.arange(n, dtype=float), index=index)
    return series.groupby(series.index.month).sum()


# perfcast: left: DataFrame[3000, 2]; right: DataFrame[3000, 2]
def nearest_join(left, right):
    left = left.rename(columns={left.columns[0]: "key"}).sort_values("key")
    right = right.rename(columns={right.columns[0]: "key"}).sort_values("key")
    return pd.merge_asof(left, right, on="key", direction="nearest")


# perfcast: df: DataFrame[5000, 6]
def long_form(df):
    return df.reset_index().melt(id_vars="index").dropna()


# perfcast: s: Series[30000]
def changes(s: pd.Series) -> pd.Series:
    return s.diff().abs().rolling(24).max().dropna()


# perfcast: df: DataFrame[10000, 3]
def normalised(df):
    for column in df.columns:
        df[column] = (df[column] - df[column].min()) / (df[column].max() - df[column].min())
    return df.round(3)
