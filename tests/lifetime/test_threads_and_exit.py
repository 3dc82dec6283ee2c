"""Threads, Ctrl-C, other users of ACL in the process, and all of these at its end."""
from __future__ import annotations

import concurrent.futures
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import pyacl
from pyacl import Tensor, aclnn, capi, emulator

LOG = """
import atexit, os, signal, sys, threading, time
import numpy as np
import pyacl
from pyacl import aclnn, capi, emulator
from pyacl.emulator import _provider
calls, real = [], _provider._entry
def logged(function, implementation, failed):
    entry = real(function, implementation, failed)
    def call(*arguments):
        calls.append(function)
        return entry(*arguments)
    return call
_provider._entry = logged
emulator.configure(mode="strict")
@atexit.register                              # the first, so it runs last
def show():
    after = calls[calls.index("aclFinalize") + 1:] if "aclFinalize" in calls else []
    print(*[c for c in calls if c in ("aclrtFree", "aclrtDestroyStream", "aclrtResetDevice", "aclFinalize")], "|",
          *after)
    for finding in emulator.report().findings:
        if finding.id != "A-EXEC-LEAK":       # of a thread that was stopped between the two phases
            print(finding)
"""


def run(python: Any, code: str, status: int = 0, stderr: str = "") -> list[str]:
    """The releases of a script, in order, then "|" and the calls after aclFinalize."""
    done = python("-c", LOG + code)
    assert done.returncode == status, done.stderr
    if stderr:
        assert done.stderr.strip().endswith(stderr)
        assert done.stderr.count("Traceback") == 1
    else:
        assert done.stderr == ""
    found: list[str] = done.stdout.split()
    return found


ALL = ["aclrtResetDevice", "aclFinalize", "|"]


def test_daemon_threads_that_never_stop_calling(python: Any) -> None:
    """At exit they stop at their next call: nothing is called after aclFinalize, nothing is printed."""
    order = run(python, """
device = pyacl.Device(0); device.__enter__()
started = threading.Barrier(4)
def work():
    with pyacl.Stream(0) as stream, pyacl.Tensor.zeros((4,), "float32", device=0) as x:
        aclnn.add(x, x, 1, x, stream=stream)
        started.wait()
        while True:
            aclnn.add(x, x, 1, x, stream=stream)
            pyacl.DeviceBuffer(64, device=0).close()
            stream.synchronize()
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
started.wait()
""")
    assert order[-3:] == ALL


def test_a_generator_and_a_cycle_that_hold_a_launch(python: Any) -> None:
    order = run(python, """
device = pyacl.Device(0); device.__enter__()
def steps():
    with pyacl.Stream() as stream, pyacl.Tensor.zeros((4, 4), "float32") as x, \\
            pyacl.Tensor.empty((4, 4), "float16") as out:
        executor = aclnn.mul.prepare(x, x, x, repeatable=True)
        while True:
            executor.launch(stream)
            aclnn.add(x.T, x, 1, out, stream=stream)
            yield
running = steps(); next(running); next(running)
class Node: pass
node = Node(); node.steps, node.me = steps(), node; next(node.steps); del node
""")
    assert order[-3:] == ALL
    assert order.count("aclrtDestroyStream") == 2


def test_an_object_whose_own_del_uses_the_device_at_exit(python: Any) -> None:
    """Whatever its __del__ does after the end, it is no C call."""
    order = run(python, """
device = pyacl.Device(0); device.__enter__()
class Holder:
    def __init__(self): self.x = pyacl.Tensor.zeros((4,), "float32")
    def __del__(self): self.x.close()
holder = Holder()
""")
    assert order == ["aclrtFree", *ALL]


def test_a_failed_kernel_that_nobody_waited_for(python: Any) -> None:
    order = run(python, """
device = pyacl.Device(0); device.__enter__(); stream = pyacl.Stream()
x = pyacl.Tensor.zeros((4,), "float32")
emulator.fail("aclnnMul", 507015)
aclnn.mul(x, x, x, stream=stream)
""")
    assert sorted(order[:2]) == ["aclrtDestroyStream", "aclrtFree"]
    assert order[2:] == ALL


@pytest.mark.parametrize(("end", "status", "stderr"), [
    ("os.kill(os.getpid(), signal.SIGINT); time.sleep(9)", -2, "KeyboardInterrupt"), ("sys.exit(3)", 3, ""),
    ("raise OSError('boom')", 1, "OSError: boom")])
def test_ends_in_the_middle_of_a_with(python: Any, end: str, status: int, stderr: str) -> None:
    order = run(python, f"""
with pyacl.Device(0), pyacl.Stream() as stream, pyacl.Tensor.zeros((4,), "float32") as x:
    aclnn.add(x, x, 1, x, stream=stream)
    {end}
""", status, stderr)
    assert sorted(order[:2]) == ["aclrtDestroyStream", "aclrtFree"]
    assert order[2:] == ALL


