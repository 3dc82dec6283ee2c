// What a static object frees when the program ends is no leak; with an argument it keeps it.
#include <iostream>
#include "support.h"

struct Memory {
    void *block = nullptr;
    bool keep = false;
    ~Memory()
    {
        if (!keep)
            aclrtFree(block);
        std::cout << "destructor\n";
    }
};

static Memory memory;

int main(int count, char **)
{
    std::ios::sync_with_stdio(false);                      // cout has a buffer of its own
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtMalloc(&memory.block, 1024, ACL_MEM_MALLOC_HUGE_FIRST));
    memory.keep = count > 1;
    return 0;
}
