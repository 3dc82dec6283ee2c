/* The part of the emulator's C library that is the same for every function.

   A function of the library jumps through its place in `table`.  The first call of each fills that place: the Python
   of this process, or one that is started for it, is asked for the address of the emulator's callback.  Nothing of
   Python is linked: its functions are looked up by name, so that one file serves every version.

   Before this text the generator puts: the includes, PYTHON, PACKAGE and `names`. */

/* -- Python, as far as it is needed (every signature is the same from 3.10 on) */
typedef struct object object;

static struct {
    int (*is_initialized)(void);
    void (*initialize)(int);
    void (*set_program_name)(const wchar_t *);
    wchar_t *(*decode)(const char *, size_t *);
    void *(*save_thread)(void);
    int (*ensure)(void);
    void (*release)(int);
    object *(*variable_of_sys)(const char *);
    object *(*import)(const char *);
    object *(*call)(object *, const char *, const char *, ...);
    void *(*as_pointer)(object *);
    void (*decref)(object *);
    void (*print_error)(void);
    void (*clear_error)(void);
    void (*before_fork)(void);
    void (*after_fork_in_parent)(void);
    void (*after_fork_in_child)(void);
} python;

static const struct { const char *name; void *place; } wanted[] = {
    {"Py_IsInitialized", &python.is_initialized}, {"Py_InitializeEx", &python.initialize},
    {"Py_SetProgramName", &python.set_program_name}, {"Py_DecodeLocale", &python.decode},
    {"PyEval_SaveThread", &python.save_thread}, {"PyGILState_Ensure", &python.ensure},
    {"PyGILState_Release", &python.release}, {"PySys_GetObject", &python.variable_of_sys},
    {"PyImport_ImportModule", &python.import}, {"PyObject_CallMethod", &python.call},
    {"PyLong_AsVoidPtr", &python.as_pointer}, {"Py_DecRef", &python.decref}, {"PyErr_Print", &python.print_error},
    {"PyErr_Clear", &python.clear_error}, {"PyOS_BeforeFork", &python.before_fork},
    {"PyOS_AfterFork_Parent", &python.after_fork_in_parent}, {"PyOS_AfterFork_Child", &python.after_fork_in_child},
};

static void *table[sizeof names / sizeof *names];
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
static __thread int in_start;                              /* popen forks, by way of our own handlers before glibc 2.29 */
static pid_t started;                                      /* the process that has a Python, 0 before */
static int joined;                                         /* whether somebody else started it, and will end it */
static const char *gone = "";                              /* what to say if the Python taken does not do */
static int verdict = -1;                                   /* exit code that the report asks for, -1 before it */

/* A function that cannot be called must never look like one that succeeded. */
static __attribute__((noreturn, format(printf, 1, 2))) void stop(const char *format, ...)
{
    va_list arguments;
    fflush(stdout);                                        /* what the program printed before */
    fputs("pyacl emulator: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs("\n", stderr);
    abort();
}

static void look_up(void *library, const char *where)
{
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *address = dlsym(library, wanted[i].name);
        if (!address)
            stop("%s is no Python that can be used: it lacks %s", where, wanted[i].name);
        memcpy(wanted[i].place, &address, sizeof address);
    }
}

/* The path of a libpython that somebody in this process has opened for himself alone. */
static int is_python(struct dl_phdr_info *object, size_t size, void *found)
{
    const char *name = strrchr(object->dlpi_name, '/');
    (void)size;
    if (!name || strncmp(name, "/libpython3.", 12) || !strcmp(name, "/libpython3.so"))
        return 0;
    *(const char **)found = object->dlpi_name;
    return 1;
}

/* Prints where an interpreter is and where its library may be, the likeliest first. */
#define WHERE "import sys, sysconfig\n" \
    "value = sysconfig.get_config_var\n" \
    "name = 'libpython%d.%d%s.so.1.0' % (*sys.version_info[:2], sys.abiflags)\n" \
    "folder = value('LIBDIR')\n" \
    "print(sys.executable, '%s/%s' % (folder, name), '%s/%s/%s' % (folder, value('MULTIARCH'), name)," \
    " '%s/lib/%s' % (sys.base_prefix, name), name, sep='\\n')"

/* Where the pyacl is that built this library, as the last place to look for one. */
static void add_package(void)
{
    python.call(python.variable_of_sys("path"), "append", "(s)", PACKAGE);
}

/* Python's main thread: one of its own, that never ends.  Python takes the thread that starts it for the main one, and
   would take any later thread with the same number for it, if that one could end. */
static void *be_main_thread(void *ready)
{
    python.initialize(0);                                  /* 0: Ctrl-C stays the program's */
    add_package();
    python.import("threading");                            /* which takes the thread that imports it for the main one */
    python.save_thread();                                  /* every thread takes the GIL when it needs it */
    sem_post(ready);
    for (;;)
        pause();
}

static void start_main_thread(void)
{
    pthread_t thread;
    sem_t ready;
    sigset_t all, before;
    int code;

    sem_init(&ready, 0, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);           /* signals are for the threads of the program */
    code = pthread_create(&thread, NULL, be_main_thread, &ready);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code)
        stop("no thread can be started for Python: %s", strerror(code));
    while (sem_wait(&ready))
        ;
}

