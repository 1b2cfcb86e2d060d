// Einsum, from the equation to a batched matrix multiplication.
#pragma once

#include "mercator/einsum/literal.hpp"
#include "mercator/map/equal.hpp"
#include "mercator/map/text.hpp"
