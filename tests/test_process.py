"""What happens at exit, after a fork and in spawned processes; each case in a process of its own.

The emulator's calls are logged, so that their order can be seen.
"""
from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

Python = Callable[..., "subprocess.CompletedProcess[str]"]

LOG = """
import atexit, os, sys
import numpy as np
import pyacl
from pyacl import _lib, capi
from pyacl.emulator import _provider
calls = []
real = _provider._entry
def logged(function, implementation, failed):
    entry = real(function, implementation, failed)
    def call(*arguments):
        calls.append(function)
        return entry(*arguments)
    return call
_provider._entry = logged
def show():                                   # registered first, so it runs last
    print(*[c for c in calls if c in ("aclrtFree", "aclrtDestroyStream", "aclrtResetDevice", "aclFinalize")])
atexit.register(show)
"""


def run(python: Python, code: str, **environment: str) -> str:
    """Output of a script that must end well and say nothing on stderr."""
    done = python("-c", LOG + code, environment=environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize("objects", [
    "x = pyacl.Tensor.zeros((8,), 'float32')",
    "x = pyacl.Tensor.zeros((8,), 'float32'); y = [x]; y.append(y)",
    "x = pyacl.Tensor.zeros((8,), 'float32'); x.fill_bytes(1, stream=s)",
    "class Node: pass\nn = Node(); n.me = n; n.x = pyacl.Tensor.zeros((8,), 'float32'); del n",
    "def g():\n    with pyacl.Tensor.zeros((8,), 'float32') as t:\n        yield t\nx = g(); next(x)",
])
def test_exit_with_live_objects_frees_in_order(python: Python, objects: str) -> None:
    """Buffers and streams, then the device, then ACL; nothing after aclFinalize."""
    order = run(python, "d = pyacl.Device(0); d.__enter__(); s = pyacl.Stream()\n" + objects).split()
    released = [i for i, call in enumerate(order) if call in ("aclrtFree", "aclrtDestroyStream")]
    assert len(released) == 2
    assert order.index("aclrtResetDevice") > max(released)
    assert order[-1] == "aclFinalize"
    assert order.count("aclFinalize") == order.count("aclrtResetDevice") == 1


def test_exit_with_work_in_flight_and_a_daemon_thread(python: Python) -> None:
    order = run(python, """
import threading, time
d = pyacl.Device(0); d.__enter__(); s = pyacl.Stream()
callback = capi.ffi.callback("void(void *)", lambda data: time.sleep(0.2) or None)
capi.aclrtLaunchHostFunc(s._cdata, callback, capi.NULL); s._progress.submitted += 1
buffer = pyacl.DeviceBuffer(64); buffer.set(1, stream=s); buffer.close()
def spin():
    while True:
        time.sleep(0.001)
threading.Thread(target=spin, daemon=True).start()
assert "aclrtFree" not in calls
""").split()
    assert sorted(order[:2]) == ["aclrtDestroyStream", "aclrtFree"]
    assert order[2:] == ["aclrtResetDevice", "aclFinalize"]


def test_who_found_acl_initialised_neither_resets_nor_finalizes_at_exit(python: Python) -> None:
    assert run(python, """
assert capi.aclInit(capi.NULL) == 0
d = pyacl.Device(0); d.__enter__()
x = pyacl.Tensor.zeros((8,), 'float32')
""") == ""


def test_a_child_of_fork_gets_one_clear_error_and_frees_nothing(python: Python) -> None:
    assert run(python, """
d = pyacl.Device(0); d.__enter__()
x = pyacl.Tensor.from_numpy(np.arange(3))
sys.stdout.flush()
pid = os.fork()
if pid == 0:
    del calls[:]
    for use in (x.numpy, lambda: pyacl.Device(0), lambda: pyacl.Tensor.zeros((1,), 'int8'), pyacl.Stream):
        try:
            use()
        except RuntimeError as error:
            assert "spawn" in str(error), error
        else:
            raise AssertionError(use)
    x.close()
    d.__exit__(None, None, None)
    assert not calls, calls
    atexit.unregister(show)
    sys.exit(0)
assert os.waitpid(pid, 0)[1] == 0
assert x.numpy().tolist() == [0, 1, 2]
x.close(); d.__exit__(None, None, None)
""") == "aclrtFree aclrtResetDevice aclFinalize"


def test_questions_before_a_fork_do_not_spoil_the_child(python: Python) -> None:
    assert run(python, """
assert (pyacl.Device.count(), pyacl.Device.soc_name()) == (2, "Ascend910B1")
sys.stdout.flush()
pid = os.fork()
if pid == 0:
    with pyacl.Device(1), pyacl.Tensor.from_numpy(np.arange(3)) as x:
        assert x.numpy().tolist() == [0, 1, 2]
    atexit.unregister(show)
    sys.exit(0)
assert os.waitpid(pid, 0)[1] == 0
""") == ""


def test_spawned_workers(python: Python, tmp_path: object) -> None:
    script = f"{tmp_path}/spawned.py"
    with open(script, "w") as file:
        file.write("""
import multiprocessing

def work(number):
    import numpy as np
    import pyacl
    with pyacl.Device(number), pyacl.Tensor.from_numpy(np.arange(3) * number) as x:
        return x.numpy().sum()

if __name__ == "__main__":
    import pyacl
    with pyacl.Device(0), multiprocessing.get_context("spawn").Pool(2) as pool:
        print(*pool.map(work, [0, 1]))
""")
    done = python(script)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "0 3", "")


def test_reset_of_the_emulator_leaves_no_debts(python: Python) -> None:
    """Objects of a machine that was reset are released without a call and without a word."""
    run(python, """
d = pyacl.Device(0); d.__enter__()
x = pyacl.Tensor.zeros((8,), 'float32'); x.handle
s, e = pyacl.Stream(), pyacl.Event()
pyacl.emulator.reset()
del calls[:]
for thing in (x, s, e):
    thing.close()
d.__exit__(None, None, None)
assert not calls, calls
with pyacl.Device(0), pyacl.Tensor.zeros((8,), 'float32') as x:
    assert x.numpy().sum() == 0
assert pyacl.emulator.report().live == 0
""")
