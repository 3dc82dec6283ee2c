"""S-ERRDROP: the code of a creation that failed was not looked at, and what it should have made is used.

A lint must not take a handled failure for an ignored one.  So it speaks only when a call that needs such a thing is
refused for a NULL, after the last creation of the thread failed and before anybody asked for the error: then the
refusal is the consequence.  Releasing what was never made is what a tidy error path does, so it is not counted.
"""
from __future__ import annotations

from ._registry import Refusal
from ._world import World

NULL_TOKENS, NULL_POINTER = ("EH0008", "EE1004"), 161001
PHASE_1 = "GetWorkspaceSize"
_MAKING = ("aclCreate", "aclrtCreate", "aclrtMalloc", "aclmdlRICaptureEnd", "aclrtReserveMem", "aclrtMemPoolCreate",
           "aclrtMemPoolMalloc")
_RELEASING = ("aclDestroy", "aclrtDestroy", "aclrtFree", "aclmdlRIDestroy", "aclrtRelease", "aclrtMemPoolDestroy")


def is_creator(function: str) -> bool:
    """Whether a function makes what later calls are given."""
    return function.startswith(_MAKING) or function.endswith(PHASE_1)


def _needs(function: str, maker: str) -> bool:
    """Whether a function is given what another one makes."""
    if function.startswith(_RELEASING):
        return False
    if maker.endswith(PHASE_1):
        return function == maker.removesuffix(PHASE_1)
    if maker.startswith("aclCreate"):
        return function.endswith(PHASE_1) or function.startswith(("aclGet", "aclSet", "aclInit"))
    return function.startswith(("aclrt", "aclmdlRI")) and not is_creator(function)


def report_unseen(machine: World, function: str, refusal: Refusal) -> None:
    """A call was refused while the failure of a creation is unseen."""
    unseen: tuple[str, str] | None = machine.thread.unseen
    if unseen is None:
        return
    maker, result = unseen
    if _needs(function, maker) and (refusal.token in NULL_TOKENS or refusal.code == NULL_POINTER):
        machine.thread.unseen = None
        machine.find("S-ERRDROP", function, f"{maker} returned {result}, which nobody looked at; what it should have "
                     "made is missing here")
