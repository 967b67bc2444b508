"""``scipy.sparse.csgraph``."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.sparse.construction import members as makers
from perfcast.trial.libraries.scipy.sparse.prices import pay
from perfcast.trial.libraries.scipy.sparse.values import Entries, Sparse, compressed, entries_of, in_form

#: What an edge takes here that is gone along.
_HERE: Final = 100.0
_NOWHERE: Final = -9999
#: Nanoseconds of a node that is reached, for each binary order of them, and of an edge that is gone along.
_REACHED: Final = 8.0
_ALONG: Final = 2.8
#: Edges of a node for each natural order of nodes from which on hardly one is by itself.
_CONNECTED: Final = 1.0
#: Bytes of a cell of an array that is taken as a graph.
_DENSE: Final = 9


def members(machine: Machine) -> dict[str, Guarded]:
    """What the module holds."""
    functions: dict[str, Callable[..., Any]] = {
        "dijkstra": _dijkstra,
        "shortest_path": _shortest_path,
        "connected_components": _components,
        "minimum_spanning_tree": _tree,
        "breadth_first_order": _breadth_first,
    }
    return {name: Guarded(partial(run, machine)) for name, run in functions.items()}


def _graph(machine: Machine, given: Any) -> Sparse:
    if isinstance(given, Sparse):
        found = in_form(given, "csr")
        found.fills_evenly = given.fills_evenly
    else:
        table = taken(machine, given)
        machine.briefly(_DENSE * np.size(table))
        found = makers(machine)["csr_matrix"](table)
    if found.shape[0] != found.shape[1]:
        raise ValueError("graph should be a square array")
    return found


def _beside(graph: Sparse, *, directed: Any) -> list[list[tuple[int, float]]]:
    """Of each node the others that it has an edge to, and how long that is."""
    found: list[list[tuple[int, float]]] = [[] for _ in range(graph.shape[0])]
    for row, column, length in zip(*(part.tolist() for part in entries_of(graph)), strict=True):
        found[row].append((column, length))
        if not directed:
            found[column].append((row, length))
    return found


def _dijkstra(
    machine: Machine,
    csgraph: Any,
    directed: Any = True,
    indices: Any = None,
    return_predecessors: Any = False,
    unweighted: Any = False,
    limit: Any = np.inf,
    min_only: Any = False,
) -> Any:
    if min_only:
        raise Unsupported("the nearest of several")
    graph = _graph(machine, csgraph)
    count = graph.shape[0]
    begun = range(count) if indices is None else np.atleast_1d(np.asarray(indices)).tolist()
    if len(begun) * count > MOST_CELLS:
        raise TooLarge("a matrix too large")
    beside = _beside(graph, directed=directed)
    found, before = np.full((len(begun), count), np.inf), np.full((len(begun), count), _NOWHERE, dtype=np.int32)
    pay(machine, "dijkstra", count, graph.count, found.nbytes)
    connected = _time_connected(machine, graph, directed=directed) if np.isinf(float(limit)) else None
    for row, start in enumerate(begun):
        reached = _walked(machine, beside, int(start), float(limit), found[row], before[row], unweighted=unweighted)
        steps = sum(len(beside[node]) for node in reached)
        pay(machine, "from_each")
        time = _REACHED * len(reached) * np.log2(2.0 + len(reached)) + _ALONG * steps
        machine.array(0, 0.0, time if connected is None else connected)
    is_one = indices is not None and not np.ndim(indices)
    distances = found[0] if is_one else found
    machine.made_of(distances, ())
    if not return_predecessors:
        return distances
    return distances, machine.made_of(before[0] if is_one else before, ())


def _time_connected(machine: Machine, graph: Sparse, *, directed: Any) -> float | None:
    """Nanoseconds from one node, where the workload's graph has so many edges that all others are reached, which in a
    smaller one are not; None where that cannot be told."""
    count = graph.shape[0]
    whole = machine.whole(count)
    if not graph.fills_evenly or not whole > count:
        return None
    edges = graph.count * (whole / count) ** 2 * (1.0 if directed else 2.0)
    if edges / whole < _CONNECTED * np.log(whole):
        return None
    return float((_REACHED * whole * np.log2(2.0 + whole) + _ALONG * edges) * count / whole)


def _walked(
    machine: Machine, beside: Any, start: int, limit: float, found: Any, before: Any, *, unweighted: Any
) -> list[int]:
    waiting, done = [(0.0, start)], dict[int, None]()
    found[start] = 0.0
    while waiting:
        length, node = heapq.heappop(waiting)
        if node in done:
            continue
        done[node] = None
        machine.allows(_HERE * (1 + len(beside[node])))
        for other, edge in beside[node]:
            reached = length + (1.0 if unweighted else edge)
            if reached < found[other] and reached <= limit:
                found[other], before[other] = reached, node
                heapq.heappush(waiting, (reached, other))
    return list(done)


def _shortest_path(
    machine: Machine,
    csgraph: Any,
    method: Any = "auto",
    directed: Any = True,
    return_predecessors: Any = False,
    unweighted: Any = False,
    overwrite: Any = False,
    indices: Any = None,
) -> Any:
    if method not in {"auto", "D"}:
        raise Unsupported("shortest paths by another method")
    graph = _graph(machine, csgraph)
    if method == "auto" and indices is None and graph.count > graph.shape[0] ** 2 / 4:
        raise Unsupported("shortest paths by another method")
    return _dijkstra(machine, graph, directed, indices, return_predecessors, unweighted)


def _labelled(graph: Sparse) -> Any:
    rows, columns, _ = entries_of(graph)
    labels = np.arange(graph.shape[0])
    while True:
        new = labels.copy()
        np.minimum.at(new, rows, labels[columns])
        np.minimum.at(new, columns, new[rows])
        new = new[new]
        if (new == labels).all():
            return np.unique(labels, return_inverse=True)[1].astype(np.int32)
        labels = new


def _components(
    machine: Machine, csgraph: Any, directed: Any = True, connection: Any = "weak", return_labels: Any = True
) -> Any:
    if directed and connection != "weak":
        raise Unsupported("what is connected both ways")
    graph = _graph(machine, csgraph)
    pay(machine, "components", graph.shape[0], graph.count, 4 * graph.shape[0])
    machine.allows(200.0 * graph.count)
    labels = _labelled(graph)
    count = int(labels.max(initial=-1)) + 1
    return (count, machine.made_of(labels, ())) if return_labels else count


def _tree(machine: Machine, csgraph: Any, overwrite: Any = False) -> Sparse:
    graph = _graph(machine, csgraph)
    rows, columns, values = entries_of(graph)
    pay(machine, "tree", 0, len(values) * np.log2(2.0 + len(values)), 16 * graph.shape[0])
    machine.allows(2_000.0 * len(values))
    roots = list(range(graph.shape[0]))

    def root(node: int) -> int:
        while roots[node] != node:
            roots[node] = roots[roots[node]]
            node = roots[node]
        return node

    kept = []
    for place in np.argsort(values, kind="stable").tolist():
        first, second = root(int(rows[place])), root(int(columns[place]))
        if first != second:
            roots[first] = second
            kept.append(place)
    chosen = np.sort(np.array(kept, dtype=np.int64))
    entries = Entries(rows[chosen], columns[chosen], values[chosen].astype(np.float64))
    return compressed(machine, "csr", graph.shape, entries, is_array=graph.is_array)


def _breadth_first(
    machine: Machine, csgraph: Any, i_start: Any, directed: Any = True, return_predecessors: Any = True
) -> Any:
    graph = _graph(machine, csgraph)
    pay(machine, "breadth_first", graph.shape[0], graph.count, 8 * graph.shape[0])
    beside = _beside(graph, directed=directed)
    order, before = [int(i_start)], np.full(graph.shape[0], _NOWHERE, dtype=np.int32)
    seen = {int(i_start)}
    for node in order:
        machine.allows(_HERE * (1 + len(beside[node])))
        for other, _ in beside[node]:
            if other not in seen:
                seen.add(other)
                before[other] = node
                order.append(other)
    found = machine.made_of(np.array(order, dtype=np.int32), ())
    return (found, machine.made_of(before, ())) if return_predecessors else found
