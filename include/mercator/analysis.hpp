// What users decide by: proofs, utilization, coalescing, bank conflicts and tiling.
#pragma once

#include "mercator/analysis/bank_conflicts.hpp"
#include "mercator/analysis/coalescing.hpp"
#include "mercator/analysis/proofs.hpp"
#include "mercator/analysis/symbolic_tiling.hpp"
#include "mercator/analysis/tiling.hpp"
#include "mercator/analysis/utilization.hpp"
