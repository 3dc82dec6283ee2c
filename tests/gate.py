"""A stream that stands still as long as a test wants it to."""
from __future__ import annotations

import threading
from typing import Any

import pyacl
from pyacl import capi


class Gate:
    """Holds a stream until it is opened."""

    def __init__(self, stream: pyacl.Stream) -> None:
        self.event = threading.Event()

        @capi.ffi.callback("void(void *)")  # type: ignore[untyped-decorator]
        def callback(data: Any) -> None:
            self.event.wait(20)
        self.callback = callback
        assert capi.aclrtLaunchHostFunc(stream._cdata, self.callback, capi.NULL) == 0
        stream._progress.submitted += 1

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_: object) -> None:
        self.event.set()
