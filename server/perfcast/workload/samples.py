"""What a unit gives scikit-learn's estimators and figures: samples of a few features, labels, targets."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from perfcast.source.special import last_name
from perfcast.source.walking import walk
from perfcast.workload.language import TABLES, Argument, TypeExpression
from perfcast.workload.names import ARRAY

#: Numbers of a sample.
_FEATURES: Final = 10
#: The largest of the labels: there are two.
_LAST_LABEL: Final = 1
#: How far it is followed where something comes from.
_DEEPEST: Final = 6
_CLASSIFYING: Final = frozenset(
    {"LogisticRegression", "LogisticRegressionCV", "SVC", "LinearSVC", "GaussianNB", "MultinomialNB", "BernoulliNB"}
    | {"Perceptron", "LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis"}
)
_REGRESSING: Final = frozenset(
    {"LinearRegression", "Ridge", "Lasso", "ElasticNet", "RidgeCV", "LassoCV", "BayesianRidge", "SVR", "LinearSVR"}
)
#: Last parts of the names of further ones.
_CLASSIFIER: Final = "Classifier"
_REGRESSOR: Final = "Regressor"
_ALONE: Final = frozenset(
    {"StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler", "Normalizer", "PolynomialFeatures", "PCA"}
    | {"TruncatedSVD", "KMeans", "MiniBatchKMeans", "DBSCAN", "AgglomerativeClustering", "NearestNeighbors", "TSNE"}
    | {"SimpleImputer", "IsolationForest", "GaussianMixture", "VarianceThreshold"}
)
#: What makes numbers of kinds, so that columns beside it need not hold any.
_ENCODING: Final = frozenset({"OneHotEncoder", "OrdinalEncoder", "TargetEncoder", "get_dummies"})
#: What makes numbers of labels.
_LABELLING: Final = "LabelEncoder"
#: What takes columns apart, told the transformers by their names, and each by itself.
_COLUMNS: Final = frozenset({"ColumnTransformer", "make_column_transformer"})
#: Functions of two lots of labels, of labels and how likely they are, of numbers, of samples.
_OF_LABELS: Final = frozenset(
    {"accuracy_score", "precision_score", "recall_score", "f1_score", "fbeta_score", "confusion_matrix"}
    | {"classification_report", "balanced_accuracy_score", "cohen_kappa_score", "matthews_corrcoef"}
    | {"precision_recall_fscore_support", "jaccard_score", "hamming_loss", "zero_one_loss", "adjusted_rand_score"}
    | {"normalized_mutual_info_score"}
)
_OF_CHANCES: Final = frozenset(
    {"roc_auc_score", "roc_curve", "log_loss", "precision_recall_curve", "average_precision_score", "brier_score_loss"}
)
_OF_NUMBERS: Final = frozenset(
    {"mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "r2_score", "median_absolute_error"}
    | {"mean_absolute_percentage_error", "mean_squared_log_error", "explained_variance_score", "max_error"}
)
_OF_SAMPLES: Final = frozenset(
    {"cosine_similarity", "euclidean_distances", "pairwise_distances", "manhattan_distances", "cosine_distances"}
    | {"rbf_kernel", "linear_kernel", "silhouette_score"}
)
_CROSSING: Final = frozenset({"cross_val_score", "cross_validate", "cross_val_predict"})
_SPLITTING: Final = "train_test_split"
_FITTING: Final = frozenset({"fit", "fit_transform", "fit_predict", "score", "partial_fit", "split"})
_USING: Final = frozenset(
    {"transform", "predict", "predict_proba", "decision_function", "kneighbors", "inverse_transform"}
)
#: What leaves it what it is, as a method and behind a dot.
_SAME: Final = frozenset({"to_numpy", "ravel", "astype", "copy", "reshape", "fillna", "dropna", "sample", "flatten"})
_SHOWN: Final = frozenset({"values", "iloc", "loc"})
_MAKING: Final = frozenset({"array", "asarray", "DataFrame", "Series", "ravel"})
_KNOWN: Final = (
    _CLASSIFYING | _REGRESSING | _ALONE | _OF_LABELS | _OF_CHANCES | _OF_NUMBERS | _OF_SAMPLES | _CROSSING
) | {_SPLITTING, "StratifiedKFold", "KFold", *_COLUMNS, *_ENCODING, _LABELLING}


class Role(Enum):
    """What something is to an estimator."""

    SAMPLES = "samples"
    LABELS = "labels"
    NUMBERS = "numbers"
    TEXTS = "texts"


@dataclass
class Roles:
    """
    Attributes:
        names: of what has a name; columns: of those of tables, by their names.
    """

    names: dict[str, Role] = field(default_factory=dict)
    columns: dict[str, Role] = field(default_factory=dict)


def roles_in(tree: ast.AST) -> Roles:
    """What names and columns are; nothing where no function or class of scikit-learn's is named."""
    walked = list(walk(tree))
    if not any(_named(node) in _KNOWN or _is_estimator(_named(node)) for node in walked):
        return Roles()
    return _Reading(walked).roles


