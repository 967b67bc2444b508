"""Teachers by the folder of the run that made them."""

from __future__ import annotations

from pathlib import Path

import torch

from model_export.teacher.answering import Teacher
from model_export.teacher.fine_tuned import FineTunedTeacher
from model_export.teacher.finetune import BEST
from model_export.teacher.network import NetworkTeacher


def load_teacher(run: Path, device: torch.device) -> Teacher:
    """
    Args:
        run: of `train` or of `teacher`.
    """
    return (FineTunedTeacher if (run / BEST).is_dir() else NetworkTeacher).load(run, device)
