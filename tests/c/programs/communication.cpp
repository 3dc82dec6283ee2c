// A program that communicates between devices compiles and links, and its first call fails.
#include "hccl/hccl.h"
#include "hccl/hccl_types.h"
#include "support.h"

int main()
{
    int32_t devices[2] = {0, 1};
    HcclComm communicators[2];
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    HcclResult result = HcclCommInitAll(2, devices, communicators);
    printf("%d %d\n", result == HCCL_E_NOT_SUPPORT, config.hcclBufferSize == HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET);
    return 0;
}
