// The parts of Boost.Hana that the library stands on. Hana names a template parameter I, which <complex.h> defines.
#pragma once

#pragma push_macro("I")
#undef I

#include <boost/hana/bool.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/minus.hpp>
#include <boost/hana/mult.hpp>
#include <boost/hana/negate.hpp>
#include <boost/hana/plus.hpp>
#include <boost/hana/tuple.hpp>

#pragma pop_macro("I")
