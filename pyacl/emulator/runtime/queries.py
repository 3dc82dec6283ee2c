"""What the machine is: names, versions, capabilities, utilisation."""
from __future__ import annotations

from typing import Any

from ... import _abi
from .._profile import Soc
from .._registry import Refusal, c_function
from .._world import World, world
from .context import Devices, current_context, device_of, invalid, null, stream_for_submit, unsupported, wrong

ffi = _abi.ffi

HOST = 1                                           # aclrtRunMode: the program runs beside the device, not on it
NO_SUCH_RATE = -1
SATURATE, INF_NAN = 0, 1                           # aclrtFloatOverflowMode
L2_CACHE = {"910": 32 << 20, "310P": 16 << 20, "910B": 192 << 20, "910_93": 192 << 20, "950": 128 << 20}
ARCHITECTURE = {"910": 1001, "310P": 2002, "910B": 2201, "910_93": 2201, "950": 3510}
AICPU_CORES = 6
API_VERSION = {"9.1": (1, 17, 0), "8.1.RC1": (1, 14, 0)}
CANN_VERSION = {"9.1": "9.1.0", "8.1.RC1": "8.1.RC1"}
PACKAGES = range(8)                                # aclCANNPackageName; the last is the driver's


class Names:
    """Texts that are lent to C as long as the machine lives."""

    def __init__(self, machine: World) -> None:
        self.soc = ffi.new("char[]", machine.profile.soc.name.encode())


@c_function("aclrtGetSocName")
def soc_name() -> Any:
    return world().part(Names).soc


@c_function("aclrtGetRunMode")
def run_mode(out: Any) -> int:
    if not out:
        raise null("runMode")
    out[0] = HOST
    return 0


@c_function("aclrtGetVersion")
def api_version(major: Any, minor: Any, patch: Any) -> int:
    """Version of the programming interface, not of CANN."""
    if not major or not minor or not patch:
        raise null("a result")
    major[0], minor[0], patch[0] = API_VERSION[world().profile.release]
    return 0


@c_function("aclsysGetCANNVersion")
def cann_version(package: int, out: Any) -> int:
    if not out:
        raise null("version")
    if package not in PACKAGES:
        raise invalid(f"package {package}: 0 to {PACKAGES[-1]}")
    text = CANN_VERSION[world().profile.release]
    parts = [*text.split("."), "0"][:3]
    ffi.memmove(out, bytes(ffi.sizeof("aclCANNPackageVersion")), ffi.sizeof("aclCANNPackageVersion"))
    out.version = text.encode()
    out.majorVersion, out.minorVersion, out.releaseVersion = (part.encode() for part in parts)
    out.patchVersion = b"0"
    return 0


@c_function("aclsysGetVersionStr")
def package_version(package: Any, out: Any) -> int:
    """Every package has the release of the machine."""
    if not package:
        raise null("pkgName")
    if not out:
        raise null("versionStr")
    text = CANN_VERSION[world().profile.release].encode() + b"\0"
    ffi.memmove(out, text, len(text))
    return 0


@c_function("aclsysGetVersionNum")
def package_number(package: Any, out: Any) -> int:
    """major * 10^7 + minor * 10^5 + release * 10^3, less 100 for a release candidate plus its number."""
    if not package:
        raise null("pkgName")
    if not out:
        raise null("versionNum")
    out[0] = 90100000 if world().profile.newer else 80100000 - 100 + 1
    return 0


# -- attributes of devices and of CANN

def _attributes(soc: Soc, memory: int) -> dict[int, int]:
    """aclrtDevAttr -> value; an attribute without one is not of this kind of part."""
    return {1: AICPU_CORES, 101: soc.cube_cores, 102: soc.cube_cores, 201: soc.vector_cores, 301: memory,
            302: L2_CACHE[soc.generation], 401: 0, 405: 0, 406: 0, 409: 0, 501: 0, 601: ARCHITECTURE[soc.generation]}


KNOWN_ATTRIBUTES = {number for name, number in _abi.CONSTANTS.items() if name.startswith("ACL_DEV_ATTR_")}
PHYSICAL_CHIP = 402


@c_function("aclrtGetDeviceInfo")
def device_attribute(index: int, attribute: int, out: Any) -> int:
    """R-DEV-18: here a bad device is 107000 as well."""
    if not out:
        raise null("value")
    machine = world()
    devices = machine.part(Devices).all
    if index >= len(devices):
        raise wrong(f"device {index} does not exist")
    if attribute not in KNOWN_ATTRIBUTES:
        raise wrong(f"attribute {attribute} is unknown")
    known = {**_attributes(machine.profile.soc, machine.profile.memory), PHYSICAL_CHIP: devices[index].physical}
    if attribute not in known:
        raise unsupported(f"attribute {attribute} on this part")
    out[0] = known[attribute]
    return 0


