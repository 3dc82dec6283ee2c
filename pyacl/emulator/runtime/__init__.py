"""The acl runtime: importing this package registers its functions."""
from . import (
    batches,
    callback,
    capture,
    context,
    copies,
    descriptors,
    device,
    errors,
    event,
    fills,
    init,
    kernels,
    limits,
    memory,
    models,
    notify,
    pools,
    queries,
    stream,
    vmm,
)

__all__ = ["batches", "callback", "capture", "context", "copies", "descriptors", "device", "errors", "event", "fills",
           "init", "kernels", "limits", "memory", "models", "notify", "pools", "queries", "stream", "vmm"]
