"""What an edit left of a text."""


def common_ends(first: str, second: str) -> tuple[int, int]:
    """How many characters two texts share at their beginning, and at their end behind those."""
    start = _common_start(first, second)
    return start, _common_end(first, second, min(len(first), len(second)) - start)


def _common_start(first: str, second: str) -> int:
    # Halving compares in blocks, each character about twice; nothing in Python itself is as fast.
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(first: str, second: str, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if first[len(first) - middle : len(first) - low] == second[len(second) - middle : len(second) - low]:
            low = middle
        else:
            high = middle - 1
    return low
