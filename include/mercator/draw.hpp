// Pictures of maps.
#pragma once

#include "mercator/draw/svg.hpp"
#include "mercator/draw/terminal.hpp"
