// What users decide by: proofs, utilization, coalescing, bank conflicts and tiling.
#pragma once

#include "mercator/analysis/proofs.hpp"
#include "mercator/analysis/utilization.hpp"