def test_somebody_elses_acl_is_finalized_before_our_end(python: Any) -> None:
    """We found ACL initialised: our objects go without a call."""
    order = run(python, """
emulator.configure(mode="faithful")           # that framework leaks, as far as the emulator can tell
assert capi.aclInit(capi.NULL) == 0
device = pyacl.Device(0); device.__enter__()
x = pyacl.Tensor.zeros((4,), "float32")
stream = pyacl.Stream()
@atexit.register
def framework():                              # registered after us, so it runs before us
    del calls[:]
    capi.aclFinalize()
""")
    assert order[:2] == ["aclFinalize", "|"]


def test_somebody_else_finalizes_what_we_initialised(python: Any) -> None:
    """The paired end of another user: it must not crash us, and we say nothing."""
    done = python("-c", """
import atexit, pyacl
from pyacl import capi
device = pyacl.Device(0); device.__enter__()
x, stream = pyacl.Tensor.zeros((4,), "float32"), pyacl.Stream()
atexit.register(capi.aclFinalize)
""")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_child_of_fork_exits_by_itself_and_the_parent_goes_on(python: Any) -> None:
    """Queued work, an executor, a thread of the parent: the child frees nothing and says nothing."""
    order = run(python, """
device = pyacl.Device(0); device.__enter__(); stream = pyacl.Stream()
x = pyacl.Tensor.zeros((4,), "float32")
executor = aclnn.mul.prepare(x, x, x, repeatable=True)
executor.launch(stream)
sys.stdout.flush()
pid = os.fork()
if pid == 0:
    del calls[:]
    for use in (lambda: executor.launch(stream), lambda: aclnn.add(x, x, 1, x), stream.synchronize):
        try:
            use()
        except RuntimeError as error:
            assert "spawn" in str(error), error
        else:
            raise AssertionError(use)
    del executor, x, stream
    assert not calls, calls
    atexit.unregister(show)
    sys.exit(0)
assert os.waitpid(pid, 0)[1] == 0
executor.launch(stream)
stream.synchronize()
assert not x.numpy().any()
executor.close()
""")
    assert order[-3:] == ALL


# -- in this process
@pytest.fixture
def _device() -> Iterator[None]:
    emulator.configure(mode="strict", devices=2)
    with pyacl.Device(1):
        yield
    assert emulator.report().findings == []


@pytest.mark.usefixtures("_device")
def test_workers_use_objects_without_set_up() -> None:
    """No 107002, no second context on device 0, and each thread's own state stays as it was."""
    state = capi.ffi.new("int32_t *")
    with pyacl.Stream() as stream, Tensor.from_numpy(np.ones(4, np.float32)) as x, \
            aclnn.mul.prepare(x, x, x, repeatable=True) as executor, \
            concurrent.futures.ThreadPoolExecutor(3) as pool:
        def work(turn: int) -> float:
            with Tensor.empty((4,), "float32", device=x.device) as out:
                aclnn.adds(x, turn, 1, out, stream=stream)
                return float(out.numpy().sum())
        assert list(pool.map(work, range(30))) == [4.0 + 4 * turn for turn in range(30)]
        pool.submit(executor.launch, stream).result()
        pool.submit(stream.synchronize).result()
        with pool.submit(stream.record).result() as event:
            assert event.device.index == 1
    assert capi.aclrtGetPrimaryCtxState(0, capi.NULL, state) == 0
    assert state[0] == 0                       # device 0 was never opened


@pytest.mark.usefixtures("_device")
def test_collection_in_another_thread_is_as_good_as_any() -> None:
    """The last reference goes in a thread that never had a device."""
    box: list[Any] = [pyacl.Stream(), Tensor.zeros((4,), "float32"), pyacl.HostBuffer(8)]
    box[1].fill_bytes(1, stream=box[0])
    with pytest.warns(ResourceWarning), concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(box.clear).result()
    assert set(emulator.report().live_by_kind) <= {"pinned memory"}


def launched(executor: pyacl.Executor, stream: pyacl.Stream) -> None:
    with executor:
        executor.launch(stream)


@pytest.mark.usefixtures("_device")
@pytest.mark.parametrize("use", [
    lambda far, near, stream: far.copy_from(near, stream=stream),
    lambda far, near, stream: far.fill_bytes(0, stream=stream),
    lambda far, near, stream: aclnn.add(near, far, 1, near, stream=stream),
    lambda far, near, stream: launched(aclnn.add.prepare(far, far, 1, far), stream),
], ids=["copy", "fill", "launch", "executor"])
def test_devices_are_never_mixed(use: Any) -> None:
    with pyacl.Stream() as stream, Tensor.zeros((2,), "float32") as near, \
            Tensor.zeros((2,), "float32", device=0) as far, pytest.raises(ValueError, match=r"device 0.*device 1"):
        use(far, near, stream)
