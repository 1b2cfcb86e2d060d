// Maps at run time.
#pragma once

#include "mercator/map/runtime_cursor.hpp"
#include "mercator/map/runtime_map.hpp"
#include "mercator/map/runtime_operations.hpp"
#include "mercator/map/runtime_program.hpp"
#include "mercator/ops/runtime_collectives.hpp"
#include "mercator/ops/runtime_contractions.hpp"
#include "mercator/ops/runtime_operations.hpp"
