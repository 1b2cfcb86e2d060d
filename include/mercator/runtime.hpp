// Maps at run time.
#pragma once

#include "mercator/map/runtime_map.hpp"