@c_function("aclGetDeviceCapability")
def device_capability(index: int, what: int, out: Any) -> int:
    if not out:
        raise null("value")
    machine = world()
    soc = machine.profile.soc
    values = {0: soc.cube_cores, 1: soc.vector_cores, 2: L2_CACHE[soc.generation]}      # aclDeviceInfo
    if index >= len(machine.part(Devices).all) or what not in values:
        raise invalid(f"device {index}, capability {what}")
    out[0] = values[what]
    return 0


FEATURES = {1: 0, 21: 0}                           # aclrtDevFeatureType -> whether this machine has it


@c_function("aclrtGetDeviceCapability")
def device_feature(index: int, feature: int, out: Any) -> int:
    if not out:
        raise null("value")
    device_of(world(), index)
    if feature not in FEATURES:
        raise wrong(f"feature {feature} is unknown")
    out[0] = FEATURES[feature]
    return 0


CANN_ATTRIBUTES = (0, 1, 2)                        # aclCannAttr: inf/nan, bfloat16, compilation at run time


@c_function("aclGetCannAttribute")
def cann_attribute(attribute: int, out: Any) -> int:
    if not out:
        raise null("value")
    if attribute not in CANN_ATTRIBUTES:
        raise invalid(f"attribute {attribute}: 0 to 2")
    soc = world().profile.soc
    out[0] = int(soc.bfloat16) if attribute in (0, 1) else 1
    return 0


@c_function("aclGetCannAttributeList")
def cann_attributes(out: Any, count: Any) -> int:
    if not out or not count:
        raise null("a result")
    kept = world().part(AttributeList).values
    out[0], count[0] = kept, len(CANN_ATTRIBUTES)
    return 0


class AttributeList:
    """The list that `aclGetCannAttributeList` lends."""

    def __init__(self, machine: World) -> None:
        self.values = ffi.new("aclCannAttr[]", CANN_ATTRIBUTES)


@c_function("aclrtGetDevicesTopo")
def topology(index: int, other: int, out: Any) -> int:
    """All devices sit behind one PCIe switch (R-DEV-18)."""
    if not out:
        raise null("value")
    machine = world()
    device_of(machine, index)
    device_of(machine, other)
    out[0] = 1
    return 0


@c_function("aclrtQueryDeviceStatus")
def device_status(index: int, out: Any) -> int:
    if not out:
        raise null("deviceStatus")
    device_of(world(), index)
    out[0] = 0
    return 0


@c_function("aclrtGetDeviceUtilizationRate")
def utilisation(index: int, out: Any) -> int:
    """R-DEV-15: a device that is not watched; the memory rate never exists."""
    if not out:
        raise null("utilizationInfo")
    if out.utilizationExtend:
        raise invalid("utilizationExtend is reserved, NULL", "EH0012")
    exists = 0 <= index < len(world().part(Devices).all)
    out.cubeUtilization = out.vectorUtilization = out.aicpuUtilization = 0 if exists else NO_SUCH_RATE
    out.memoryUtilization = NO_SUCH_RATE
    return 0


@c_function("aclrtSetTsDevice")
def select_scheduler(number: int) -> int:
    if number not in (0, 1):
        raise invalid(f"tsId {number}: 0 or 1")
    return 0


@c_function("aclrtCheckArchCompatibility")
def check_architecture(name: Any, out: Any) -> int:
    """Whether a program made for a part runs on this one."""
    if not name or not out:
        raise Refusal(107000, "an argument is NULL", token="EE1004")
    out[0] = int(ffi.string(name).decode(errors="replace") == world().profile.soc.name)
    return 0


@c_function("aclrtDeviceL2CacheFlush")
def flush_cache(reserved: Any) -> int:
    """Memory has no cache here that could hold something back."""
    if reserved:
        raise invalid("rsv is reserved, NULL", "EH0012")
    return 0


# -- overflow (R-KRN-4)

@c_function("aclrtSetDeviceSatMode")
def set_saturation(mode: int) -> int:
    if mode not in (SATURATE, INF_NAN):
        raise wrong(f"mode {mode}: 0 or 1")
    current_context(world()).device.saturates = mode
    return 0


@c_function("aclrtGetDeviceSatMode")
def get_saturation(out: Any) -> int:
    if not out:
        raise null("mode")
    out[0] = current_context(world()).device.saturates
    return 0


@c_function("aclrtResetOverflowStatus", "aclrtResetFloatOverflowStatus")
def reset_overflow(handle: Any) -> int:
    """Nothing is counted that could be reset."""
    stream_for_submit(world(), handle)
    return 0


@c_function("aclAppLog")
def log(level: int, function: Any, file: Any, line: int, text: Any) -> None:
    """R-ERR-11: there is no log."""
