#ifndef PYACL_ACL_ACL_RT_API_H
#define PYACL_ACL_ACL_RT_API_H

#include "acl/acl_rt.h"

#endif
