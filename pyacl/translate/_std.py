"""The parts of the C and C++ libraries that samples use, as tables: what a name gives, and what it is in Python."""
from __future__ import annotations

from ._types import BOOL, CHAR, DOUBLE, FLOAT, INT, INT64, SIZE, STRING, UINT64, UNKNOWN, VOID, CType, pointer

_STREAM = CType("stream")
_TEXT = pointer(CHAR)

# Function of <cmath> -> what computes it in Python.
MATH = {
    "sqrt": "np.sqrt", "exp": "np.exp", "log": "np.log", "pow": "np.power", "fabs": "abs", "floor": "np.floor",
    "ceil": "np.ceil", "sin": "np.sin", "cos": "np.cos", "tan": "np.tan", "tanh": "np.tanh", "fmod": "np.fmod",
    "log2": "np.log2", "log10": "np.log10", "log1p": "np.log1p", "expm1": "np.expm1", "trunc": "np.trunc",
    "erf": "math.erf", "cosh": "np.cosh", "sinh": "np.sinh", "asin": "np.arcsin", "acos": "np.arccos",
    "atan": "np.arctan", "atan2": "np.arctan2", "fmax": "np.fmax", "fmin": "np.fmin", "exp2": "np.exp2",
    "rint": "np.rint", "nearbyint": "np.rint", "cbrt": "np.cbrt", "hypot": "np.hypot", "copysign": "np.copysign",
    "acosh": "np.arccosh", "asinh": "np.arcsinh", "atanh": "np.arctanh", "erfc": "math.erfc", "tgamma": "math.gamma",
    "lgamma": "math.lgamma", "ldexp": "np.ldexp", "nextafter": "np.nextafter", "remainder": "math.remainder",
}
FLOATING = (*MATH, "round")
CLASSIFYING = ("isnan", "isinf", "isfinite", "signbit")
# Trait of <type_traits> -> the kinds of NumPy's types that it holds for.
TYPE_KINDS = {"is_floating_point": "f", "is_integral": "iub", "is_arithmetic": "iubf", "is_signed": "if",
              "is_unsigned": "ub"}
# What has one exact result; of the others, C computes those of a float in double and rounds.
EXACT = ("sqrt", "fabs", "floor", "ceil", "fmod", "trunc", "fmax", "fmin", "rint", "nearbyint", "copysign", "ldexp",
         "nextafter", "remainder")

