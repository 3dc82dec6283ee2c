"""Discovery where a machine is not tidy: several CANNs, stubs, links, other users; each case in a fresh process.

The order of the search and the layouts are in `test_libraries.py`.
"""
from __future__ import annotations

import os
from pathlib import Path

import pytest
from fake_cann import COMPILER, MACHINE, ask, both, error_of, library, needs_compiler, toolkit, wrong_machine

from pyacl import _elf, _search

CALL = "answer = [call('aclrtSetDevice'), _lib.current().installation.found_via]"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    (folder / "Ascend").mkdir(parents=True)
    return folder


# -- already loaded
@needs_compiler
def test_loaded_under_a_name_of_its_own(home: Path, tmp_path: Path) -> None:
    """A hard link: what the process shows is another file name, what the loader knows is the soname."""
    real = toolkit(tmp_path / "vendor", mark=700) / "lib64" / "libascendcl.so"
    os.link(real, real.parent / "runtime-of-torch.so")
    toolkit(home / "Ascend" / "cann", mark=800)
    answer = ask(f"ctypes.CDLL({str(real.parent / 'runtime-of-torch.so')!r})\n{CALL}\n"
                 "answer += [mapped('libascendcl.so'), mapped('libnnopbase.so'), call('aclCreateTensor'),"
                 "mapped('libnnopbase.so')]", home)
    assert answer == [701, "already loaded in this process", [], [], 710, [str(real.parent / "libnnopbase.so")]]


@needs_compiler
def test_loaded_after_pyacl_was_imported(home: Path, tmp_path: Path) -> None:
    loaded = toolkit(tmp_path / "vendor", mark=700) / "lib64" / "libascendcl.so"
    toolkit(home / "Ascend" / "cann", mark=800)
    code = f"import pyacl.capi\nother = ctypes.CDLL({str(loaded)!r}, mode=ctypes.RTLD_LOCAL)\n{CALL}"
    assert ask(code, home, PYACL_CANN_HOME=str(home / "Ascend/cann")) == [701, "already loaded in this process"]


@needs_compiler
def test_another_library_of_a_release_shows_which_one_is_in_use(home: Path) -> None:
    older = toolkit(home / "Ascend" / "cann-8.5.0", version="8.5.0", mark=500)
    toolkit(home / "Ascend" / "cann-9.1.0", version="9.1.0", mark=900)
    loaded = str(older / "lib64" / "libnnopbase.so")
    answer = ask(f"ctypes.CDLL({loaded!r})\n{CALL}\nanswer.append(mapped('libnnopbase.so'))", home)
    assert answer == [501, "beside libnnopbase.so, already loaded in this process", [loaded]]


