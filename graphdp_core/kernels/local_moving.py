"""The first phase of the Louvain method: nodes move between communities while that gains."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Indices
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import GOLDEN, mixed
from graphdp_core.progress import Progress

VISITS_PER_CALL = 1_000_000
"""Edge visits between two reports of progress: less than 100 ms."""

AT_ONCE = 100_000
"""Entries of a level whose moves take a few milliseconds: less than anybody waits to stop them."""

SHARE, SPARE = 4, 8
"""A table of the neighbours in each community is kept where it has at most a fourth as many places
as there are entries; so many columns stand ready for new communities."""

WINDOW = 4096
"""Nodes whose rows fit the processor's cache together."""


class Level(NamedTuple):
    """One level of the hierarchy: a graph whose nodes stand for sets of original nodes."""

    indptr: NDArray[np.int64]  # (n + 1,)
    indices: Indices  # no loops: what lies inside a node never decides a move
    weights: Floats  # one per entry of indices, above 0; none if every entry counts 1
    degrees: Floats  # (n,), with loops, above the background
    sizes: Floats  # (n,), original nodes inside


class State(NamedTuple):
    """Where the local moves of one level stand; kernels change it in place."""

    community: Indices  # (n,) community of each node
    degrees: Floats  # (n,) sum per community
    sizes: Floats  # (n,) original nodes per community
    members: Indices  # (n,) nodes per community
    empty: Indices  # (n,) stack of communities without members
    queue: Indices  # (n,) ring of nodes to look at
    waiting: NDArray[np.bool_]  # (n,) is the node in the queue?
    links: Floats  # (n,) weight from the current node to each community; 0 between nodes
    touched: Indices  # (n + 1,) communities with links; one place to write in vain
    counters: NDArray[np.int64]  # head of the queue, its length, height of the stack, moves made


class Table(NamedTuple):
    """How many neighbours of each node are in each community, once these are few."""

    counts: Indices  # (n, s)
    seat: Indices  # (n,) column of each community; -1 for none
    name: Indices  # (s,) community of each column; -1 for none
    spare: Indices  # (s,) stack of columns without community
    height: NDArray[np.int64]  # (1,) of that stack


class Objective(NamedTuple):
    """The constants of a move's gain, K(u, C) - background s_u s_C - penalty d_u d_C."""

    background: float
    penalty: float  # resolution / 2M
    least: float  # smallest gain worth a move


def is_small(level: Level) -> bool:
    """Whether the moves of a level, and of those above it, need neither progress nor a table."""
    return len(level.indices) < AT_ONCE


