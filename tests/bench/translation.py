"""The translator: how long it takes for a sample, and what its program costs beside one that a person wrote."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from c_library import least

SAMPLE = Path(__file__).parent / "softmax_backward.cpp"
BY_HAND = Path(__file__).parent.parent.parent / "examples" / "softmax_backward_c.py"
COMMAND = f"from pyacl.__main__ import main\nmain(['translate', {str(SAMPLE)!r}, '-o', '/dev/null'])"
# CPU time of a program: what its main function takes, and the process as a whole.
RUN = """
import contextlib, io, runpy, sys, time
program = runpy.run_path(sys.argv[1])
with contextlib.redirect_stdout(io.StringIO()):
    start = time.process_time()
    code = program["main"]()
    end = time.process_time()
assert code == 0
print(f"own {(end - start) * 1e3:.2f}", f"whole {end * 1e3:.1f}", sep="\\n")
"""


def program_rows(folder: Path) -> list[dict[str, Any]]:
    """The translated sample against the example of the same calls, on the emulator."""
    from pyacl.translate import translate
    translated = folder / "translated.py"
    translated.write_text(translate(SAMPLE.read_text(), SAMPLE.name).program)
    times = {name: least([sys.executable, "-c", RUN, str(path)], PYACL_BACKEND="emulator")
             for name, path in (("translated", translated), ("by hand", BY_HAND))}
    return [{"what": f"translated program: {words}", "value": round(translated_ms / by_hand_ms, 2), "unit": "x",
             "target": 1.3, "ns": {"translated": translated_ms * 1e6, "by hand": by_hand_ms * 1e6}}
            for part, words in (("own", "its main function"), ("whole", "the process"))
            for translated_ms, by_hand_ms in [(times["translated"][part], times["by hand"][part])]]
