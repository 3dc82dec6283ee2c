"""C types as far as a translation needs them: how wide a number is, what an element is in NumPy, what is a pointer."""
from __future__ import annotations

from dataclasses import dataclass, replace

from .. import _abi

ffi = _abi.ffi


@dataclass(frozen=True)
class CType:
    """One C type.  `kind` says what it is, `name` how the sample (or C) spells it, `of` what it is made of."""

    kind: str                         # int float half bool void text pointer array vector pair map struct function ...
    name: str = ""
    of: tuple[CType, ...] = ()
    bits: int = 0
    signed: bool = True
    const: bool = False
    reference: bool = False

    @property
    def element(self) -> CType:
        """What a pointer points to, or what an array or vector holds."""
        return self.of[0] if self.of else UNKNOWN

    @property
    def plain(self) -> CType:
        """The type without const and reference."""
        return replace(self, const=False, reference=False) if self.const or self.reference else self

    @property
    def is_number(self) -> bool:
        return self.kind in ("int", "bool", "float", "half", "enum")

    @property
    def is_handle(self) -> bool:
        return self.kind in ("pointer", "abi")

    @property
    def is_integer(self) -> bool:
        return self.kind in ("int", "bool", "enum")

    @property
    def is_chars(self) -> bool:
        """A C string: `char *` or an array of char."""
        return self.kind in ("pointer", "array") and self.element.kind == "int" and self.element.name == "char"

    @property
    def by_object(self) -> bool:
        """A thing that Python passes by reference, so that `&x` is x."""
        return self.kind in OBJECTS

    def cffi(self) -> str:
        """The name that cffi knows the type by; KeyError if it has none."""
        if self.kind == "pointer":
            if self.name:
                return self.name
            inner = self.element.cffi()
            if self.element.kind == "array":
                return inner.replace("[", "(*)[", 1)
            return inner + ("*" if inner.endswith("*") else " *")
        if self.kind in ("int", "bool", "float", "enum", "void", "half"):
            return {"half": "uint16_t", "bool": "bool", "void": "void"}.get(self.kind, self.name)
        if self.kind == "abi":
            return self.name
        if self.kind == "complex":
            return f"{self.element.cffi()} _Complex"
        if self.kind == "array":                # of an array: the dimensions follow each other
            base, lengths = self, ""
            while base.kind == "array":
                lengths += f"[{base.name}]"
                base = base.element
            return base.cffi() + lengths
        raise KeyError(self.kind)

    def size(self) -> int | None:
        """Bytes of a value, or None if C alone knows."""
        if self.bits:
            return self.bits // 8
        if self.kind == "pointer":
            return 8
        if self.kind == "abi":
            try:
                return int(ffi.sizeof(self.name))
            except (ffi.error, ValueError):
                return None
        return None

    def dtype(self) -> str | None:
        """The NumPy type of an element, as Python text."""
        if self.kind == "half":
            return "ml_dtypes.bfloat16" if "bf" in self.name.lower() else "np.float16"
        if self.kind == "float":
            return "np.float32" if self.bits == 32 else "np.float64"
        if self.kind == "bool":
            return "np.bool_"
        if self.kind == "complex":
            return f"np.complex{self.bits}"
        if self.kind in ("int", "enum"):
            return f"np.{'' if self.signed else 'u'}int{self.bits}"
        return None


OBJECTS = ("vector", "struct", "string", "map", "pair", "owner", "thread", "file", "lambda", "stringstream", "random",
           "status", "optional", "iterator", "engine")
UNKNOWN = CType("unknown")
VOID = CType("void", "void")
BOOL = CType("bool", "bool", bits=8, signed=False)
STRING = CType("string", "std::string")
FLOAT = CType("float", "float", bits=32)
DOUBLE = CType("float", "double", bits=64)


