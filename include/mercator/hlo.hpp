// HLO text while compiling: mercator::hlo<R"(…)">.
#pragma once

#include "mercator/hlo/typed_module.hpp"
#include "mercator/mercator.hpp"
