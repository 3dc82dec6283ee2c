"""pyacl.capi: every C name, nothing opened by a star import, host memory at the border, missing symbols."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import Python

import pyacl
from pyacl import _abi, _lib, capi, emulator
from pyacl.capi import ffi

# Exist since 9.1 only: the open-source heads declare them, the headers of 8.1.RC1 do not.
NEW_FUNCTION, NEW_OPERATOR = "aclrtMemPoolCreate", "aclnnAddV3"


def star_import() -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    exec("from pyacl.capi import *", namespace)
    return namespace


@pytest.fixture
def device() -> Any:
    """An initialised process with device 0 set."""
    assert capi.aclInit(capi.NULL) == 0
    assert capi.aclrtSetDevice(0) == 0
    yield 0
    assert capi.aclrtResetDevice(0) == 0
    assert capi.aclFinalize() == 0


@pytest.fixture
def block(device: int) -> Any:
    """64 bytes of device memory."""
    address = ffi.new("void **")
    assert capi.aclrtMalloc(address, 64, capi.ACL_MEM_MALLOC_HUGE_FIRST) == 0
    yield address[0]
    assert capi.aclrtFree(address[0]) == 0


# -- importing
def test_importing_pyacl_loads_neither_numpy_nor_a_library(python: Python) -> None:
    done = python("-c", "import sys, pyacl\n"
                  "loaded = {'numpy', 'ml_dtypes', '_cffi_backend', 'ctypes', 'pyacl._abi', 'pyacl._lib',"
                  " 'pyacl.emulator'} & set(sys.modules)\n"
                  "assert not loaded, loaded")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_star_import_opens_nothing(python: Python) -> None:
    """Without CANN the import works; the first call is what fails."""
    done = python("-c", "import sys\nfrom pyacl.capi import *\n"
                  "import pyacl._lib\n"
                  "assert pyacl._lib._backend is None and not vars(pyacl._lib.lib)\n"
                  "assert not {'numpy', 'pyacl.emulator', 'pyacl._libraries'} & set(sys.modules)\n"
                  "try:\n    aclInit(NULL)\n"
                  "except pyacl.LibraryNotFoundError as error:\n    print('aclInit opened it')",
                  environment={"PYACL_BACKEND": "cann", "ASCEND_HOME_PATH": "/nonexistent",
                               "ASCEND_TOOLKIT_HOME": "/nonexistent"})
    if done.returncode == 0 and not done.stdout:
        pytest.skip("CANN is installed here")
    assert (done.stdout, done.stderr) == ("aclInit opened it\n", "")


def test_star_import_gives_every_name_but_the_keyword() -> None:
    """`None` is a C enum member that Python cannot import; `getattr` reads it."""
    namespace = star_import()
    assert set(dir(capi)) - set(namespace) == {"None"}
    assert getattr(capi, "None") == 0
    assert namespace["ACL_FLOAT16"] == 1
    assert namespace["ffi"] is pyacl.ffi
    assert namespace["NULL"] == ffi.NULL


def test_dir_is_complete() -> None:
    assert set(dir(capi)) == {"ffi", "NULL"} | set(_abi.CONSTANTS) | set(_lib.function_names())
    assert len(_lib.function_names()) == 3241 + 11


# -- functions
def test_a_function_is_the_raw_pointer_and_then_an_attribute() -> None:
    function = capi.aclrtSetDevice
    assert ffi.typeof(function) is ffi.typeof("aclError(*)(int32_t)")
    assert vars(capi)["aclrtSetDevice"] is function is pyacl.lib.aclrtSetDevice


def test_star_imported_names_bind_on_their_first_call() -> None:
    function, count = star_import()["aclrtGetDeviceCount"], ffi.new("uint32_t *")
    assert repr(function) == "<C function aclError aclrtGetDeviceCount(uint32_t *count)>"
    assert "aclrtGetDeviceCount" not in vars(_lib.lib)
    assert function(count) == 0
    assert count[0] == 2
    assert "aclrtGetDeviceCount" in vars(_lib.lib)


def test_codes_come_back_as_in_c() -> None:
    """R-DEV-3: a device id that does not exist gives 107001; nothing is raised."""
    assert capi.aclInit(capi.NULL) == 0
    assert capi.aclrtSetDevice(99) == 107001
    assert capi.aclFinalize() == 0


def test_distinct_handles_do_not_mix(device: int) -> None:
    stream = ffi.new("aclrtStream *")
    assert capi.aclrtCreateStream(stream) == 0
    for function in (capi.aclrtSynchronizeEvent, capi.aclrtDestroyContext, capi.aclDestroyTensor):
        with pytest.raises(TypeError):
            function(stream[0])
    assert capi.aclrtDestroyStream(stream[0]) == 0


def test_unknown_names_are_attribute_errors_with_a_suggestion() -> None:
    with pytest.raises(AttributeError, match=r"'aclrtMaloc'.*did you mean aclrtMalloc"):
        capi.aclrtMaloc  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="no_such_thing_at_all"):
        capi.no_such_thing_at_all  # type: ignore[attr-defined]  # noqa: B018


# -- host memory
@pytest.mark.parametrize("target", [np.zeros(8, np.int64), np.zeros((2, 4), np.float64), bytearray(64),
                                    memoryview(bytearray(64)), np.zeros(64, np.uint8)], ids=lambda t: type(t).__name__)
def test_copies_take_buffers_both_ways(block: Any, target: Any) -> None:
    source = np.arange(1, 9, dtype=np.int64)
    assert capi.aclrtMemcpy(block, 64, source, 64, capi.ACL_MEMCPY_HOST_TO_DEVICE) == 0
    assert capi.aclrtMemcpy(target, 64, block, 64, capi.ACL_MEMCPY_DEVICE_TO_HOST) == 0
    assert bytes(target) == source.tobytes()


def test_bytes_and_read_only_arrays_are_sources(block: Any) -> None:
    source = np.arange(8, dtype=np.int64)
    source.flags.writeable = False
    for memory in (source, source.tobytes()):
        assert capi.aclrtMemcpy(block, 64, memory, 64, capi.ACL_MEMCPY_HOST_TO_DEVICE) == 0


def read_only() -> Any:
    array = np.zeros(8, np.int64)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(("target", "error"), [
    (bytes(64), TypeError), (read_only(), TypeError), (memoryview(bytes(64)), TypeError),
    (np.zeros(16, np.int64)[::2], ValueError), (64, TypeError), ("text", TypeError), (None, TypeError),
], ids=["bytes", "read-only array", "read-only view", "strided array", "int", "str", "None"])
def test_unfit_targets_are_refused_before_the_call(block: Any, target: Any, error: type[Exception]) -> None:
    emulator.fail("aclrtMemcpy", 500000)            # the next call that gets through would say so
    with pytest.raises(error, match="dst"):
        capi.aclrtMemcpy(target, 64, block, 64, capi.ACL_MEMCPY_DEVICE_TO_HOST)
    assert capi.aclrtMemcpy(bytearray(64), 64, block, 64, capi.ACL_MEMCPY_DEVICE_TO_HOST) == 500000


@pytest.mark.parametrize("values", [[3, -1, 2], (3, -1, 2), np.array([3, -1, 2]), ffi.new("int64_t[]", [3, -1, 2])],
                         ids=["list", "tuple", "array", "cdata"])
def test_arrays_take_elements_of_their_type(values: Any) -> None:
    array = capi.aclCreateIntArray(values, 3)
    size = ffi.new("uint64_t *")
    assert capi.aclGetIntArraySize(array, size) == 0
    assert size[0] == 3
    assert capi.aclDestroyIntArray(array) == 0


@pytest.mark.parametrize(("function", "values"), [
    ("aclCreateIntArray", np.zeros(3, np.float64)), ("aclCreateIntArray", np.zeros(3, np.int32)),
    ("aclCreateIntArray", np.zeros(3, np.uint64)), ("aclCreateFloatArray", np.zeros(3, np.float64)),
    ("aclCreateBoolArray", np.zeros(3, np.uint8)), ("aclCreateIntArray", bytes(24)), ("aclCreateIntArray", 3),
])
def test_arrays_refuse_elements_of_another_type(function: str, values: Any) -> None:
    with pytest.raises(TypeError, match="value"):
        getattr(capi, function)(values, 3)


def test_scalars_take_an_array_of_one_element() -> None:
    scalar = capi.aclCreateScalar(np.array([2.5], np.float32), capi.ACL_FLOAT)
    assert scalar != ffi.NULL
    assert capi.aclDestroyScalar(scalar) == 0


# -- symbols that a library lacks
@pytest.mark.parametrize("name", [NEW_FUNCTION, NEW_OPERATOR, f"{NEW_OPERATOR}GetWorkspaceSize"])
def test_what_an_older_cann_lacks_says_so_on_the_call(name: str) -> None:
    emulator.configure(profile="8.1.RC1")
    function = getattr(capi, name)                  # looking at it is fine
    with pytest.raises(pyacl.UnsupportedError, match=rf"{name} exists since CANN 9\.1.*8\.1\.RC1"):
        function()
    assert not pyacl.has_function(name)
    emulator.configure(profile="9.1")
    assert pyacl.has_function(name)
    assert isinstance(getattr(capi, name), ffi.CData)


def test_what_a_newer_cann_dropped_names_the_release_that_had_it() -> None:
    emulator.configure(profile="9.1")
    with pytest.raises(pyacl.UnsupportedError, match=r"acldvppCreateChannel exists only in CANN 8\.1\.RC1"):
        capi.acldvppCreateChannel()  # type: ignore[call-arg]


def test_a_hidden_symbol_is_missing_from_both_kinds_of_names() -> None:
    star, count = star_import()["aclrtGetDeviceCount"], ffi.new("uint32_t *")
    assert star(count) == capi.aclrtGetDeviceCount(count) == 0
    emulator.hide("aclrtGetDeviceCount")
    for function in (capi.aclrtGetDeviceCount, star):
        with pytest.raises(pyacl.UnsupportedError, match="aclrtGetDeviceCount is not exported by"):
            function(count)
    emulator.reset()
    assert star(count) == 0


def test_has_op_wants_both_phases() -> None:
    assert pyacl.has_op("aclnnSoftmaxBackward")
    emulator.hide("aclnnSoftmaxBackwardGetWorkspaceSize")
    assert pyacl.has_function("aclnnSoftmaxBackward")
    assert not pyacl.has_op("aclnnSoftmaxBackward")
    assert not pyacl.has_op("aclnnNoSuchOperator")


def test_every_function_has_an_address() -> None:
    """Those that also take buffers, and those of a star import, as well: who hands out pointers needs no exception."""
    star: dict[str, Any] = {}
    exec("from pyacl.capi import *", star)
    for name in ("aclrtMalloc", "aclrtMemcpy", "aclCreateScalar"):
        raw = ffi.cast("uintptr_t", getattr(_lib.lib, name))
        assert ffi.cast("uintptr_t", getattr(capi, name)) == ffi.cast("uintptr_t", star[name]) == raw
    address = ffi.cast("uintptr_t", capi.aclrtMemcpy)
    function = ffi.cast("aclError (*)(void *, size_t, const void *, size_t, int)", address)
    assert function(ffi.NULL, 0, ffi.NULL, 0, 0) == 0                  # R-CPY-2: nothing to copy