@needs_compiler
def test_the_environment_of_a_process_that_loaded_cann_stays(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann")
    (root / "opp").mkdir()
    code = "pyacl.backend()\nanswer = sorted(name for name in os.environ if name.startswith('ASCEND'))"
    assert ask(f"ctypes.CDLL({str(root / 'lib64/libascendcl.so')!r})\n{code}", home) == []
    assert ask(code, home) == ["ASCEND_AICPU_PATH", "ASCEND_HOME_PATH", "ASCEND_OPP_PATH"]


# -- the home that is named
@needs_compiler
@pytest.mark.parametrize("place", ["file", "stub", "nowhere"])
def test_a_wrong_named_home_is_the_first_thing_that_is_said(home: Path, tmp_path: Path, place: str) -> None:
    toolkit(home / "Ascend" / "cann")
    (tmp_path / "file").write_text("")
    stub = library(tmp_path / "stub" / "lib64" / "stub" / "libascendcl.so", {"aclInit": 1})
    (tmp_path / "stub" / "lib64" / "libascendcl.so").symlink_to(stub)
    why = {"file": "not a folder", "nowhere": "no such folder",
           "stub": f"{tmp_path}/stub/lib64/libascendcl.so is a stub for linking, not the library"}[place]
    named = str(tmp_path / place)
    first, *rest = error_of("pyacl.backend()", home, PYACL_CANN_HOME=named).splitlines()
    assert first == f"no CANN was found: PYACL_CANN_HOME={named}: {why}"
    assert "unset it" in " ".join(rest).partition("What to do:")[2]


@needs_compiler
@pytest.mark.parametrize("named", ["Ascend", "Ascend/ascend-toolkit", "Ascend/ascend-toolkit/8.1.RC1",
                                   "Ascend/ascend-toolkit/8.1.RC1/lib64"])
def test_any_folder_of_the_tree_can_be_named(home: Path, named: str) -> None:
    root = toolkit(home / "Ascend" / "ascend-toolkit" / "8.1.RC1")
    code = "answer = [str(_lib.current().installation.root), _lib.current().installation.version]"
    assert ask(code, home, PYACL_CANN_HOME=str(home / named)) == [str(root), "8.1.RC1"]


# -- layouts
@needs_compiler
def test_both_machines_side_by_side_where_lib64_is_a_link_to_the_other(home: Path) -> None:
    root = home / "Ascend" / "cann"
    other = "x86_64" if MACHINE == "aarch64" else "aarch64"
    for machine in (other, MACHINE):
        toolkit(root, folder=f"{machine}-linux/lib64", mark=100 if machine == MACHINE else 200)
    for file in (root / f"{other}-linux" / "lib64").iterdir():
        wrong_machine(file)
    (root / "lib64").symlink_to(f"{other}-linux/lib64")
    assert ask("answer = [call('aclrtSetDevice'), call('aclCreateTensor'), call('aclnnAdd')]", home) == [101, 110, 121]


@needs_compiler
def test_latest_as_a_folder_of_links_has_the_release_of_what_it_links_to(home: Path) -> None:
    real = toolkit(home / "Ascend" / "ascend-toolkit" / "8.10.0", folder=f"{MACHINE}-linux/lib64")
    (real / "lib64").symlink_to(f"{MACHINE}-linux/lib64")
    toolkit(home / "Ascend" / "ascend-toolkit" / "8.9.0", mark=900)
    latest = home / "Ascend" / "ascend-toolkit" / "latest"
    latest.mkdir()
    (latest / "lib64").symlink_to("../8.10.0/lib64")
    answer = ask(f"{CALL}\nanswer.append(_lib.current().installation.version)", home)
    assert answer == [101, f"{home}/Ascend", "8.10.0"]
    assert ask(f"{CALL}", home, ASCEND_HOME_PATH=str(latest)) == [101, f"ASCEND_HOME_PATH={latest}"]


@needs_compiler
def test_a_folder_whose_name_is_no_text(home: Path) -> None:
    """A path on Linux is bytes, in no particular encoding."""
    runtime = str(toolkit(home / "Ascend" / os.fsdecode(b"cann-\xff")) / "lib64" / "libascendcl.so")
    code = "answer = [call('aclrtSetDevice'), pyacl.library_of('aclrtSetDevice'), mapped('libascendcl.so')]"
    assert ask(code, home) == [101, runtime, [runtime]]


@needs_compiler
def test_an_operator_library_of_a_later_release(home: Path) -> None:
    """A name that pyacl does not know yet: still before the single library."""
    toolkit(home / "Ascend" / "cann", operators={"libopapi.so": both(10, "aclnnAdd", "aclnnMul"),
                                                 "libopapi_quantum.so": both(20, "aclnnAdd", "aclnnAbs"),
                                                 "libopapi_nn.so": both(30, "aclnnAbs")})
    assert ask("answer = [call(n) for n in ('aclnnAdd', 'aclnnMul', 'aclnnAbs')]", home) == [21, 11, 31]


@needs_compiler
def test_operators_in_the_folder_of_the_operator_package(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann", version="8.1.RC1")
    folder = root / "opp/built-in/op_impl/ai_core/tbe/op_api/lib/linux" / MACHINE
    folder.mkdir(parents=True)
    (root / "lib64" / "libopapi.so").rename(folder / "libopapi.so")
    code = "call('aclnnAdd')\nanswer = [[o.path, o.found_via, o.version] for o in _lib.current().libraries()]"
    assert ask(code, home)[1] == [str(folder / "libopapi.so"), "beside libascendcl.so", "8.1.RC1"]


@needs_compiler
def test_a_release_without_operators_takes_none_of_another_release(home: Path) -> None:
    toolkit(home / "Ascend" / "cann-8.5.0", version="8.5.0", mark=500)
    newest = toolkit(home / "Ascend" / "cann-9.1.0", version="9.1.0", mark=900)
    for name in ("libnnopbase.so", "libopapi.so"):
        (newest / "lib64" / name).unlink()
    names = ["aclrtSetDevice", "aclCreateTensor", "aclnnAdd"]
    assert ask(f"answer = [call(name) for name in {names}]", home) == [901, None, None]


@needs_compiler
def test_the_driver_is_missing_at_the_end_of_a_chain(home: Path, tmp_path: Path) -> None:
    hal = library(tmp_path / "libascend_hal.so", {"halInit": 1})
    root = home / "Ascend" / "cann"
    inner = library(root / "lib64" / "libruntime.so", {"rt": 1}, needs=(hal,))
    toolkit(root, needs=(library(root / "lib64" / "libacl_rt_impl.so", {"impl": 1}, needs=(inner,)),))
    text = error_of("pyacl.backend()", home)
    assert f"{root} is there, but the NPU driver is not" in text
    assert "libascend_hal.so: cannot open shared object file" in text


@pytest.mark.parametrize(("older", "newer"), [
    ("8.9", "8.10"), ("8.1.RC1", "8.1.RC2"), ("8.1.RC2", "8.1.RC10"), ("8.1.RC2", "8.1.0"), ("9.1.0-beta.3", "9.1.0"),
    ("8.0.RC3.alpha003", "8.0.RC3"), ("8.5.0.alpha002", "8.5.0.beta001"), ("8.1.0", "8.1.1"), ("9.9.9", "10.0.RC1")])
def test_order_of_close_releases(older: str, newer: str) -> None:
    assert _search.version_key(older) < _search.version_key(newer)


# -- the loader
@needs_compiler
def test_the_loader_passes_over_what_is_for_another_machine(home: Path, tmp_path: Path) -> None:
    wrong_machine(toolkit(tmp_path / "a") / "lib64" / "libascendcl.so")
    right = toolkit(tmp_path / "b", mark=200)
    path = f"{tmp_path}/a/lib64:{right}/lib64"
    assert ask(CALL, home, LD_LIBRARY_PATH=path) == [201, "LD_LIBRARY_PATH"]


@needs_compiler
def test_a_stub_in_the_loaders_cache_is_not_opened(home: Path, tmp_path: Path) -> None:
    """Some images run ldconfig over devlib."""
    stub = library(tmp_path / "devlib" / "libascendcl.so", {"aclrtSetDevice": 1})
    real = toolkit(tmp_path / "real", mark=300) / "lib64" / "libascendcl.so"
    cache = tmp_path / "ld.so.cache"
    header = b"glibc-ld.so.cache1.1" + bytes(28)
    code = f"_search.LOADER_CACHE = {str(cache)!r}\n"
    cache.write_bytes(header + f"libascendcl.so\0{stub}\0libc.so.6\0/lib/libc.so.6\0".encode())
    text = error_of(code + "pyacl.backend()", home)
    assert f"the loader's cache: {stub} is a stub for linking, not the library" in text
    cache.write_bytes(header + f"libascendcl.so\0{stub}\0{real}\0".encode())
    assert ask(code + CALL, home) == [301, "the loader's cache"]


@needs_compiler
@pytest.mark.parametrize("folder", ["devlib", "other/lib64"])
def test_needs_come_from_the_same_installation(home: Path, tmp_path: Path, folder: str) -> None:
    """LD_LIBRARY_PATH names stubs or another release: the loader by itself would take the needs from there."""
    root = home / "Ascend" / "cann"
    other = library(tmp_path / folder / "libruntime.so", {"rtSetDevice": 1})
    inner = library(root / "lib64" / "libprofapi.so", {"prof": 2})
    own = library(root / "lib64" / "libruntime.so", {"rtSetDevice": 2}, needs=(inner,))
    toolkit(root, needs=(own,))
    code = "pyacl.backend()\nanswer = [mapped('libruntime.so'), mapped('libprofapi.so')]"
    assert ask(code, home, LD_LIBRARY_PATH=str(other.parent)) == [[str(own)], [str(inner)]]


@needs_compiler
def test_the_driver_comes_before_a_stub_of_it(home: Path, tmp_path: Path) -> None:
    stub = library(tmp_path / "devlib" / "libascend_hal.so", {"halInit": 1})
    driver = library(home / "Ascend/driver/lib64/driver/libascend_hal.so", {"halInit": 2})
    toolkit(home / "Ascend" / "cann", needs=(stub,))
    assert ask("pyacl.backend()\nanswer = mapped('libascend_hal.so')", home,
               LD_LIBRARY_PATH=str(stub.parent)) == [str(driver)]


@needs_compiler
def test_the_driver_where_its_installer_noted_it(home: Path, tmp_path: Path) -> None:
    driver = library(tmp_path / "npu/driver/lib64/driver/libascend_hal.so", {"halInit": 2})
    toolkit(home / "Ascend" / "cann", needs=(driver,))
    note = tmp_path / "ascend_install.info"
    note.write_text(f"Driver_Install_Path_Param={tmp_path}/npu\n")
    code = f"_search.DRIVER_INFO = {str(note)!r}\npyacl.backend()\nanswer = mapped('libascend_hal.so')"
    assert ask(code, home) == [str(driver)]


@pytest.mark.parametrize(("path", "stub"), [
    ("/a/devlib/libascendcl.so", True), ("/a/devlib/linux/x86_64/libascendcl.so", True),
    ("/a/runtime/lib64/stub/libascendcl.so", True), ("/a/runtime/lib64/stub/linux/x86_64/libascendcl.so", True),
    ("/home/stub/lib64/libascendcl.so", False), ("/devlib/cann/lib64/libascendcl.so", False),
    ("/stub/Ascend/cann/x86_64-linux/lib64/libascendcl.so", False)])
def test_what_a_stub_is(path: str, stub: bool) -> None:
    assert _search.is_stub(path) is stub


# -- present, but unusable
@needs_compiler
def test_a_library_for_a_newer_c_library(home: Path, tmp_path: Path) -> None:
    """The needed version is not in this system's libc.so.6, as with a CANN that was built on a newer system."""
    newer = tmp_path / "newer" / "libc.so.6"
    script = tmp_path / "versions"
    script.write_text("GLIBC_2.99 { future; };\n")
    root = home / "Ascend" / "cann-9.1.0"
    library(newer, {"future": 1}, options=("-nostdlib", f"-Wl,--version-script={script}"))
    library(root / "lib64" / "libascendcl.so", {"aclInit": 1}, undefined=("future",), needs=(newer,),
            options=("-nostdlib",))
    text = error_of("pyacl.backend()", home)
    assert text.startswith(f"CANN 9.1.0 in {root} was found, but cannot be loaded: it needs a newer C library than "
                           "this system's glibc ")
    assert "version `GLIBC_2.99' not found" in text
    assert "a newer system" in text.partition("What to do")[2]


@needs_compiler
@pytest.mark.parametrize("what", ["nothing", "machine", "driver", "broken"])
def test_the_one_command(home: Path, tmp_path: Path, what: str) -> None:
    root = home / "Ascend" / "cann-8.5.0"
    if what != "nothing":
        hal = library(tmp_path / "libascend_hal.so", {"halInit": 1})
        toolkit(root, needs=(hal,) if what == "driver" else ())
    if what == "machine":
        wrong_machine(root / "lib64" / "libascendcl.so")
    if what == "broken":
        library(root / "lib64" / "libascendcl.so", {"aclInit": 1}, undefined=("nowhere",))
    fix = ask("try:\n    pyacl.backend()\nexcept pyacl.LibraryNotFoundError as error:\n    answer = error.fix", home)
    install = f"bash Ascend-cann-toolkit_8.5.0_linux-{MACHINE}.run --install"
    nothing = (f"bash Ascend-cann-toolkit_*_linux-{MACHINE}.run --install" if any(Path("/dev").glob("davinci[0-9]*"))
               else "export PYACL_BACKEND=emulator")
    assert fix == {"nothing": nothing, "machine": install, "broken": install,
                   "driver": f"bash Ascend-hdk-*-npu-driver_*_linux-{MACHINE}.run --full"}[what]


@needs_compiler
def test_what_a_library_needs(tmp_path: Path) -> None:
    first, second = (library(tmp_path / name, {name[3]: 1}) for name in ("liba.so", "libb.so"))
    assert _elf.needs(library(tmp_path / "libc.so", {"c": 1}, needs=(first, second)))[:2] == ["liba.so", "libb.so"]
    content = first.read_bytes()
    for number, broken in enumerate((b"", content[:20], content[:100], content[:64] + bytes(64))):
        (tmp_path / str(number)).write_bytes(broken)
        assert _elf.needs(tmp_path / str(number)) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_passed_over(home: Path) -> None:
    closed = home / "Ascend" / "cann"
    closed.mkdir(mode=0)
    try:
        assert "no CANN was found\n" in error_of("pyacl.backend()", home)
        assert f"PYACL_CANN_HOME={closed}: this user may not read it" in error_of("pyacl.backend()", home,
                                                                                 PYACL_CANN_HOME=str(closed))
    finally:
        closed.chmod(0o700)


@needs_compiler
def test_a_user_without_a_home(home: Path) -> None:
    root = toolkit(home / "cann")
    assert COMPILER is not None
    code = "import os.path\nos.path.expanduser = lambda path: path\npyacl.backend()\nanswer = call('aclnnAdd')"
    assert ask(code, home, PYACL_CANN_HOME=str(root)) == both(120, "aclnnAdd")["aclnnAdd"]