# Name -> the C type of its result, or the rule for it: "same" as the first argument (or the template argument),
# "last" argument, "floating" (double for integers, as <cmath> has it), "template" argument.
STD_FUNCTIONS: dict[str, CType | str] = {
    "get_id": UINT64,
    **dict.fromkeys(("printf", "fprintf", "snprintf", "sprintf", "puts", "putchar", "fflush", "setvbuf", "fputs",
                     "system", "strcmp", "strncmp", "memcmp", "fclose", "fseek", "usleep", "atoi", "stoi", "setenv",
                     "remove", "gettimeofday", "isdigit", "access", "vprintf", "perror", "rand", "abs_int",
                     "open", "close", "stat", "getpid", "mkdir", "rmdir", "unlink", "rename", "chmod",
                     "S_ISREG", "S_ISDIR", "tolower", "toupper"), INT),
    **dict.fromkeys(("strlen", "fread", "fwrite", "strtoul", "stoul", "stoull", "distance_size"), SIZE),
    **dict.fromkeys(("atol", "atoll", "stol", "stoll", "strtol", "strtoll", "time", "ftell", "lround", "llround",
                     "lrint", "distance", "count", "labs", "llabs", "read", "write", "count_if",
                     "clock"), INT64),
    **dict.fromkeys(("atof", "stod", "strtod"), DOUBLE),
    **dict.fromkeys(("stof", "strtof", *(f"{name}f" for name in FLOATING)), FLOAT),
    **dict.fromkeys(FLOATING, "floating"),
    **dict.fromkeys((*CLASSIFYING, "equal", "getline", "all_of", "any_of", "none_of"), BOOL),
    **dict.fromkeys(("abs", "max", "min", "swap", "move", "ref", "cref", "forward", "clamp", "exchange",
                     "real", "imag", "conj"), "same"),
    "accumulate": "third", "reduce": "third", "inner_product": "last",
    **dict.fromkeys(("fill", "iota", "exit", "abort", "srand", "free", "memset_void", "sort", "reverse", "transform",
                     "copy", "sleep", "sleep_for", "for_each", "assert", "reverse_copy", "fill_n", "quick_exit",
                     "generate", "copy_n", "rewind", "stable_sort", "partial_sort", "rotate", "partial_sum",
                     "generate_n", "iter_swap", "shuffle"), VOID),
    **dict.fromkeys(("memcpy", "memset", "memmove", "malloc", "calloc", "aligned_alloc"), pointer(VOID)),
    **dict.fromkeys(("strncpy", "strcpy", "strstr", "strcat", "getenv", "strerror", "strrchr", "strchr", "basename",
                     "fgets"), _TEXT),
    "to_string": STRING, "fopen": CType("file", "c"), "make_pair": "tuple", "make_unique": "template",
    "make_shared": "template", "setprecision": CType("manipulator"), "setw": CType("manipulator"),
    "setfill": CType("manipulator"), "make_tuple": "tuple", "async": CType("thread"), "now": CType("clock"),
    **dict.fromkeys(("find", "find_if", "max_element", "min_element", "lower_bound", "upper_bound", "next", "prev",
                     "remove_if", "unique"), "iterator"),
    "get": "entry", "bind": UNKNOWN, "tie": UNKNOWN, "duration_cast": CType("duration"), "memcpy_s": INT,
    "memset_s": INT, "back_inserter": CType("inserter"),
}

