// Pictures of maps.
#pragma once

#include "mercator/draw/page.hpp"
#include "mercator/draw/svg.hpp"
#include "mercator/draw/terminal.hpp"
