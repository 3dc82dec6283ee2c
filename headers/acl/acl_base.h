#ifndef PYACL_ACL_ACL_BASE_H
#define PYACL_ACL_ACL_BASE_H

#include "acl/acl_base_mdl.h"
#include "acl/acl_base_rt.h"

#endif