def _integers() -> dict[str, CType]:
    rows = {"char": (8, True), "signed char": (8, True), "unsigned char": (8, False), "short": (16, True),
            "unsigned short": (16, False), "int": (32, True), "unsigned": (32, False), "unsigned int": (32, False),
            "long": (64, True), "long int": (64, True), "unsigned long": (64, False), "long long": (64, True),
            "long long int": (64, True), "unsigned long long": (64, False), "long unsigned int": (64, False),
            "size_t": (64, False), "ssize_t": (64, True), "ptrdiff_t": (64, True), "intptr_t": (64, True),
            "uintptr_t": (64, False), "intmax_t": (64, True), "uintmax_t": (64, False),
            "signed": (32, True), "uint": (32, False), "streamsize": (64, True)}
    for bits in (8, 16, 32, 64):
        rows[f"int{bits}_t"], rows[f"uint{bits}_t"] = (bits, True), (bits, False)
    return {name: CType("int", name, bits=bits, signed=signed) for name, (bits, signed) in rows.items()}


INTEGERS = _integers()
INT, INT64, UINT64, SIZE = (INTEGERS[n] for n in ("int", "int64_t", "uint64_t", "size_t"))
CHAR = INTEGERS["char"]
NAMED: dict[str, CType] = {
    **INTEGERS, "void": VOID, "bool": BOOL, "float": FLOAT, "double": DOUBLE, "float_t": FLOAT, "double_t": DOUBLE,
    "long double": DOUBLE, "string": STRING, "auto": CType("auto"),
    **{name: CType("half", name, bits=16) for name in ("fp16_t", "float16", "half", "bfloat16", "bf16_t", "bf16",
                                                       "bfloat16_t", "float16_t", "Float16", "__fp16", "_Float16")},
    "time_t": INT64, "clock_t": INT64, "thread": CType("thread"),
    "ostream": CType("stringstream", "ostream"),
    **{name: CType("stringstream") for name in ("stringstream", "ostringstream", "istringstream")},
    "ifstream": CType("file", "rb"), "ofstream": CType("file", "wb"), "fstream": CType("file", "r+b"),
    "FILE": CType("file", "c"), **{name: CType("file", "buffer") for name in ("filebuf", "streambuf")},
    "stat": CType("status"),
    **{name: CType("duration", name) for name in ("seconds", "milliseconds", "microseconds", "nanoseconds")},
    **{name: CType("engine", name) for name in ("mt19937", "mt19937_64", "default_random_engine", "random_device")},
    "minstd_rand0": CType("engine", "default_random_engine"), "bernoulli_distribution": CType("random",
                                                                                              "bernoulli_distribution"),
    "nullptr_t": CType("pointer", of=(VOID,)), "mutex": CType("mutex"), "recursive_mutex": CType("mutex", "recursive"),
    "condition_variable": CType("condition"),
    **{f"atomic_{name}": INTEGERS[name] for name in ("int", "uint", "long")}, "atomic_bool": BOOL,
}


def pointer(to: CType) -> CType:
    return CType("pointer", of=(to,))


def vector(of: CType) -> CType:
    return CType("vector", of=(of,))


def abi_type(name: str) -> CType | None:
    """A type of the C headers by its name, or None."""
    try:
        found = ffi.typeof(name)
    except (ffi.error, ValueError, TypeError):
        found = None
    if found is None or name in ("NULL",):
        return None
    if found.kind == "enum":
        return CType("enum", name, bits=32)
    if found.kind == "primitive":
        known = NAMED.get(found.cname)
        return replace(known, name=name) if known else None
    if found.kind == "pointer":
        return CType("pointer", name, of=(CType("abi", found.item.cname),))
    if found.kind in ("struct", "union"):
        return CType("abi", name)
    return None


def parse_c(text: str) -> CType:
    """A type as the headers spell it: `const aclTensor *const *`, `uint64_t *`."""
    words = text.replace("*", " * ").split()
    const = words[:1] == ["const"]
    stars = words.count("*")
    name = " ".join(w for w in words if w not in ("*", "const", "struct", "enum"))
    found = NAMED.get(name) or abi_type(name) or CType("abi", name)
    if const:
        found = replace(found, const=True)
    for _ in range(stars):
        found = pointer(found)
    return found
