"""A stand-in with the part of PyTorch Lightning's interface that the hook uses (1.6 and later)."""
from .core.module import LightningModule  # noqa: F401
