"""The predictor as it holds for the machine that it runs on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from perfcast.forecast.cache.kept_answers import KeptAnswers
from perfcast.forecast.measurements.store import MeasurementStore, StoreError
from perfcast.forecast.predictor import Predictor, load
from perfcast.measure import device_name
from perfcast.measure.speed import Probing


def load_for_this_machine(bundle: Path | None, store: MeasurementStore | None = None) -> Predictor:
    """The model, corrected by how fast this machine is and by what was measured on it.

    Probes run while the model is read, on another core. A machine that has other things to do seems slower than it is:
    the fastest that it was ever found is kept.

    Args:
        store: of this machine's measurements; the user's own one without it.

    Raises:
        BundleError: what is wrong with the bundle, and what to do.
    """
    store = store or MeasurementStore(device_name())
    probing = Probing()
    try:
        predictor = load(bundle, store=store, kept=KeptAnswers())
    except BaseException:
        probing.stop()
        raise
    found, known = probing.result(), store.log_slowness()
    if found is not None and (known is None or found < known):
        # One that cannot be written holds for this process.
        with suppress(StoreError):
            store.keep_slowness(found)
        predictor.devices.read_measurements()
    return predictor
