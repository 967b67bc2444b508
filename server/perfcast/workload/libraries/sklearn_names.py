"""Names of scikit-learn's classes and functions, by what they are given."""

from __future__ import annotations

from typing import Final

#: Packages that have such, and estimators that are used like them.
PACKAGES: Final = frozenset({"sklearn", "xgboost", "lightgbm", "catboost", "imblearn", "cuml", "torch"})
CLASSIFYING: Final = frozenset(
    {"LogisticRegression", "LogisticRegressionCV", "SVC", "LinearSVC", "GaussianNB", "MultinomialNB", "BernoulliNB"}
    | {"Perceptron", "LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis"}
)
REGRESSING: Final = frozenset(
    {"LinearRegression", "Ridge", "Lasso", "ElasticNet", "RidgeCV", "LassoCV", "BayesianRidge", "SVR", "LinearSVR"}
)
#: Last parts of the names of further ones.
CLASSIFIER: Final = "Classifier"
REGRESSOR: Final = "Regressor"
ALONE: Final = frozenset(
    {"StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler", "Normalizer", "PolynomialFeatures", "PCA"}
    | {"TruncatedSVD", "KMeans", "MiniBatchKMeans", "DBSCAN", "AgglomerativeClustering", "NearestNeighbors", "TSNE"}
    | {"SimpleImputer", "IsolationForest", "GaussianMixture", "VarianceThreshold"}
)
#: What makes numbers of kinds, so that columns beside it need not hold any.
ENCODING: Final = frozenset({"OneHotEncoder", "OrdinalEncoder", "TargetEncoder", "get_dummies"})
#: What makes numbers of labels.
LABELLING: Final = "LabelEncoder"
#: What counts words of texts.
COUNTING_WORDS: Final = frozenset({"CountVectorizer", "TfidfVectorizer", "HashingVectorizer"})
#: What takes columns apart, told the transformers by their names, and each by itself.
COLUMNS: Final = frozenset({"ColumnTransformer", "make_column_transformer"})
#: Functions of two lots of labels, of labels and how likely they are, of numbers, of samples.
OF_LABELS: Final = frozenset(
    {"accuracy_score", "precision_score", "recall_score", "f1_score", "fbeta_score", "confusion_matrix"}
    | {"classification_report", "balanced_accuracy_score", "cohen_kappa_score", "matthews_corrcoef"}
    | {"precision_recall_fscore_support", "jaccard_score", "hamming_loss", "zero_one_loss", "adjusted_rand_score"}
    | {"normalized_mutual_info_score"}
)
OF_CHANCES: Final = frozenset(
    {"roc_auc_score", "roc_curve", "log_loss", "precision_recall_curve", "average_precision_score", "brier_score_loss"}
)
OF_NUMBERS: Final = frozenset(
    {"mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "r2_score", "median_absolute_error"}
    | {"mean_absolute_percentage_error", "mean_squared_log_error", "explained_variance_score", "max_error"}
)
OF_SAMPLES: Final = frozenset(
    {"cosine_similarity", "euclidean_distances", "pairwise_distances", "manhattan_distances", "cosine_distances"}
    | {"rbf_kernel", "linear_kernel", "silhouette_score"}
)
CROSSING: Final = frozenset({"cross_val_score", "cross_validate", "cross_val_predict"})
SPLITTING: Final = "train_test_split"
FITTING: Final = frozenset({"fit", "fit_transform", "fit_predict", "score", "partial_fit", "split"})
USING: Final = frozenset(
    {"transform", "predict", "predict_proba", "decision_function", "kneighbors", "inverse_transform"}
)
#: What leaves it what it is, as a method and behind a dot.
SAME: Final = frozenset(
    {"to_numpy", "ravel", "astype", "copy", "reshape", "fillna", "dropna", "sample", "flatten"}
    | {"float", "double", "long", "to"}
)
SHOWN: Final = frozenset({"values", "iloc", "loc"})
#: What makes tensors of arrays, and what tells that they are whole numbers.
MAKING_TENSORS: Final = frozenset({"from_numpy", "tensor", "as_tensor", "FloatTensor", "LongTensor"})
OF_WHOLE: Final = frozenset({"long", "LongTensor", "int64"})
#: What holds tensors of samples beside those of what is known of each.
TENSORS_BESIDE: Final = "TensorDataset"
MAKING: Final = frozenset({"array", "asarray", "DataFrame", "Series", "ravel"}) | MAKING_TENSORS
KNOWN: Final = (CLASSIFYING | REGRESSING | ALONE | OF_LABELS | OF_CHANCES | OF_NUMBERS | OF_SAMPLES | CROSSING) | {
    SPLITTING,
    TENSORS_BESIDE,
    "StratifiedKFold",
    "KFold",
    *COLUMNS,
    *ENCODING,
    *COUNTING_WORDS,
    LABELLING,
}
