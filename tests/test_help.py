"""What help, inspect.signature, completion and pickle say of operators and C functions."""
from __future__ import annotations

import ast
import inspect
import pickle
import pydoc
from pathlib import Path
from typing import Any

import pytest

import pyacl
from pyacl import _declarations, aclnn, capi

STUB = Path(pyacl.__file__).parent / "aclnn.pyi"


def shown(thing: Any) -> str:
    return pydoc.render_doc(thing, renderer=pydoc.plaintext)  # type: ignore[attr-defined]


def test_every_operator_has_the_signature_of_its_stub() -> None:
    """The names of both, and of phase 1 alone, against the stub's text; each has the C declaration in its help."""
    stubs = {node.name[1:]: {part.name: part.args for part in node.body if isinstance(part, ast.FunctionDef)}
             for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)}
    assert set(dir(aclnn)) <= set(stubs)
    for name in dir(aclnn):
        operator = getattr(aclnn, name)
        for function, stub, last in ((operator, "__call__", "stream"), (operator.prepare, "prepare", "repeatable")):
            found = list(inspect.signature(function).parameters.values())
            assert [p.name for p in found] == [
                *(argument.arg for argument in stubs[name][stub].args), last], name
            assert found[-1].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"{operator.c_name}GetWorkspaceSize({operator.signature}, " in operator.__doc__


def test_help_of_an_operator() -> None:
    text = shown(aclnn.softmax_backward)
    assert "softmax_backward(grad_output, output, dim, out, *, stream=None)" in text
    assert "aclnnSoftmaxBackward   (aclnnop/aclnn_softmax_backward.h)" in text
    assert "grad_output: a pyacl.Tensor   (const aclTensor * gradOutput)" in text
    assert "prepare(self, other, alpha, out, *, repeatable=False)" in shown(aclnn.add.prepare)


def test_help_of_an_operator_from_headers_at_run_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_declarations._extra_operators, "aclnnMyOwnThing",
                        "const aclTensor *inputX, double theScale, const aclTensor *biasOptional, aclTensor *out")
    text = shown(aclnn.my_own_thing)  # type: ignore[attr-defined]
    assert "my_own_thing(input_x, the_scale, bias_optional, out, *, stream=None)" in text
    assert "bias_optional: a pyacl.Tensor or None" in text
    assert str(inspect.signature(aclnn.my_own_thing.prepare)) == (  # type: ignore[attr-defined]
        "(input_x, the_scale, bias_optional, out, *, repeatable=False)")
    assert "my_own_thing" in dir(aclnn)
    monkeypatch.delattr(aclnn, "my_own_thing")
    aclnn._table.clear()  # type: ignore[attr-defined]


def test_an_operator_by_its_c_name_is_told_by_what_name() -> None:
    with pytest.raises(AttributeError, match="it is called softmax_backward here"):
        aclnn.aclnnSoftmaxBackward  # type: ignore[attr-defined]  # noqa: B018


# From the headers' text.
DECLARATIONS = [
    ("aclrtMalloc", "(devPtr: 'void **', size: 'size_t', policy: 'aclrtMemMallocPolicy', /) -> 'aclError'",
     "aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy)", "acl/acl_rt.h"),
    ("aclGetRecentErrMsg", "() -> 'const char *'", "const char *aclGetRecentErrMsg(void)", "acl/acl_rt.h"),
    ("aclAppLog", "(logLevel: 'aclLogLevel', func: 'const char *', file: 'const char *', line: 'uint32_t', "
     "fmt: 'const char *', /, *arguments) -> 'void'", "const char *fmt, ...)", "acl/acl_base_rt.h"),
    ("aclnnAdd", "(workspace: 'void *', workspaceSize: 'uint64_t', executor: 'aclOpExecutor *', "
     "stream: 'aclrtStream', /) -> 'aclnnStatus'", "aclnnStatus aclnnAdd(void *workspace", "aclnnop/aclnn_add.h")]


@pytest.mark.parametrize(("name", "signature", "declaration", "header"), DECLARATIONS)
def test_help_of_a_c_function(name: str, signature: str, declaration: str, header: str) -> None:
    """As a star import has it."""
    function = capi.Function(name)  # type: ignore[attr-defined]
    assert str(inspect.signature(function)) == signature
    text = shown(function)
    assert declaration in text
    assert f"Declared in {header}" in text
    assert declaration in repr(function)


def test_help_of_a_c_function_that_takes_buffers() -> None:
    assert "dst: 'void *', destMax: 'size_t', src: 'const void *'" in str(inspect.signature(capi.aclrtMemcpy))
    assert "aclError aclrtMemcpy(void *dst, size_t destMax, const void *src" in shown(capi.aclrtMemcpy)


def test_every_c_function_has_a_signature() -> None:
    """Its annotations are the C types that cffi takes the declaration apart into."""
    for name in _declarations.function_names():
        parameters = inspect.signature(capi.Function(name)).parameters  # type: ignore[attr-defined]
        assert all(parameter.isidentifier() for parameter in parameters), name
        pointer = capi.ffi.typeof((_declarations.signature(name) or "").replace("(", "(*)(", 1))
        shown = [capi.ffi.typeof(p.annotation) for p in parameters.values() if p.kind is p.POSITIONAL_ONLY]
        assert [capi.ffi.typeof(c_type.item.cname + " *") if c_type.kind == "array" else c_type
                for c_type in shown] == list(pointer.args), name


def test_completion_lists_every_name() -> None:
    assert {"softmax_backward", "add", "flash_attention_score"} <= set(dir(aclnn))
    assert {"aclrtMalloc", "aclnnAdd", "aclnnAddGetWorkspaceSize", "ACL_FLOAT16", "ffi", "NULL"} <= set(dir(capi))
    assert len(dir(aclnn)) == len(_declarations.operator_names())


def test_operators_and_c_functions_travel_by_name() -> None:
    assert pickle.loads(pickle.dumps(aclnn.add)) is aclnn.add
    for function in (capi.Function("aclrtMalloc"), capi.aclrtMemcpy):  # type: ignore[attr-defined]
        assert pickle.loads(pickle.dumps(function)) is getattr(capi, function.__name__)


def test_every_public_name_is_documented() -> None:
    """Classes with their public methods, functions and modules."""
    bare = list[str]()
    for name in pyacl.__all__:
        thing = getattr(pyacl, name)
        if name == "ffi":                                        # cffi's own
            continue
        if not thing.__doc__:
            bare.append(name)
        for member in dir(thing) if inspect.isclass(thing) else ():
            value = inspect.getattr_static(thing, member)
            function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if not member.startswith("_") and inspect.isfunction(function) and not function.__doc__:
                bare.append(f"{name}.{member}")
    assert bare == []
