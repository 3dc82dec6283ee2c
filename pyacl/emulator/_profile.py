"""What the emulated machine is: CANN release, SoC, devices, memory."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .. import _abi

RELEASES = {"8.1.RC1": "8.1.RC1", "8.1": "8.1.RC1", "9.1": "9.1"}


@dataclass(frozen=True)
class Soc:
    """One part: its name as `aclrtGetSocName` gives it, and what differs between parts."""

    name: str
    generation: str            # "910", "310P", "910B" (A2), "910_93" (A3), "950"
    bfloat16: bool
    cube_cores: int
    vector_cores: int
    streams: int               # handles per device (R-STR-4)
    events: int
    notifies: int
    padding: int               # spare bytes behind each device block (R-MEM-2)


SOCS = {soc.name: soc for soc in (
    Soc("Ascend910A", "910", False, 32, 32, 2048, 65536, 8192, 32),
    Soc("Ascend310P3", "310P", False, 8, 7, 1024, 65536, 8192, 32),
    Soc("Ascend910B1", "910B", True, 24, 48, 1984, 65536, 8192, 32),
    Soc("Ascend910B4", "910B", True, 20, 40, 1984, 65536, 8192, 32),
    Soc("Ascend910_9391", "910_93", True, 24, 48, 1984, 65536, 8192, 32),
    Soc("Ascend950PR_9599", "950", True, 32, 64, 1984, 65536, 8192, 0),
)}
ALIASES = {"Ascend910": "Ascend910A", "Ascend910B": "Ascend910B1", "Ascend310P": "Ascend310P3",
           "Ascend910_93": "Ascend910_9391", "Ascend950": "Ascend950PR_9599"}


@dataclass(frozen=True)
class Profile:
    """The machine that `emulator.configure` chose."""

    release: str = "9.1"
    soc: Soc = SOCS["Ascend910B1"]
    devices: int = 2
    memory: int = 64 << 30         # bytes per device
    strict: bool = False
    seed: int | None = None
    delay: float = 0.0

    @property
    def newer(self) -> bool:
        """Whether this is a 9.x release rather than 8.1.RC1."""
        return self.release != "8.1.RC1"


def make_profile(profile: str, soc: str, devices: int, memory: int, mode: str, seed: int | None,
                 delay: float) -> Profile:
    """Raises ValueError that names the parameter."""
    if profile not in RELEASES:
        raise ValueError(f"profile={profile!r}: known are {', '.join(sorted(RELEASES))}")
    name = ALIASES.get(soc, soc)
    if name not in SOCS:
        raise ValueError(f"soc={soc!r}: known are {', '.join(sorted([*SOCS, *ALIASES]))}")
    if mode not in ("strict", "faithful"):
        raise ValueError(f"mode={mode!r}: 'strict' or 'faithful'")
    if devices < 0:
        raise ValueError(f"devices={devices!r}: not negative")
    if memory <= 0:
        raise ValueError(f"memory={memory!r}: a positive number of bytes per device")
    if delay < 0:
        raise ValueError(f"delay={delay!r}: not negative")
    return Profile(RELEASES[profile], SOCS[name], devices, memory, mode == "strict", seed, delay)


@lru_cache
def lacking(release: str) -> frozenset[str]:
    """The C functions that a release does not export."""
    table = _abi.SINCE if release == "8.1.RC1" else _abi.ONLY_IN
    return frozenset(name for names in table.values() for name in names.split())
