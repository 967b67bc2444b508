"""What scikit-learn's functions and methods cost: taken from short runs of scikit-learn 1.9 on one core."""

from __future__ import annotations

from typing import Final, NamedTuple


class Price(NamedTuple):
    """Of a function or method.

    Attributes:
        call: microseconds of calling it.
        cell: nanoseconds of each element of what it is given.
        step: nanoseconds of each step, as the function counts them.
        aside: bytes that it takes besides its result for each element.
        base: and whatever it is given.
        buffered: bytes of each element that goes through a buffer of NumPy's.
    """

    call: float
    cell: float = 0.0
    step: float = 0.0
    aside: float = 0.0
    base: float = 6_000.0
    buffered: float = 0.0


#: Microseconds of looking at a table of pandas' instead of an array, and at a column; of a list, and nanoseconds of
#: each element.
TABLE: Final = 400.0
COLUMN: Final = 105.0
LIST: Final = 24.0
LISTED: Final = 17.0
PRICES: Final[dict[str, Price]] = {
    "train_test_split": Price(71, 1, base=6_000),
    "shuffled": Price(136, 10.5, base=0),
    "stratified": Price(398, 200, base=0, aside=16),
    "stratified folds": Price(245, 47, aside=5),
    "fold": Price(6.4, 1.0, base=2_000, aside=1),
    "scaled": Price(80, 1.3, 8, base=3_000, buffered=8),
    "scaled back": Price(58, 1.3, 7, base=3_000, buffered=8),
    "StandardScaler.fit": Price(236, 2.4, 60, aside=9, base=7_000, buffered=8),
    "MinMaxScaler.fit": Price(148, 0.8, 66, base=6_000),
    "MaxAbsScaler.fit": Price(125, 0.7, 34, aside=8, base=4_000),
    "RobustScaler.fit": Price(130, 31, 72_000, base=18_000),
    "looked at": Price(88, 0.19, base=3_000),
    "normalize": Price(110, 1.35, 8, aside=1, base=5_000, buffered=8),
    "scale": Price(230, 5, 140, aside=9, base=7_000, buffered=8),
    "LinearRegression.fit": Price(392, 10, 1, aside=16, base=13_000),
    "Ridge.fit": Price(470, 3.7, 1, aside=8, base=13_000, buffered=8),
    "Lasso.fit": Price(372, 1.6, 1, aside=8, base=12_000, buffered=8),
    "line": Price(69, 0.27, 1.7, base=1_500),
    "accuracy_score": Price(345, 27, aside=8, base=9_000),
    "accuracy_score of lists": Price(500, 190, aside=24, base=11_000),
    "accuracy_score of texts": Price(420, 550, aside=24, base=10_000),
    "confusion_matrix": Price(624, 92, aside=16, base=13_000),
    "confusion_matrix of lists": Price(625, 130, aside=32, base=14_000),
    "confusion_matrix of texts": Price(680, 850, aside=50, base=14_000),
    "mean_squared_error": Price(187, 1.2, aside=8, base=7_000),
    "root_mean_squared_error": Price(201, 1.2, aside=8, base=7_700),
    "mean_absolute_error": Price(187, 1.3, aside=16, base=7_000),
    "r2_score": Price(225, 2.4, aside=8, base=7_300),
    "mean_absolute_percentage_error": Price(192, 2.4, aside=24, base=8_000),
    "median_absolute_error": Price(200, 11, aside=16, base=9_500),
    "mean_squared_log_error": Price(300, 14, aside=32, base=9_500),
    "explained_variance_score": Price(253, 2.8, aside=16, base=8_500),
    "max_error": Price(137, 1.2, aside=16, base=6_500),
    "part of rows": Price(72, 0.9, 8, base=0),
    "part of numbers": Price(72, 1.8, base=0),
    "part of a table": Price(130, 1.1, base=0),
    "part of a column": Price(104, 1.2, base=0),
    "part of a list": Price(131, 100, base=0),
    "shuffled folds": Price(96, 41, base=0),
    "stratified and shuffled folds": Price(390, 115, aside=5),
    "fold in time": Price(1.0, base=1_100),
    "SVC.fit": Price(350, 2.0, 1, base=12_000),
    "SVC.predict": Price(110, 1.0, 1, base=3_500),
    "LinearSVC.fit": Price(560, 4.0, 1, base=12_000),
    "SGDClassifier.fit": Price(500, 2.0, 1, base=3_000),
    "SGDRegressor.fit": Price(290, 2.0, 1, base=3_000),
    "DBSCAN.fit": Price(450, 1.0, 1, base=9_000),
    "IsolationForest.fit": Price(2_000, 8.0, base=100_000),
    "IsolationForest.predict": Price(400, 4.0, 1, base=8_000),
    "LogisticRegression.fit": Price(910, 0, 1, base=25_000),
    "LogisticRegression.predict": Price(102, 0.4, 1, base=2_500),
    "LogisticRegression.predict_proba": Price(92, 0.4, 1, base=2_500),
    "DecisionTree.fit": Price(470, 0, 1, aside=4, base=15_000),
    "DecisionTree.predict": Price(78, 0.6, aside=4, base=4_000),
    "RandomForest.fit": Price(1_500, 1, aside=4, base=50_000),
    "RandomForest.predict": Price(160, 0.6, aside=4, base=25_000),
    "told": Price(1, base=500),
    "chances": Price(45, 6, base=2_000, aside=8),
    "NearestNeighbors.fit": Price(130, 0.2, 1, base=5_000),
    "KNeighborsClassifier.fit": Price(165, 30, aside=33, base=5_000),
    "KNeighborsRegressor.fit": Price(50, base=3_000),
    "kneighbors": Price(200, 10, 1, base=15_000),
    "KNeighborsClassifier.predict": Price(480, 300, base=10_000),
    "KMeans.fit": Price(520, 0, 1, aside=10, base=45_000),
    "KMeans.predict": Price(118, 0.35, 1, base=6_000),
    "PCA.fit": Price(257, 1.5, 1, base=8_500),
    "TruncatedSVD.fit": Price(470, 0, 1, base=16_000),
    "projected": Price(79, 1.6, 0.75, base=3_000, buffered=8),
    "GaussianNB.fit": Price(520, 4.7, 1, aside=8, base=8_000, buffered=8),
    "GaussianNB.predict": Price(81, 0, 1, base=6_000),
    "LabelEncoder.fit": Price(62, 10, aside=33, base=2_500),
    "LabelEncoder.fit of texts": Price(80, 120, aside=89, base=3_000),
    "LabelEncoder.transform": Price(112, 22, base=3_000),
    "LabelEncoder.transform of texts": Price(120, 150, aside=40, base=3_000),
    "LabelEncoder.inverse_transform": Price(76, 14, base=3_000),
    "OneHotEncoder.fit": Price(150, 22, 190_000, aside=9, base=5_000),
    "OneHotEncoder.fit of texts": Price(200, 80, 200_000, aside=16, base=5_000),
    "OneHotEncoder.transform": Price(165, 33, 120_000, aside=28, base=4_000),
    "OneHotEncoder.transform of texts": Price(200, 140, 240_000, aside=88, base=4_000),
    "OrdinalEncoder.transform": Price(120, 18, 110_000, aside=9, base=4_000),
    "OrdinalEncoder.transform of texts": Price(150, 130, 230_000, aside=20, base=4_000),
    "SimpleImputer.fit": Price(213, 1.4, 44, aside=9, base=8_000, buffered=8),
    "SimpleImputer.fit median": Price(300, 55, 50, aside=26, base=12_000, buffered=8),
    "SimpleImputer.fit most_frequent": Price(320, 25, 200_000, aside=12, base=12_000, buffered=8),
    "SimpleImputer.transform": Price(106, 3, aside=2, base=5_000, buffered=8),
    "PolynomialFeatures.transform": Price(98, 3.1, aside=2, base=6_000),
    "words": Price(230, 1_700, 1, base=6_000),
    "words in order": Price(30, 60, base=2_000),
    "words weighed": Price(300, 0, 1, base=5_000),
    "roc_auc_score": Price(1_200, 220, aside=80, base=20_000),
    "roc_curve": Price(390, 130, aside=52, base=12_000),
    "precision_recall_curve": Price(385, 130, aside=50, base=12_000),
    "average_precision_score": Price(605, 170, aside=72, base=16_000),
    "log_loss": Price(980, 110, 10, aside=98, base=20_000),
    "brier_score_loss": Price(900, 60, aside=40, base=18_000),
    "pairs": Price(150, 3.4, 0.02, base=70_000),
    "cosine_similarity": Price(172, 0.8, 0.02, base=4_000),
    "linear_kernel": Price(91, 0.7, 0.02, base=2_500),
    "rbf_kernel": Price(190, 3.4, 0.02, base=72_000),
    "manhattan_distances": Price(94, 1.2, 0.36, base=2_500),
    "cosine_distances": Price(226, 5, 0.02, aside=11, base=8_000),
    "silhouette_score": Price(531, 7.8, 0.02, aside=8, base=80_000),
    "validated": Price(1_300, 40, base=25_000),
    "validated by labels": Price(2_450, 130, aside=16, base=28_000),
    "validated fold": Price(118, 0.4, 8, base=3_000),
    "searched": Price(100, 0, 330_000, base=15_000),
    "ColumnTransformer.fit": Price(1_000, 0, 120_000, base=50_000),
    "ColumnTransformer.transform": Price(800, 0, 100_000, base=40_000),
    "columns of a table": Price(500, base=3_000),
    "columns of an array": Price(10, 0.6, base=500),
    "side by side": Price(12, 0.6, base=2_000),
    "make_pipeline": Price(3.5, base=1_300),
    "Pipeline.fit": Price(40, 0, 19_000, base=9_000),
    "Pipeline.predict": Price(20, base=3_000),
    "get_params": Price(6, 1_500, base=1_000),
    "set_params": Price(10, 5_000, base=1_000),
    **{
        f"{name}{sort}": Price(call, cell, aside=aside, base=base)
        for name, own in (("precision_score", 0), ("recall_score", 0), ("f1_score", 15), ("matthews_corrcoef", 120))
        for sort, call, cell, aside, base in (
            ("", 1_165 + own, 107, 21, 17_000),
            (" of lists", 1_550 + own, 480, 24, 17_000),
            (" of texts", 1_400 + own, 1_700, 50, 17_000),
        )
    },
    **{
        f"classification_report{sort}": Price(4_950, cell, 40_000, aside=21, base=30_000)
        for sort, cell in (("", 270), (" of lists", 1_300), (" of texts", 4_500))
    },
}
