"""A CANN whose functions return at once: C text made from the ABI tables, compiled, and put into a folder like CANN's.

Every runtime function exists, and the operators that are asked for.  Objects are numbers, memory is real, copies copy,
every event is complete: enough for the objects of pyacl to work, so that what is measured is the binding alone.
"""
from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from pyacl import _abi, _lib

HEADERS = Path(__file__).parent.parent.parent / "headers"
LIBRARIES = ("libascendcl.so", "libnnopbase.so", "libopapi.so")

# What a function does beyond writing its out parameters and returning 0.
BODIES = {
    "aclrtMalloc": "*devPtr = aligned_alloc(512, (size + 544) / 512 * 512);",
    "aclrtMallocHost": "*hostPtr = aligned_alloc(512, (size + 544) / 512 * 512);",
    "aclrtFree": "free(devPtr);",
    "aclrtFreeHost": "free(hostPtr);",
    "aclrtMemcpy": "memcpy(dst, src, count);",
    "aclrtMemcpyAsync": "memcpy(dst, src, count);",
    "aclrtMemset": "memset(devPtr, value, count);",
    "aclrtMemsetAsync": "memset(devPtr, value, count);",
    "aclrtGetDeviceCount": "*count = 1;",
    "aclrtGetDevice": "*deviceId = 0;",
    "aclrtQueryEventStatus": "*status = ACL_EVENT_RECORDED_STATUS_COMPLETE;",
    "aclrtStreamQuery": "*status = ACL_STREAM_STATUS_COMPLETE;",
    "aclrtGetMemInfo": "*free = *total = (size_t)1 << 36;",
}
TEXTS = {"aclrtGetSocName": '"Ascend910B1"', "aclGetRecentErrMsg": "0"}

# The same work in C, called through pointers as from a library: nanoseconds per round.
LOOPS = '''
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
aclError (*volatile one)(aclrtStream) = aclrtSynchronizeStream;
aclnnStatus (*volatile first)(const aclTensor *, const aclTensor *, int64_t, aclTensor *, uint64_t *,
                              aclOpExecutor **) = aclnnSoftmaxBackwardGetWorkspaceSize;
aclnnStatus (*volatile second)(void *, uint64_t, aclOpExecutor *, aclrtStream) = aclnnSoftmaxBackward;
aclTensor *(*volatile create)(const int64_t *, uint64_t, aclDataType, const int64_t *, int64_t, aclFormat,
                              const int64_t *, uint64_t, void *) = aclCreateTensor;
aclnnStatus (*volatile destroy)(const aclTensor *) = aclDestroyTensor;
double bench_call(long n) {
    double start = now();
    for (long i = 0; i < n; i++) one(0);
    return (now() - start) / n;
}
double bench_launch(long n) {
    double start = now();
    for (long i = 0; i < n; i++) { uint64_t w; aclOpExecutor *x; first(0, 0, 0, 0, &w, &x); second(0, w, x, 0); }
    return (now() - start) / n;
}
double bench_repeat(long n) {
    double start = now();
    for (long i = 0; i < n; i++) second(0, 0, 0, 0);
    return (now() - start) / n;
}
double bench_tensor(long n) {
    int64_t shape[2] = {4, 2}, strides[2] = {2, 1};
    double start = now();
    for (long i = 0; i < n; i++) destroy(create(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, 0));
    return (now() - start) / n;
}
'''


def function_text(name: str) -> str:
    """The definition of a function that does nothing but hand out numbers as handles."""
    signature = _lib.signature(name)
    assert signature is not None
    result, _, parameters = signature.partition("(")
    body = BODIES.get(name, "")
    if not body and "const" not in result:
        for declaration in parameters[:-1].split(", "):
            out = re.fullmatch(r"(\w+ \*|void \*|\w+ )\*(\w+)", declaration)     # T **name, or handle *name
            if out and ("*" in out[1] or out[1].strip() in HANDLES):
                body += f"*{out[2]} = (void *)(uintptr_t)0x1000; "
            elif declaration == "uint64_t *workspaceSize":
                body += "*workspaceSize = 0; "
    if result == "void":
        value = ""
    elif name in TEXTS:
        value = f" return (void *){TEXTS[name]};"
    elif "*" in result or result in HANDLES:
        value = " return (void *)(uintptr_t)0x1000;"
    else:
        value = f" {result} none = {{0}}; return none;"
    return f"{result} {name}({parameters} {{ {body}{value} }}\n"


HANDLES = {name for name in _abi.ffi.list_types()[0] if _abi.ffi.typeof(name).kind == "pointer"}


def build(folder: Path, operators: list[str]) -> Path | str:
    """Compile the stub into `folder`/lib64; the folder, or why it cannot be done."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return "no C compiler (cc, gcc or clang) on this machine"
    includes = "".join(f'#include "{header}"\n' for header in sorted(_abi.HEADERS))
    names = [*_abi.FUNCTIONS, *(phase for op in operators for phase in (op + _lib.PHASE1, op))]
    text = ("#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n" + includes
            + "".join(map(function_text, names)) + LOOPS)
    libraries = folder / "lib64"
    libraries.mkdir(parents=True)
    source = folder / "stub.c"
    source.write_text(text)
    done = subprocess.run([compiler, "-O2", "-w", "-shared", "-fPIC", "-Wl,-Bsymbolic", "-I", str(HEADERS), "-o",
                           str(libraries / LIBRARIES[0]), str(source)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[:4000])
    for name in LIBRARIES[1:]:
        shutil.copy(libraries / LIBRARIES[0], libraries / name)
    return folder
