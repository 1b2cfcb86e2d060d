// HLO text from anywhere: an error with a place in the text, or a module that holds together and whose maps, as they
// are printed, can be read.
#include <cstddef>
#include <cstdint>

#include "mercator/hlo/listing.hpp"
#include "mercator/map/runtime_map.hpp"
#include "test/fuzz/require.hpp"
#include "test/hlo/module_of.hpp"
#include "test/hlo/well_formed.hpp"

using namespace mercator_test;

namespace {

constexpr int most_listed = 24;  // instructions

void check_lines(const std::string& lines) {
  for (std::size_t at = 0, end = 0; at < lines.size(); at = end + 1) {
    end = lines.find('\n', at);
    const std::string line = lines.substr(at, end - at);
    const std::size_t map = line.find(": (");
    if (map == std::string::npos)
      require(line.find(": unknown (") != std::string::npos, "a line has a map or why there is none", line);
    else
      require(mercator::runtime_map::parse(line.substr(map + 2, line.find(" ; ") - map - 2)).has_value(),
              "a printed map can be read", line);
  }
}

void check_maps(const hlo::hlo_module& m, hlo::listing_options options) {
  string_sink to;
  hlo::listing listing(to, m, options);
  listing.whole(m.entry_computation());
  if (m.counts.instructions <= most_listed)
    listing.all();
  else
    listing.one(m.root(m.entry_computation()));
  check_lines(to.text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const module_of m(text);
  if (!m) {
    const int offset = m.error().offset;
    require(offset >= 0 && offset <= static_cast<int>(size), "an error has a place in the text", text);
    require(m.message().size() > 6, "an error has a message", text);
    return 0;
  }
  require(is_well_formed(*m), "a module holds together", text);
  check_maps(*m, {hlo::direction::output_to_input, 0, size % 2 == 0});
  check_maps(*m, {hlo::direction::input_to_output, 0, false});
  return 0;
}