static void start_python(void)
{
    const char *chosen = getenv("PYACL_PYTHON");
    const char *name = chosen && *chosen ? chosen : PYTHON;
    char command[8192], line[4096], program[4096] = "", tried[2048] = "";
    void *library = NULL;
    FILE *output;

    if (name != chosen && access(name, X_OK)) {
        name = "python3";
        gone = " (" PYTHON ", which built this library, is gone: python3 was tried)";
    }
    if (strchr(name, '\''))
        stop("PYACL_PYTHON=%s: a path with ' in it cannot be used", name);
    snprintf(command, sizeof command, "'%s' -I -S -c \"%s\"", name, WHERE);
    output = popen(command, "r");
    while (output && fgets(line, sizeof line, output)) {
        line[strcspn(line, "\n")] = 0;
        if (!*program)
            strcpy(program, line);
        else if (!library && !(library = dlopen(line, RTLD_NOW | RTLD_GLOBAL)))
            snprintf(tried + strlen(tried), sizeof tried - strlen(tried), "\n  %s", dlerror());
    }
    if (output)
        pclose(output);
    if (!*program)
        stop("the Python %s cannot be started: set PYACL_PYTHON to the interpreter that has pyacl%s", name, gone);
    if (!library)
        stop("%s has no shared library (it was built without --enable-shared, or its libpython package is not "
             "installed): set PYACL_PYTHON to an interpreter that has pyacl and one%s. Tried:%s", program, gone, tried);
    look_up(library, program);
    python.set_program_name(python.decode(program, NULL)); /* finds the packages of a virtual environment */
    start_main_thread();
}

static int ended_with;

static void keep_status(int status, void *unused)
{
    (void)unused;
    ended_with = status;
}

static void start(void)
{
    const char *path;

    pthread_mutex_lock(&starting);
    in_start = 1;
    if (!started) {
        if (dlsym(RTLD_DEFAULT, "Py_IsInitialized"))
            look_up(RTLD_DEFAULT, "this program");
        else if (dl_iterate_phdr(is_python, &path))
            look_up(dlopen(path, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL), path);
        joined = python.is_initialized != NULL;
        if (!joined)
            start_python();
        else if (!python.is_initialized())
            stop("this program has a Python of its own that it has not started");
        on_exit(keep_status, NULL);
        started = getpid();
    }
    in_start = 0;
    pthread_mutex_unlock(&starting);
}

/* What a call of Python gave; the GIL is held. */
static object *checked(object *result, const char *what)
{
    if (!result) {
        python.print_error();
        stop("%s: the emulator cannot do it, the reason is above%s", what, gone);
    }
    return result;
}

static object *module(const char *what)
{
    static int added;
    object *found = python.import("pyacl.emulator._native");

    if (!found && joined && !added++) {                    /* a Python that knows no pyacl */
        python.clear_error();
        add_package();
        found = python.import("pyacl.emulator._native");
    }
    return checked(found, what);
}

/* Whoever ends Python before the process ends takes the report along: it comes with his Python's end.  GIL held. */
static void share_end(void)
{
    static int done;

    if (!joined || done)
        return;
    done = 1;
    python.decref(checked(python.call(module("report"), "finish_with_python", "(n)", (intptr_t)&verdict), "report"));
}

static __attribute__((noinline, cold)) void *resolve(size_t index)
{
    int state;
    object *result;
    void *address;

    start();
    if (!python.is_initialized())
        stop("%s is called after Python has ended", names[index]);
    state = python.ensure();
    share_end();
    result = checked(python.call(module(names[index]), "address", "(s)", names[index]), names[index]);
    address = python.as_pointer(result);
    python.decref(result);
    __atomic_store_n(&table[index], address, __ATOMIC_RELEASE);
    python.release(state);
    return address;
}

static inline void *entry(size_t index)
{
    void *address = __atomic_load_n(&table[index], __ATOMIC_ACQUIRE);
    return __builtin_expect(!address, 0) ? resolve(index) : address;
}

/* -- fork: Python is told, as os.fork() does it, so that the child has an emulator that works */
static int forking, fork_state;

static void before_fork(void)
{
    if (in_start)
        return;
    pthread_mutex_lock(&starting);
    forking = started && !joined;                          /* whoever joined us forks through Python */
    if (forking) {
        fork_state = python.ensure();
        python.before_fork();
    }
}

static void after_fork(void (*told)(void))
{
    if (in_start)
        return;
    if (forking) {
        told();
        python.release(fork_state);
    }
    pthread_mutex_unlock(&starting);
}

static void after_fork_in_parent(void)
{
    after_fork(python.after_fork_in_parent);
}

static void after_fork_in_child(void)
{
    after_fork(python.after_fork_in_child);
}

/* -- the end of the process.  The report comes behind the destructors of the program, which may still free something,
   and before those of Python's libraries: that is where a destructor of this library stands.  An exit code can be
   changed by exit functions only; one that was registered at loading runs last.  In a program that opens this library
   itself the exit function comes first, and then does both. */
static __attribute__((destructor)) void report(void)
{
    int state;
    object *result;

    if (verdict >= 0 || started != getpid() || !python.is_initialized())
        return;
    fflush(stdout);
    state = python.ensure();
    result = checked(python.call(module("report"), "finish", "(i)", ended_with), "report");
    verdict = (int)(intptr_t)python.as_pointer(result);
    python.decref(result);
    python.release(state);
}

static void at_exit(int status, void *unused)
{
    (void)unused;
    report();
    if (status == 0 && verdict > 0)
        exit(verdict);                                     /* glibc goes on with the functions that are left */
}

static __attribute__((constructor)) void at_loading(void)
{
    on_exit(at_exit, NULL);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

static void no_hccl(const char *function)
{
    fprintf(stderr, "pyacl emulator: %s fails: HCCL, the communication between devices, is not emulated\n", function);
}

/* -- the functions */
