"""The aclnn layer of the emulator: meta objects, executors, and the two phases that every operator has in common."""
from . import executor, meta

__all__ = ["executor", "meta"]
