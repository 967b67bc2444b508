"""Names of what trial runs count and return, and whether that is of runs that came to an end."""

import math
from collections.abc import Sequence
from typing import Final

QUANTITIES: Final = ("time", "syntax", "native", "array_work", "allocated", "peak", "result", "calls", "depth", "stack")
#: Those that are carried on in other ways, too.
CARRIED: Final = ("time", "peak", "allocated", "result")
#: What `perfcast.trial.runs.summary.numbers` gives, in order: log2(1 + cost) of each quantity as carried to the
#: workload's size, how fast time and memory grow (the power of the size), what they were in the largest run, how much
#: other values change them, and how the runs went.
NAMES: Final[tuple[str, ...]] = (
    *(f"trial_{name}" for name in QUANTITIES),
    *("trial_time_by_power", "trial_peak_by_power"),
    *(f"trial_{name}_by_increase" for name in CARRIED),
    *(f"trial_{name}_by_polynomial" for name in CARRIED),
    *("trial_time_in_reach", "trial_peak_in_reach", "trial_reach"),
    *("trial_time_power", "trial_peak_power", "trial_time_bend", "trial_peak_bend"),
    *("trial_time_run", "trial_peak_run", "trial_result_run"),
    *("trial_time_least", "trial_time_most", "trial_peak_least", "trial_peak_most"),
    *("trial_whole", "trial_reached", "trial_size", "trial_runs", "trial_raised", "trial_refused"),
)

#: The size that stands with the costs of a run that was but begun, as against that of one that came to an end.
SIZE_OF_BEGUN: Final = 2.0


def has_ended(row: Sequence[float]) -> bool:
    """Whether one of the runs that such numbers tell of came to an end, with an error or without."""
    told = dict(zip(NAMES, row, strict=True))
    is_begun = told["trial_refused"] > 0 and told["trial_whole"] <= 0 and told["trial_size"] == math.log2(SIZE_OF_BEGUN)
    return told["trial_runs"] > 0 and not is_begun
