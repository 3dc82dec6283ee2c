#ifndef PYACL_ACL_OPS_ACL_FV_H
#define PYACL_ACL_OPS_ACL_FV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* only in 8.1.RC1 */
typedef enum aclfvSearchType {
    SEARCH_1_N = 0,
    SEARCH_N_M = 1,
} aclfvSearchType;

/* only in 8.1.RC1 */
typedef struct aclfvFeatureInfo aclfvFeatureInfo;
/* only in 8.1.RC1 */
typedef struct aclfvInitPara aclfvInitPara;
/* only in 8.1.RC1 */
typedef struct aclfvQueryTable aclfvQueryTable;
/* only in 8.1.RC1 */
typedef struct aclfvRepoRange aclfvRepoRange;
/* only in 8.1.RC1 */
typedef struct aclfvSearchInput aclfvSearchInput;
/* only in 8.1.RC1 */
typedef struct aclfvSearchResult aclfvSearchResult;

/* only in 8.1.RC1 */
aclfvFeatureInfo *aclfvCreateFeatureInfo(uint32_t id0, uint32_t id1, uint32_t offset, uint32_t featureLen, uint32_t featureCount, uint8_t *featureData, uint32_t featureDataLen);
/* only in 8.1.RC1 */
aclfvInitPara *aclfvCreateInitPara(uint64_t fsNum);
/* only in 8.1.RC1 */
aclfvQueryTable *aclfvCreateQueryTable(uint32_t queryCnt, uint32_t tableLen, uint8_t *tableData, uint32_t tableDataLen);
/* only in 8.1.RC1 */
aclfvRepoRange *aclfvCreateRepoRange(uint32_t id0Min, uint32_t id0Max, uint32_t id1Min, uint32_t id1Max);
/* only in 8.1.RC1 */
aclfvSearchInput *aclfvCreateSearchInput(aclfvQueryTable *queryTable, aclfvRepoRange *repoRange, uint32_t topk);
/* only in 8.1.RC1 */
aclfvSearchResult *aclfvCreateSearchResult(uint32_t queryCnt, uint32_t *resultNum, uint32_t resultNumDataLen, uint32_t *id0, uint32_t *id1, uint32_t *resultOffset, float *resultDistance, uint32_t dataLen);
/* only in 8.1.RC1 */
aclError aclfvDel(aclfvFeatureInfo *featureInfo);
/* only in 8.1.RC1 */
aclError aclfvDestroyFeatureInfo(aclfvFeatureInfo *featureInfo);
/* only in 8.1.RC1 */
aclError aclfvDestroyInitPara(aclfvInitPara *initPara);
/* only in 8.1.RC1 */
aclError aclfvDestroyQueryTable(aclfvQueryTable *queryTable);
/* only in 8.1.RC1 */
aclError aclfvDestroyRepoRange(aclfvRepoRange *repoRange);
/* only in 8.1.RC1 */
aclError aclfvDestroySearchInput(aclfvSearchInput *searchInput);
/* only in 8.1.RC1 */
aclError aclfvDestroySearchResult(aclfvSearchResult *searchResult);
/* only in 8.1.RC1 */
aclError aclfvInit(aclfvInitPara *initPara);
/* only in 8.1.RC1 */
aclError aclfvModify(aclfvFeatureInfo *featureInfo);
/* only in 8.1.RC1 */
aclError aclfvRelease(void);
/* only in 8.1.RC1 */
aclError aclfvRepoAdd(aclfvSearchType type, aclfvFeatureInfo *featureInfo);
/* only in 8.1.RC1 */
aclError aclfvRepoDel(aclfvSearchType type, aclfvRepoRange *repoRange);
/* only in 8.1.RC1 */
aclError aclfvSearch(aclfvSearchType type, aclfvSearchInput *searchInput, aclfvSearchResult *searchRst);
/* only in 8.1.RC1 */
aclError aclfvSet1NTopNum(aclfvInitPara *initPara, uint32_t maxTopNumFor1N);
/* only in 8.1.RC1 */
aclError aclfvSetNMTopNum(aclfvInitPara *initPara, uint32_t maxTopNumForNM);

#ifdef __cplusplus
}
#endif

#endif
