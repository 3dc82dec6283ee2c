"""The few functions of C and C++ that a translated program brings with it, where Python has nothing like them."""
from __future__ import annotations

HELPERS = {
    "libc": '''
libc = ctypes.CDLL(None)                           # for its rand
''',
    "divide": '''
def divide(a: int, b: int) -> int:
    """The quotient of integers as C has it: towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient
''',
    "remainder": '''
def remainder(a: int, b: int) -> int:
    """The remainder of integers as C has it: with the sign of a."""
    return abs(a) % abs(b) if a >= 0 else -(abs(a) % abs(b))
''',
    "signed": '''
def signed(value: int, bits: int) -> int:
    """What so many bits of a number say to C, which keeps the sign in the first one."""
    half = 1 << (bits - 1)
    return (value + half) % (2 * half) - half
''',
    "cut": '''
def cut(value: int, dtype: Any) -> Any:
    """An integer as another type of number, which may have fewer bits."""
    return np.array(value).astype(dtype)[()]
''',
    "round_half_away": '''
def round_half_away(x: float) -> float:
    """The nearest integer as C's round gives it: halves go away from zero."""
    below = np.floor(abs(x))
    nearest = float(below + 1 if abs(x) - below >= 0.5 else below)
    return nearest if x >= 0 else -nearest
''',
    "address": '''
def address(pointer: Any) -> str:
    """A pointer as printf's %p shows it."""
    number = int(ffi.cast("uintptr_t", pointer))
    return f"0x{number:x}" if number else "(nil)"
''',
    "strcmp": '''
def strcmp(a: Any, b: Any) -> int:
    """-1, 0 or 1, as a comes before b, is b, or comes behind it."""
    return (a > b) - (a < b)
''',
    "resize": '''
def resize(values: list[Any], size: int, value: Any) -> None:
    """Cut a list or fill it up with what value() gives, as std::vector::resize does."""
    del values[size:]
    values.extend(value() for _ in range(size - len(values)))
''',
    "assign": '''
def assign(values: Any, new: Any) -> None:
    """Make an array hold what another one holds, whose length may differ."""
    values.resize(len(new), refcheck=False)
    values[:] = new
''',
    "start_thread": '''
def start_thread(target: Any, *arguments: Any) -> threading.Thread:
    """A thread that runs already, as std::thread is one."""
    thread = threading.Thread(target=target, args=arguments)
    thread.start()
    return thread
''',
    "streamed": '''
def streamed(value: Any) -> str:
    """A number as std::cout prints it by default."""
    if isinstance(value, (np.int8, np.uint8)):
        return chr(value)
    if isinstance(value, str):
        return value
    return str(int(value)) if isinstance(value, (int, np.integer, np.bool_)) else f"{float(value):g}"
''',
    "OutputFormat": '''
class OutputFormat:
    """How std::cout prints: what a manipulator says holds until another says something else."""

    def __init__(self) -> None:
        self.precision, self.style, self.base, self.fill = 6, "g", "d", " "
        self.words = self.left = self.plus = self.upper = self.prefix = False

    def text(self, value: Any, width: int = 0, bits: int = 32) -> str:
        text = str(value)
        if isinstance(value, bool):
            text = text.lower() if self.words else self.number(int(value), bits)
        elif not isinstance(value, str):
            text = self.number(value, bits)
        return text.ljust(width, self.fill) if self.left else text.rjust(width, self.fill)

    def number(self, value: Any, bits: int) -> str:
        sign = "+" if self.plus else ""
        if not hasattr(value, "__index__"):
            text = f"{value:{sign}.{self.precision}{self.style}}"
        elif self.base == "d":
            text = f"{value:{sign}d}"
        else:
            number = int(value) & ((1 << bits) - 1)
            text = {"x": "0x", "o": "0"}[self.base] * (self.prefix and number > 0) + f"{number:{self.base}}"
        return text.upper() if self.upper else text


cout = OutputFormat()
''',
    "open_file": '''
def open_file(path: str, mode: str, at_end: bool = False) -> Any:
    """A binary file, or None if it cannot be opened."""
    try:
        file = open(path, mode)
    except OSError:
        return None
    if at_end:
        file.seek(0, 2)
    return file
''',
    "open_descriptor": '''
def open_descriptor(path: str, flags: int, mode: int = 0o777) -> int:
    """A file descriptor, or -1 if the file cannot be opened."""
    try:
        return os.open(path, flags, mode)
    except OSError:
        return -1
''',
    "file_status": '''
def file_status(path: str) -> os.stat_result | None:
    """What stat tells of a file, or None if there is none."""
    try:
        return os.stat(path)
    except OSError:
        return None
''',
    "attempt": '''
def attempt(function: Any, *arguments: Any) -> int:
    """0, or -1 where the operating system refuses."""
    try:
        function(*arguments)
    except OSError:
        return -1
    return 0
''',
    "read_line": '''
def read_line(stream: Any, end: str = "\\n") -> str | None:
    """The next line of a stream without its end, or None behind the last."""
    text = ""
    while sign := stream.read(1):
        sign = sign if isinstance(sign, str) else sign.decode("latin-1")
        if sign == end:
            return text
        text += sign
    return text or None
''',
    "read_value": '''
def read_value(stream: Any, kind: Any) -> Any:
    """The next word of a stream as a str, int or float, or None at its end."""
    word = ""
    while sign := stream.read(1):
        sign = sign if isinstance(sign, str) else sign.decode("latin-1")
        if not sign.isspace():
            word += sign
        elif word:
            stream.seek(stream.tell() - 1)
            break
    return kind(word) if word else None
''',
    "read_into": '''
def read_into(buffer: Any, size: int, file: Any) -> Any:
    """Read a line of at most size - 1 bytes into a buffer, as C's fgets does; NULL at the end."""
    line = file.readline(size - 1)
    if not line:
        return NULL
    ffi.memmove(buffer, line + b"\\0", len(line) + 1)
    return buffer
''',
    "print_into": '''
def print_into(buffer: Any, text: bytes, size: int = 1 << 62) -> int:
    """Write a text into a buffer of a size, as C's snprintf does; gives the length of the whole text."""
    kept = text[:size - 1] + b"\\0"
    ffi.memmove(buffer, kept, len(kept))
    return len(text)
''',
    "leading_number": '''
def leading_number(text: str, base: int = 10) -> tuple[int, str]:
    """The whole number that a text begins with, as C's strtol finds it (0 if none), and the rest of the text."""
    found, rest = 0, text
    for end in range(1, len(text) + 1):
        try:
            found, rest = int(text[:end].replace("_", "x"), base), text[end:]
        except ValueError:
            continue
    return found, rest
''',
    "c_type": '''
def c_type(dtype: Any) -> str:
    """C's name of an element type of NumPy."""
    name = np.dtype(dtype).name
    return {"float32": "float", "float64": "double", "bool": "bool"}.get(name, name + "_t")
''',
    "close_all": '''
def close_all(objects: list[Any]) -> None:
    """What happens at the end of a std::vector that owns objects."""
    for owned in objects:
        if owned is not None:
            owned.close()
''',
    "Thrown": '''
class Thrown(BaseException):
    """What C++ throws that is no exception: a number or a text."""
''',
    "unique_lock": '''
class unique_lock:
    """Holds a mutex as std::unique_lock does: to the end of the scope, if it is not unlocked before."""

    def __init__(self, mutex: Any) -> None:
        self.mutex, self.holds = mutex, False

    def lock(self) -> None:
        self.mutex.acquire()
        self.holds = True

    def unlock(self) -> None:
        self.holds = False
        self.mutex.release()

    def __enter__(self) -> "unique_lock":
        self.lock()
        return self

    def __exit__(self, *error: object) -> None:
        if self.holds:
            self.unlock()
''',
    "condition_variable": '''
class condition_variable:
    """Waits as std::condition_variable may: it looks again and again, as if it were woken without a cause."""

    def wait(self, lock: unique_lock, ready: Any = None) -> None:
        while True:
            if ready is not None and ready():
                return
            lock.unlock()
            time.sleep(0.001)
            lock.lock()
            if ready is None:
                return

    def wait_for(self, lock: unique_lock, seconds: float, ready: Any) -> bool:
        end = time.monotonic() + seconds
        while not ready() and time.monotonic() < end:
            lock.unlock()
            time.sleep(0.001)
            lock.lock()
        return bool(ready())
''',
    "start_async": '''
def start_async(target: Any, *arguments: Any) -> Any:
    """A call in a thread of its own; result() waits for what it gives."""
    executor = ThreadPoolExecutor(1)
    future = executor.submit(target, *arguments)
    executor.shutdown(wait=False)
    return future
''',
    "ordered_by": '''
def ordered_by(less: Any) -> Any:
    """The key for a sort by a function that says whether its first argument comes before the second."""
    return cmp_to_key(lambda a, b: -1 if less(a, b) else 1 if less(b, a) else 0)
''',
    "unique_ptr": '''
class unique_ptr:
    """Owns a pointer as std::unique_ptr does: the deleter runs at the end of the scope, unless the pointer is NULL."""

    def __init__(self, pointer: Any, deleter: Any) -> None:
        self.pointer, self.deleter = pointer, deleter

    def __enter__(self) -> "unique_ptr":
        return self

    def __exit__(self, *error: object) -> None:
        self.reset()

    def get(self) -> Any:
        return self.pointer

    def release(self) -> Any:
        pointer, self.pointer = self.pointer, NULL
        return pointer

    def reset(self, pointer: Any = NULL) -> None:
        old, self.pointer = self.pointer, pointer
        if old != NULL:
            self.deleter(old)
''',
    "shared_ptr": '''
class shared_ptr:
    """Owns a pointer as std::shared_ptr does: its deleter runs at the end of the scope, for NULL too."""

    def __init__(self, pointer: Any = NULL, deleter: Any = None) -> None:
        self.pointer, self.deleter = pointer, deleter

    def __enter__(self) -> "shared_ptr":
        return self

    def __exit__(self, *error: object) -> None:
        self.reset()

    def get(self) -> Any:
        return self.pointer

    def reset(self, pointer: Any = NULL, deleter: Any = None) -> None:
        old, self.pointer = self.pointer, pointer
        release, self.deleter = self.deleter, deleter
        if release is not None:
            release(old)
''',
}
