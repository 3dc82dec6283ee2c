// Strings, formats and output streams.
#include <cstdio>
#include <ctime>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>
#include "acl/acl.h"

#define INFO_LOG(fmt, ...) fprintf(stdout, "[INFO]  " fmt "\n", ##__VA_ARGS__)

std::string Join(const std::vector<int64_t> &values, const std::string &separator)
{
    std::string joined;
    for (size_t i = 0; i < values.size(); i++) {
        if (i > 0) {
            joined += separator;
        }
        joined += std::to_string(values[i]);
    }
    return joined;
}

void Show(const char *label, float value)
{
    std::cout << label << ": " << value << "\n";
}

int main(int argc, char **argv)
{
    INFO_LOG("arguments: %d", argc);
    INFO_LOG("plain");
    std::string name = "tensor";
    name += "_0";
    std::cout << name << " has " << name.length() << " letters" << std::endl;
    std::cout << std::fixed << std::setprecision(3) << 3.14159 << " " << 2.0f << std::endl;
    std::cout << std::defaultfloat << std::setprecision(6) << 0.1f << " " << 1e10 << " " << 100000.0 << std::endl;
    std::cout << 42 << " " << true << " " << 'c' << " " << static_cast<int64_t>(-5) << std::endl;
    std::cout << "[" << std::setw(6) << 12 << "]" << std::hex << 255 << std::dec << std::endl;
    Show("value", 2.5f);
    std::cout << Join({1, 2, 3}, ", ") << std::endl;
    const char *layout = "TND";
    if (strcmp(layout, "TND") == 0) {
        printf("layout %s of %zu\n", layout, strlen(layout));
    }
    char buffer[16] = {0};
    strncpy(buffer, layout, sizeof(buffer) - 1);
    printf("buffer %s\n", buffer);
    const char *soc = aclrtGetSocName();
    std::string version = (soc != nullptr) ? std::string(soc) : std::string();
    bool known = version.find("Ascend") != std::string::npos;
    printf("known %d\n", known);
    printf("%s|%10s|%-6s|\n", name.c_str(), "right", "left");
    printf("%s\n", name.substr(0, 3).c_str());
    if (name == "tensor_0") {
        std::cout << "equal" << std::endl;
    }
    std::cerr << "to stderr" << std::endl;
    const char *home = getenv("NO_SUCH_VARIABLE_HERE");
    printf("%s\n", home == nullptr ? "unset" : "set");
    for (int failed = 0; failed < 2; failed++) {
        printf(failed == 0 ? "%s passed\n" : "%s: %d of %d failed\n", "case", failed, 3);
        fprintf(stdout, failed ? "some\n" : "%d\n", failed);
    }
    std::cout << std::boolalpha << (argc > 0) << " " << false << std::noboolalpha << " " << true << '\n';
    std::cout.precision(3);
    std::cout.setf(std::ios::fixed);
    std::cout << 2.0 / 3 << ',' << 7 << std::endl;
    std::cout.unsetf(std::ios::fixed);
    std::cout.width(6);
    std::cout << 12 << " line " << __LINE__ << std::endl;
    time_t now = time(nullptr);
    clock_t ticks = clock();
    std::cout << (now > 0 && ticks >= 0 && ticks / CLOCKS_PER_SEC < 1000) << std::endl;
    (void)argv;
    return 0;
}
