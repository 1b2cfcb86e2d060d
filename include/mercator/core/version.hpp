// The version of the library: of the few macros there are, as a program may have to ask before it compiles.
#pragma once

#define MERCATOR_VERSION_MAJOR 0
#define MERCATOR_VERSION_MINOR 1
#define MERCATOR_VERSION_PATCH 0

/// One number that grows with the version: #if MERCATOR_VERSION >= 100 asks for 0.1.0 or later.
#define MERCATOR_VERSION (MERCATOR_VERSION_MAJOR * 10000 + MERCATOR_VERSION_MINOR * 100 + MERCATOR_VERSION_PATCH)
