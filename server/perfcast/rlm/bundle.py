"""The bundle: everything that a model is, in one folder, checked before it is used.

``bundle.json`` names the format, the model and the SHA-256 sums of the other files: ``encoder.onnx`` and
``decoder.onnx`` (INT8), ``vocabulary.json`` (tokenizers' format), the trees of `perfcast.prior`, ``calibration.json``
and ``CARD.md``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from perfcast import packaged, prior
from perfcast.rlm.errors import BundleError
from perfcast.rlm.prompt import FORMAT

PACKAGED: Final = packaged.MODEL
MANIFEST: Final = packaged.MANIFEST
ENCODER: Final = "encoder.onnx"
DECODER: Final = "decoder.onnx"
VOCABULARY: Final = "vocabulary.json"
CALIBRATION: Final = "calibration.json"
CARD: Final = "CARD.md"
FILES: Final = (ENCODER, DECODER, VOCABULARY, *prior.FILES, CALIBRATION, CARD)


@dataclass(frozen=True)
class Bundle:
    """A checked bundle.

    Attributes:
        folder: where its files are.
        model: ``name``, ``version``, ``metrics``, ``devices`` (the first is the default), ``parameters``, ``sha256``
            (of the manifest, which holds the sums of all else) and the model's ``shape``.
    """

    folder: Path
    model: Mapping[str, Any]

    @classmethod
    def open(cls, folder: Path | None = None) -> Bundle:
        """Checks every file's sum.

        Args:
            folder: None for the bundle in this package.

        Raises:
            BundleError: a file is missing or changed, or the format is another version's.
        """
        folder = PACKAGED if folder is None else folder
        manifest = _manifest(folder)
        if manifest.get("format") != FORMAT:
            raise BundleError(
                f"{folder / MANIFEST}: format {manifest.get('format')!r}, this version of perfcast reads {FORMAT}; "
                "install the version of perfcast that the bundle was made for"
            )
        sums = manifest.get("sha256")
        model = manifest.get("model")
        if not isinstance(sums, dict) or not isinstance(model, dict):
            raise BundleError(f"{folder / MANIFEST}: it lacks 'model' or 'sha256'; {_REMEDY}")
        for name in FILES:
            _check(folder / name, sums.get(name))
        digest = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
        return cls(folder, model | {"sha256": digest})


_REMEDY: Final = (
    "install perfcast anew, or name no bundle (perfcast.modelPath, --model, PERFCAST_MODEL) to use the packaged model"
)


def write_manifest(folder: Path, model: Mapping[str, Any]) -> None:
    """Seals the files in `folder` as they are."""
    sums = {name: file_sha256(folder / name) for name in FILES}
    manifest = {"format": FORMAT, "model": dict(model), "sha256": sums}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n")


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BundleError(f"{path} is missing; {_REMEDY}") from None
    except (OSError, ValueError) as error:
        raise BundleError(f"{path} cannot be read ({error}); {_REMEDY}") from None
    if not isinstance(manifest, dict):
        raise BundleError(f"{path} is not a bundle's manifest; {_REMEDY}")
    return manifest


def _check(path: Path, expected: object) -> None:
    try:
        actual = file_sha256(path)
    except FileNotFoundError:
        raise BundleError(f"{path} is missing; {_REMEDY}") from None
    except OSError as error:
        raise BundleError(f"{path} cannot be read ({error}); {_REMEDY}") from None
    if actual != expected:
        raise BundleError(f"{path}: its SHA-256 sum is not that of the manifest, so it was changed; {_REMEDY}")
