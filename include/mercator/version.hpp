// The version macros alone: MERCATOR_VERSION_MAJOR, _MINOR and _PATCH, and MERCATOR_VERSION.
#pragma once

#include "mercator/core/version.hpp"
