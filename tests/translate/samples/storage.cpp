// Files through <cstdio>, <fstream> and POSIX; text taken apart.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include "acl/acl.h"

long SizeOnDisk(const std::string &path)
{
    struct stat info;
    if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return -1;
    }
    return info.st_size;
}

size_t Load(const std::string &path, void *target, size_t most)
{
    std::ifstream source;
    source.open(path, std::ios::binary);
    if (!source.is_open()) {
        return 0;
    }
    std::filebuf *buffer = source.rdbuf();
    size_t length = buffer->pubseekoff(0, std::ios::end, std::ios::in);
    buffer->pubseekpos(0, std::ios::in);
    if (length > most) {
        length = most;
    }
    buffer->sgetn(static_cast<char *>(target), length);
    source.close();
    return length;
}

bool Store(const char *path, const void *bytes, size_t count)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (descriptor < 0) {
        return false;
    }
    bool whole = write(descriptor, bytes, count) == static_cast<ssize_t>(count);
    close(descriptor);
    return whole;
}

void Bytes(const char *path)
{
    float numbers[4] = {1.5f, 2.5f, 3.5f, 4.5f};
    FILE *file = fopen(path, "wb");
    if (file == nullptr) {
        printf("cannot open %s\n", path);
        return;
    }
    printf("%zu elements\n", fwrite(numbers, sizeof(float), 4, file));
    fclose(file);
    file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    std::vector<float> back(size / sizeof(float));
    size_t count = fread(back.data(), sizeof(float), back.size(), file);
    printf("%ld bytes, %zu elements, the last is %.1f\n", size, count, back[3]);
    fclose(file);
    std::vector<int64_t> wide = {1, 2, 3};
    printf("stored %d\n", Store(path, wide.data(), wide.size() * sizeof(int64_t)));
    std::vector<int64_t> again(3);
    count = Load(path, again.data(), 24);
    printf("%zu bytes, %ld\n", count, again[2]);
    printf("%ld on disk\n", SizeOnDisk(path));
    if (access(path, F_OK) == 0) {
        printf("there\n");
    }
    remove(path);
    if (access(path, F_OK) != 0 && SizeOnDisk(path) < 0 && Load(path, numbers, 16) == 0) {
        printf("gone\n");
    }
    if (!fopen("/nowhere/at/all", "rb")) {
        printf("nowhere\n");
    }
}

void Lines(const char *path)
{
    FILE *file = fopen(path, "w");
    fprintf(file, "%d %s\n", 42, "first");
    fputs("second\n", file);
    fclose(file);
    file = fopen(path, "r");
    char line[32];
    while (fgets(line, sizeof(line), file) != NULL) {
        printf("[%s]", line);
    }
    fclose(file);
    putchar('\n');
    {
        std::ofstream out(path);
        out << "3 4.5 word" << std::endl;
        for (int i = 0; i < 3; i++) {
            out << i << ",";
        }
        out << "\n";
    }
    std::ifstream in(path);
    if (!in) {
        return;
    }
    int whole;
    float part;
    std::string word;
    in >> whole >> part >> word;
    std::cout << whole << " " << part << " " << word << std::endl;
    std::string text;
    std::getline(in, text);
    while (std::getline(in, text)) {
        std::istringstream fields(text);
        std::string field;
        while (std::getline(fields, field, ',')) {
            std::cout << field << ";";
        }
        std::cout << std::endl;
    }
    std::istringstream sums("10 20 30");
    int value, total = 0;
    while (sums >> value) {
        total += value;
    }
    std::cout << total << std::endl;
    std::ifstream bytes(path, std::ios::binary);
    std::vector<char> all((std::istreambuf_iterator<char>(bytes)), std::istreambuf_iterator<char>());
    std::cout << all.size() << " characters" << std::endl;
    bytes.seekg(0, std::ios::beg);
    bytes.read(all.data(), 4);
    std::cout << bytes.gcount() << " read" << std::endl;
    std::ifstream rest(path);
    std::stringstream content;
    content << rest.rdbuf();
    std::cout << content.str().substr(0, 10) << std::endl;
    unlink(path);
}

struct Head {
    int32_t magic;
    int16_t kind[3];
    float scale;
};

struct Block {
    Head head;
    uint64_t count = 0;
    bool used;
};

#pragma pack(push, 1)
struct Wire {
    uint8_t kind;
    uint64_t count;
};
#pragma pack(2)
struct Pairs {
    uint8_t kind;
    uint32_t count;
};
#pragma pack(pop)

struct Small {
    uint8_t kind;
    uint32_t count;
} __attribute__((packed));

struct alignas(16) Wide {
    char name[3];
};

struct Names {
    char kind;
    struct Small small;
    int16_t number;
};

int BytesOfStructs()
{
    Wire wire{3, 1ull << 33}, seen{};
    char bytes[9];
    memcpy(bytes, &wire, sizeof(wire));
    memcpy(&seen, bytes, sizeof(bytes));
    printf("%d %lu %d\n", seen.kind, seen.count, bytes[0]);
    std::unique_ptr<uint8_t[]> owned(new uint8_t[sizeof(Wire)]);
    memcpy(owned.get(), bytes, sizeof(Wire));
    Wire *inside = reinterpret_cast<Wire *>(owned.get());
    inside->count += 1;
    const uint8_t *signs = (const uint8_t *)&seen;
    printf("%d %lu %d\n", owned[1], inside->count, signs[5]);
    printf("%zu %zu %zu %zu %zu\n", sizeof(Wire), sizeof(Pairs), sizeof(Small), sizeof(Wide), sizeof(Names));
    Block block{};
    block.head.magic = 7;
    block.head.kind[1] = -3;
    block.head.scale = 1.5f;
    block.count = 1ull << 40;
    block.used = true;
    void *device = nullptr;
    int ret = aclrtMalloc(&device, sizeof(block), ACL_MEM_MALLOC_HUGE_FIRST);
    ret |= aclrtMemcpy(device, sizeof(Block), &block, sizeof(block), ACL_MEMCPY_HOST_TO_DEVICE);
    Block back;
    memset(&back, 0xff, sizeof(back));
    printf("%d %lu\n", back.head.magic, back.count);
    ret |= aclrtMemcpy(&back, sizeof(back), device, sizeof(back), ACL_MEMCPY_DEVICE_TO_HOST);
    Block copy = back;
    copy.head.magic = 1;
    printf("%d %d %d %.2f %lu %d %zu\n", back.head.magic, copy.head.magic, back.head.kind[1], back.head.scale,
           back.count, back.used, sizeof(Block));
    return ret | aclrtFree(device);
}

int main()
{
    std::string path = "/tmp/translate_storage_" + std::to_string(getpid());
    mkdir(path.c_str(), 0755);
    std::string file = path + "/sample";
    Bytes(file.c_str());
    Lines(file.c_str());
    rmdir(path.c_str());
    printf("%d\n", access(path.c_str(), F_OK));
    printf("%d\n", aclInit(nullptr) | aclrtSetDevice(0) | BytesOfStructs() | aclrtResetDevice(0) | aclFinalize());
    return 0;
}