def local_moving(
    level: Level, start: Indices, objective: Objective, key: int, progress: Progress
) -> tuple[Indices, int]:
    """Local moves from a starting partition until none gains; (communities, moves made)."""
    n = len(level.sizes)
    state = fresh_state(level, start, np.uint64(key % 2**64))
    is_counted, table = len(level.weights) == 0, None
    while state.counters[1] > 0:
        if is_counted and table is None:
            table = _table(level, state)
        if table is None:
            move_nodes(level, state, objective, VISITS_PER_CALL)
        elif not move_by_table(level, state, table, objective, VISITS_PER_CALL // SHARE):
            table = None
            move_nodes(level, state, objective, VISITS_PER_CALL)
        progress(1.0 - state.counters[1] / n, f"communities among {n:,} nodes")
    return state.community, int(state.counters[3])


@compiled
def fresh_state(level: Level, start: Indices, key: np.uint64) -> State:
    """Where local moves from a partition begin: all nodes wait, in random order."""
    n = len(level.sizes)
    degrees, sizes, members = np.zeros(n), np.zeros(n), np.zeros(n, dtype=np.int32)
    for u in range(n):
        degrees[start[u]] += level.degrees[u]
        sizes[start[u]] += level.sizes[u]
        members[start[u]] += 1
    empty = np.empty(n, dtype=np.int32)
    height = 0
    for c in range(n):
        if members[c] == 0:
            empty[height] = c
            height += 1
    return State(
        start.copy(), degrees, sizes, members, empty, node_order(n, key),
        np.ones(n, dtype=np.bool_), np.zeros(n), np.empty(n + 1, dtype=np.int32),
        np.array([0, n, height, 0]),
    )  # fmt: skip


def _table(level: Level, state: State) -> Table | None:
    """The table, if a look at its row takes far less than one at all neighbours."""
    n = len(level.sizes)
    names = np.flatnonzero(state.members).astype(np.int32)
    columns = len(names) + SPARE
    if SHARE * columns * n > len(level.indices):
        return None
    seat = np.full(n, -1, dtype=np.int32)
    seat[names] = np.arange(len(names))
    name = np.full(columns, -1, dtype=np.int32)
    name[: len(names)] = names
    spare = np.arange(len(names), len(names) + columns, dtype=np.int32)
    counts = np.zeros((n, columns), dtype=np.int32)
    add_counts(level, seat[state.community], counts)
    return Table(counts, seat, name, spare, np.array([SPARE]))


@compiled
def add_counts(level: Level, places: Indices, counts: Indices) -> None:
    """Count the neighbours of each node by their places."""
    for u in range(len(counts)):
        for e in range(level.indptr[u], level.indptr[u + 1]):
            counts[u, places[level.indices[e]]] += 1


@compiled
def move_by_table(
    level: Level, state: State, table: Table, objective: Objective, looks: int
) -> bool:
    """As `move_nodes`, move by move and bit for bit, with counts that moves keep up to date.

    A node that stays, as nearly all do, is looked at in one row of the table. Of equal gains the
    community that comes first among the neighbours wins, as there.
    """
    n = len(level.sizes)
    indices, community, waiting, queue = level.indices, state.community, state.waiting, state.queue
    degrees, sizes, members = state.degrees, state.sizes, state.members
    counts, seat, name, spare = table.counts, table.seat, table.name, table.spare
    head, length, free, moves = state.counters
    height = table.height[0]
    while length > 0 and looks > 0 and height > 0:
        u = queue[head]
        head = head + 1 if head + 1 < n else 0
        length -= 1
        waiting[u] = False
        looks -= len(name)

        own = community[u]
        degree = objective.penalty * level.degrees[u]
        size = objective.background * level.sizes[u]
        degrees[own] -= level.degrees[u]
        sizes[own] -= level.sizes[u]
        members[own] -= 1
        best = own
        best_gain = counts[u, seat[own]] - size * sizes[own] - degree * degrees[own]
        best_gain += objective.least
        if best_gain < 0.0 and members[own] > 0:
            best = state.empty[free - 1]
            best_gain = 0.0
        is_tie = False
        for s in range(len(name)):
            c = name[s]
            if counts[u, s] > 0 and c != own:
                gain = counts[u, s] - size * sizes[c] - degree * degrees[c]
                if gain > best_gain:
                    best = c
                    best_gain = gain
                    is_tie = False
                elif gain == best_gain and members[best] > 0 and best != own:
                    is_tie = True
        if is_tie:
            for e in range(level.indptr[u], level.indptr[u + 1]):
                c = community[indices[e]]
                gain = counts[u, seat[c]] - size * sizes[c] - degree * degrees[c]
                if gain == best_gain and c != own:
                    best = c
                    break

        if best != own:
            moves += 1
            community[u] = best
            if members[best] == 0:
                free -= 1
                height -= 1
                seat[best] = spare[height]
                name[seat[best]] = best
            left, joined = seat[own], seat[best]
            if members[own] == 0:
                state.empty[free] = own
                free += 1
                spare[height] = left
                height += 1
                seat[own] = name[left] = -1
            looks -= level.indptr[u + 1] - level.indptr[u]
            for e in range(level.indptr[u], level.indptr[u + 1]):
                v = indices[e]
                counts[v, left] -= 1
                counts[v, joined] += 1
                if not waiting[v] and community[v] != best:
                    waiting[v] = True
                    queue[(head + length) % n] = v
                    length += 1
        degrees[best] += level.degrees[u]
        sizes[best] += level.sizes[u]
        members[best] += 1
    at = state.counters
    at[0], at[1], at[2], at[3] = head, length, free, moves
    table.height[0] = height
    return length == 0 or height > 0


@compiled
def move_nodes(level: Level, state: State, objective: Objective, visits: int) -> None:
    """Take nodes from the queue to their best communities, for about `visits` edge visits.

    Places are unsigned, which spares a test for negative ones at every step; entries of weight 1
    are counted in integers, and the best gain is chosen without a branch: half of the time.
    """
    n = len(level.sizes)
    indices, weights, is_counted = level.indices, level.weights, len(level.weights) == 0
    community, waiting, queue = state.community, state.waiting, state.queue
    degrees, sizes, members = state.degrees, state.sizes, state.members
    links, touched = state.links, state.touched
    counts = np.zeros(n if is_counted else 0, dtype=np.int32)
    head, length, free, moves = state.counters
    while length > 0 and visits > 0:
        u = np.uintp(queue[head])
        head = head + 1 if head + 1 < n else 0
        length -= 1
        waiting[u] = False
        first, last = np.uintp(level.indptr[u]), np.uintp(level.indptr[u + np.uintp(1)])
        visits -= int(last - first) + 1
        near = np.uintp(0)
        if is_counted:
            for e in range(first, last):
                c = np.uintp(community[np.uintp(indices[e])])
                so_far = counts[c]
                touched[near] = c
                near += np.uintp(so_far == 0)
                counts[c] = so_far + np.int32(1)
        else:
            for e in range(first, last):
                c = np.uintp(community[np.uintp(indices[e])])
                if links[c] == 0.0:
                    touched[near] = c
                    near += np.uintp(1)
                links[c] += weights[e]

        own = np.uintp(community[u])
        degree = objective.penalty * level.degrees[u]
        size = objective.background * level.sizes[u]
        degrees[own] -= level.degrees[u]
        sizes[own] -= level.sizes[u]
        members[own] -= 1
        best = own
        inside = float(counts[own]) if is_counted else links[own]
        best_gain = inside - size * sizes[own] - degree * degrees[own]
        best_gain += objective.least
        if best_gain < 0.0 and members[own] > 0:
            best = np.uintp(state.empty[free - 1])
            best_gain = 0.0
        for i in range(near):
            c = np.uintp(touched[i])
            if is_counted:
                inside = float(counts[c])
                counts[c] = 0
            else:
                inside = links[c]
                links[c] = 0.0
            gain = inside - size * sizes[c] - degree * degrees[c]
            best = c if gain > best_gain else best
            best_gain = max(best_gain, gain)

        if best != own:
            moves += 1
            community[u] = best
            if members[best] == 0:
                free -= 1
            if members[own] == 0:
                state.empty[free] = own
                free += 1
            for e in range(first, last):
                v = np.uintp(indices[e])
                if not waiting[v] and np.uintp(community[v]) != best:
                    waiting[v] = True
                    queue[(head + length) % n] = v
                    length += 1
        degrees[best] += level.degrees[u]
        sizes[best] += level.sizes[u]
        members[best] += 1
    at = state.counters
    at[0], at[1], at[2], at[3] = head, length, free, moves


@compiled
def node_order(n: int, key: np.uint64) -> Indices:
    """The nodes window by window, windows and the nodes in each in random order.

    Up to 4,096 nodes, one window, every order is equally likely (Fisher-Yates with the splitmix64
    stream of the key). Beyond, neighbouring rows stay near each other in time, which saves about
    a third of the time on large graphs.
    """
    windows = (n + WINDOW - 1) // WINDOW
    turn = np.arange(windows, dtype=np.int32)
    counter = _shuffle(turn, key)
    order = np.empty(n, dtype=np.int32)
    filled = 0
    for w in range(windows):
        first = int(turn[w]) * WINDOW
        part = order[filled : filled + min(WINDOW, n - first)]
        for i in range(len(part)):
            part[i] = first + i
        counter = _shuffle(part, counter)
        filled += len(part)
    return order


@compiled
def _shuffle(order: Indices, counter: np.uint64) -> np.uint64:
    """Put the numbers in random order, in place; the stream's next counter."""
    for i in range(len(order) - 1, 0, -1):
        counter += GOLDEN
        j = np.int64(mixed(counter) % np.uint64(i + 1))
        order[i], order[j] = order[j], order[i]
    return counter