def _named(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_estimator(name: str) -> bool:
    return name.endswith((_CLASSIFIER, _REGRESSOR)) and len(name) > len(_CLASSIFIER)


class _Reading:
    def __init__(self, walked: list[ast.AST]) -> None:
        self.roles = Roles()
        self._given: dict[str, list[ast.expr]] = {}
        for node in walked:
            for target, value in _assigned(node):
                self._given.setdefault(ast.unparse(target), []).append(value)
        self._may_be_kinds = any(_named(node) in _ENCODING for node in walked)
        for node in walked:
            if isinstance(node, ast.Call):
                self._of_call(node)

    def _of_call(self, node: ast.Call) -> None:
        name = last_name(node.func) or ""
        given = _Given(node)
        if name in _OF_LABELS | _OF_CHANCES:
            self._is(given.at(0, "y_true"), Role.LABELS)
            self._is(given.at(1, "y_pred", "y_score"), Role.LABELS if name in _OF_LABELS else Role.NUMBERS)
        elif name in _OF_NUMBERS:
            self._is(given.at(0, "y_true"), Role.NUMBERS)
            self._is(given.at(1, "y_pred"), Role.NUMBERS)
        elif name in _OF_SAMPLES:
            self._is(given.at(0, "X"), Role.SAMPLES)
            self._is(given.at(1, "Y", "labels"), Role.LABELS if name == "silhouette_score" else Role.SAMPLES)
        elif name in _COLUMNS:
            for part in walk(node):
                if isinstance(part, ast.Tuple) and len(part.elts) > 1:
                    self._of_columns(part.elts[-2], part.elts[-1])
        elif name == _SPLITTING:
            self._is(given.at(-1, "stratify"), Role.LABELS)
        elif name in _CROSSING:
            self._fit(self._targets_of(given.at(0, "estimator")), given, 1)
        elif isinstance(node.func, ast.Attribute) and name in _FITTING and self._is_of_labels(node.func.value):
            self._is(given.at(0, "y"), Role.LABELS)
        elif isinstance(node.func, ast.Attribute) and name in _FITTING | _USING:
            self._fit(self._targets_of(node.func.value), given, 0, is_using=name in _USING)

    def _is_of_labels(self, node: ast.expr) -> bool:
        """Whether it is what makes numbers of labels."""
        return any(_named(part) == _LABELLING for one in (node, *self._given_to(node)) for part in walk(one))

    def _given_to(self, node: ast.expr) -> list[ast.expr]:
        """What a name or an attribute is given."""
        return self._given.get(ast.unparse(node), []) if isinstance(node, ast.Name | ast.Attribute) else []

    def _of_columns(self, transformer: ast.expr, columns: ast.expr) -> None:
        """Notes what columns hold that a transformer is for."""
        for value in self._given.get(ast.unparse(columns), [columns]):
            for one in value.elts if isinstance(value, ast.List) else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    self.roles.columns[one.value] = Role.TEXTS if self._encodes(transformer) else Role.SAMPLES

    def _encodes(self, node: ast.expr) -> bool:
        """Whether an expression, or what it stands for, is an encoder or has one."""
        return any(_named(part) in _ENCODING for one in (node, *self._given_to(node)) for part in walk(one))

    def _fit(self, targets: Role | None, given: _Given, first: int, *, is_using: bool = False) -> None:
        """
        Args:
            targets: what `_targets_of` says.
            first: place of the samples.
        """
        if targets is None:
            return
        self._is(given.at(first, "X"), Role.SAMPLES)
        if not is_using:
            self._is(given.at(first + 1, "y"), targets)

    def _targets_of(self, node: ast.expr | None, depth: int = 0) -> Role | None:
        """What an estimator is fitted for, `SAMPLES` where that is nothing; None of other things."""
        if node is None or depth > _DEEPEST:
            return None
        names = {_named(part) for part in walk(node)}
        if names & {"StratifiedKFold"} or names & _CLASSIFYING or any(name.endswith(_CLASSIFIER) for name in names):
            return Role.LABELS
        if names & _REGRESSING or any(name.endswith(_REGRESSOR) for name in names):
            return Role.NUMBERS
        if names & _ALONE:
            return Role.SAMPLES
        given = self._given_to(node)
        if not isinstance(node, ast.Name | ast.Attribute):
            given = [part for part in walk(node) if isinstance(part, ast.Name)]
        found = [self._targets_of(one, depth + 1) for one in given]
        return next((one for one in found if one is not None), None)

    def _is(self, node: ast.expr | None, role: Role, depth: int = 0) -> None:
        """Notes what an expression is, and what it comes from."""
        if node is None or depth > _DEEPEST:
            return
        if isinstance(node, ast.Name):
            if self.roles.names.setdefault(node.id, role) is role:
                for value in self._given.get(node.id, ()):
                    self._is(value, role, depth + 1)
            return
        if role is Role.SAMPLES and (one := _in_a_column(node)) is not None:
            self._is(one, Role.NUMBERS, depth + 1)
            return
        if role is not Role.SAMPLES or not self._may_be_kinds:
            for column in _columns(node):
                self.roles.columns.setdefault(column, role)
        self._is(self._same(node, role), role, depth + 1)

    def _same(self, node: ast.expr, role: Role) -> ast.expr | None:
        """What an expression is made of, where that has the same role."""
        match node:
            case ast.Subscript(value=ast.Name() | ast.Attribute(attr="iloc" | "loc") as of):
                return None if any(_columns(node)) else of
            case ast.Attribute(value=of, attr=shown) if shown in _SHOWN:
                return of
            case ast.Call(func=ast.Attribute(value=of, attr=method)) if method in _SAME and not _is_library(of):
                return of
            case ast.Call(func=ast.Attribute(value=of, attr="fit_transform" | "transform"), args=[first, *_]):
                is_scaled = role is Role.SAMPLES and self._targets_of(of) is Role.SAMPLES
                return first if is_scaled else None
            case ast.Call(func=function, args=[first, *_]) if last_name(function) in _MAKING:
                return first
        return None


def _in_a_column(node: ast.expr) -> ast.expr | None:
    """What an expression makes samples of one feature of."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="reshape"), args=[_, ast.Constant(value=1)]):
            return of
        case ast.Subscript(value=of, slice=ast.Tuple(elts=[ast.Slice(), ast.Constant(value=None)])):
            return of
        case ast.Subscript(value=of, slice=ast.Tuple(elts=[ast.Slice(), ast.Attribute(attr="newaxis")])):
            return of
    return None


def _columns(node: ast.expr) -> Iterator[str]:
    """Names of the columns of a table that an expression takes out of it."""
    match node:
        case ast.Subscript(value=ast.Name(), slice=ast.List(elts=columns)):
            pass
        case ast.Subscript(value=ast.Name(), slice=ast.Constant() as column):
            columns = [column]
        case ast.Call(func=ast.Attribute(attr="pop"), args=[ast.Constant() as column]):
            columns = [column]
        case _:
            return
    for one in columns:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


class _Given:
    """The arguments of a call."""

    def __init__(self, node: ast.Call) -> None:
        self._node = node

    def at(self, place: int, *names: str) -> ast.expr | None:
        """The one at that place, or by one of the names."""
        for keyword in self._node.keywords:
            if keyword.arg in names:
                return keyword.value
        given = self._node.args
        is_there = 0 <= place < len(given) and not any(isinstance(one, ast.Starred) for one in given[: place + 1])
        return given[place] if is_there else None


def _is_library(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"np", "numpy", "pd", "pandas"}


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is given a value, and that value; parts of what is split are what they are parts of."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call(func=function, args=given)) if (
            last_name(function) == _SPLITTING
        ):
            for place, target in enumerate(targets):
                if place // 2 < len(given):
                    yield target, given[place // 2]
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            yield from zip(targets, values, strict=False)
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                yield one, value
        case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            yield target, value


def with_samples(
    tree: ast.AST, arguments: list[Argument], made_up: Collection[str], annotated: Collection[str], size: int
) -> list[Argument]:
    """Arguments as scikit-learn wants what they are given to.

    Args:
        made_up: names of those whose values nobody says; annotated: of those whose types are written.
        size: samples that there are.
    """
    names = roles_in(tree).names
    if not names:
        return arguments
    return [
        _as(one, names[one.name], size, is_annotated=one.name in annotated)
        if one.name in names and one.name in made_up and (not one.has_value or one.name not in annotated)
        else one
        for one in arguments
    ]


def _as(one: Argument, role: Role, size: int, *, is_annotated: bool) -> Argument:
    if one.type.name in TABLES:
        is_column = role is Role.LABELS and one.type.name == "Series"
        return replace(one, low=0, high=_LAST_LABEL, qualifiers=("few",)) if is_column else one
    if is_annotated and not one.type.shape:
        is_list = one.type.name == "list" and [leaf.name for leaf in one.type.leaves()] == ["int"]
        return replace(one, low=0, high=_LAST_LABEL) if is_list and role is Role.LABELS else one
    if role is Role.LABELS:
        return Argument(one.name, TypeExpression("int64", shape=(size,)), low=0, high=_LAST_LABEL)
    shape = (size, _FEATURES) if role is Role.SAMPLES else (size,)
    return Argument(one.name, replace(ARRAY, shape=shape), kept=(1,) if role is Role.SAMPLES else ())
