// Texts need nothing included, and work while compiling.
#include "mercator/core/text.hpp"

namespace {

using mercator::text;

constexpr text hello("hello");
static_assert(hello == "hello" && "hello" == hello);
static_assert(hello != "hell" && hello != "hello!" && hello != "" && hello != "hellO");
static_assert(hello == text("hello") && hello != text("help") && hello != text("hellx"));
static_assert(hello.size() == 5 && hello[1] == 'e' && hello.c_str()[5] == '\0' && !hello.empty());
static_assert(text("") == "" && text("").empty());

template <text Text>
struct holds {
  static constexpr auto size = Text.size();
};
static_assert(holds<"four">::size == 4);

constexpr bool prints() {
  text<25> out;
  mercator::buffer_sink to{out.data()};
  mercator::write_literal(to, "x ");
  mercator::write_integer(to, -9223372036854775807 - 1);
  to.put(' ');
  mercator::write_terminated(to, "!?");
  return out == "x -9223372036854775808 !?" && to.at == out.data() + 25;
}
static_assert(prints());

}  // namespace
