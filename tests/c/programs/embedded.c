/* A program with a Python of its own, opened for itself alone: the emulator joins it.  argv[1]: path of libpython. */
#include <dlfcn.h>
#include "support.h"

int main(int count, char **arguments)
{
    void *python = dlopen(arguments[count - 1], RTLD_NOW | RTLD_LOCAL);
    if (!python)
        return puts(dlerror()), 1;
    void (*initialize)(int) = (void (*)(int))dlsym(python, "Py_InitializeEx");
    int (*run)(const char *) = (int (*)(const char *))dlsym(python, "PyRun_SimpleString");
    void *(*save)(void) = (void *(*)(void))dlsym(python, "PyEval_SaveThread");
    void (*restore)(void *) = (void (*)(void *))dlsym(python, "PyEval_RestoreThread");
    void *state;

    initialize(0);
    run("import sys\nbefore = 'pyacl' in sys.modules");
    state = save();
    CHECK(aclrtSetDevice(0));
    restore(state);
    run("print(before, 'pyacl' in sys.modules, flush=True)");
    save();
    CHECK(aclrtResetDevice(0));
    return 0;
}