# Name -> what it is in Python, and its type.
STD_VALUES: dict[str, tuple[str, CType]] = {
    "CLOCKS_PER_SEC": ("1000000", INT64), "ACLNN_SUCCESS": ("ACL_SUCCESS", INT),
    "NULL": ("NULL", pointer(VOID)), "nullptr": ("NULL", pointer(VOID)),
    "EXIT_SUCCESS": ("0", INT), "EXIT_FAILURE": ("1", INT), "RAND_MAX": ("2147483647", INT),
    "INT_MAX": ("2147483647", INT), "INT_MIN": ("-2147483648", INT), "INT32_MAX": ("2147483647", INT),
    "INT32_MIN": ("-2147483648", INT), "INT64_MAX": ("9223372036854775807", INT64),
    "INT64_MIN": ("-9223372036854775808", INT64), "LONG_MAX": ("9223372036854775807", INT64),
    "LLONG_MAX": ("9223372036854775807", INT64), "UINT32_MAX": ("4294967295", CType("int", "uint32_t", bits=32,
                                                                                    signed=False)),
    "UINT16_MAX": ("65535", INT), "UINT8_MAX": ("255", INT), "INT8_MAX": ("127", INT), "INT16_MAX": ("32767", INT),
    "UINT_MAX": ("4294967295", CType("int", "unsigned int", bits=32, signed=False)), "LONG_MIN": (
        "-9223372036854775808", INT64),
    "INT8_MIN": ("-128", INT), "INT16_MIN": ("-32768", INT),
    "UINT64_MAX": ("18446744073709551615", SIZE), "SIZE_MAX": ("18446744073709551615", SIZE),
    "FLT_MAX": ("float(np.finfo(np.float32).max)", FLOAT), "FLT_MIN": ("float(np.finfo(np.float32).tiny)", FLOAT),
    "FLT_EPSILON": ("float(np.finfo(np.float32).eps)", FLOAT), "DBL_MAX": ("sys.float_info.max", DOUBLE),
    "DBL_MIN": ("sys.float_info.min", DOUBLE), "DBL_EPSILON": ("sys.float_info.epsilon", DOUBLE),
    "M_PI": ("math.pi", DOUBLE), "M_E": ("math.e", DOUBLE), "M_SQRT2": ("math.sqrt(2)", DOUBLE),
    "M_SQRT1_2": ("math.sqrt(0.5)", DOUBLE), "M_2_SQRTPI": ("2 / math.sqrt(math.pi)", DOUBLE),
    "INFINITY": ("math.inf", FLOAT), "NAN": ("math.nan", FLOAT), "npos": ("-1", CType("npos")),
    "cout": ("", _STREAM), "cerr": ("sys.stderr", _STREAM), "clog": ("sys.stderr", _STREAM),
    **{name: (name, CType("manipulator")) for name in ("endl", "fixed", "scientific", "defaultfloat", "hex", "dec",
                                                        "boolalpha", "noboolalpha", "flush", "left", "right",
                                                        "showpos", "noshowpos", "uppercase", "nouppercase", "showbase",
                                                        "noshowbase", "oct", "hexfloat", "showpoint", "internal")},
    **{name: (name, INT) for name in ("_IONBF", "_IOLBF", "_IOFBF")},
    "stdout": ("", CType("file", "c")), "stderr": ("sys.stderr", CType("file", "c")),
    "cin": ("sys.stdin", _STREAM), "nothrow": ("", UNKNOWN),
    "nullopt": ("None", CType("optional")),
    "binary": ("", CType("openmode")), "in": ("", CType("openmode")), "out": ("", CType("openmode")),
    "app": ("", CType("openmode")), "trunc": ("", CType("openmode")), "end": ("2", INT), "cur": ("1", INT),
    "trunc_mode": ("", CType("openmode")), "ate": ("", CType("openmode")), "beg": ("0", INT),
    "SEEK_SET": ("0", INT), "SEEK_END": ("2", INT), "SEEK_CUR": ("1", INT), "errno": ("0", INT),
    **{name: (f"os.{name}", INT) for name in ("F_OK", "R_OK", "W_OK", "X_OK", "O_RDONLY", "O_WRONLY", "O_RDWR",
                                              "O_CREAT", "O_TRUNC", "O_APPEND", "O_EXCL")},
    **{name: (f"stat.{name.replace('S_IREAD', 'S_IRUSR').replace('S_IWRITE', 'S_IWUSR')}", INT)
       for name in ("S_IRUSR", "S_IWUSR", "S_IXUSR", "S_IRGRP", "S_IWGRP", "S_IROTH", "S_IWOTH", "S_IRWXU", "S_IREAD",
                    "S_IWRITE", "S_IRWXG", "S_IRWXO")},
    "launch": ("", UNKNOWN), "ignore": ("_", UNKNOWN),
}

METHOD_TYPES: dict[str, CType] = {
    "get_id": UINT64,
    **dict.fromkeys(("size", "length", "count", "capacity", "find", "rfind", "find_first_of",
                     "find_last_of"), SIZE),
    **dict.fromkeys(("tellg", "tellp", "gcount", "sgetn", "sputn", "pubseekoff", "pubseekpos"), INT64),
    "rdbuf": CType("file", "buffer"),
    **dict.fromkeys(("empty", "is_open", "good", "eof", "fail", "joinable", "has_value", "bad", "valid"), BOOL),
    "c_str": _TEXT, "what": _TEXT, "str": STRING, "substr": STRING, "compare": INT,
    **dict.fromkeys(("push_back", "emplace_back", "clear", "resize", "reserve", "join", "reset", "close", "pop_back",
                     "assign", "erase", "insert", "swap", "fill", "detach", "wait", "lock", "unlock", "shrink_to_fit",
                     "append"), VOID),
}

# Methods that change how many elements a container has, or which.
GROWING = ("push_back", "emplace_back", "insert", "pop_back", "clear", "erase", "resize", "assign", "reserve",
           "emplace", "push_front", "pop_front", "push", "pop")
