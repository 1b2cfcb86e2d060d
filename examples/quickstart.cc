// Image preprocessing as one fused kernel: crop, flip, channels first and padding, through one map.
//
//   quickstart [PHOTO.ppm [RESULT.ppm]]
//
// PHOTO.ppm is a binary PPM (P6) of 640 x 480; without one a test picture is drawn.
#include <mercator/mercator.hpp>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace ops = mercator::ops;
using mercator::shape, mercator::perm;
using namespace mercator::literals;

// ---- The operations, each on the output of the one before. The photo is [height, width, channels].

constexpr auto photo = shape<480, 640, 3>{};
constexpr auto crop = ops::slice(photo, ops::start<16, 96, 0>{}, ops::limit<464, 544, 3>{});
constexpr auto flip = ops::reverse(crop.output(), ops::axes<1>{});
constexpr auto planes = ops::transpose(flip.output(), perm<2, 0, 1>{});
constexpr auto pad = ops::pad(planes.output(), ops::low<0, 16, 16>{}, ops::high<0, 16, 16>{});

// One map from the result's elements to the photo's. Its domain is what the padding surrounds.
constexpr auto preprocess = mercator::simplify(pad.output_to_input<0>() >> planes.output_to_input<0>() >>
                                               flip.output_to_input<0>() >> crop.output_to_input<0>());

// ---- What is known before the program runs.

static_assert(pad.output() == shape<3, 480, 480>{});
static_assert(preprocess ==
              "(d0, d1, d2) -> (d1, 559 - d2, d0),"
              " domain: d0 in [0, 2], d1 in [16, 463], d2 in [16, 463]"_map);
static_assert((flip.output_to_input<0>() >> flip.output_to_input<0>()) == mercator::identity(crop.output()));
static_assert(mercator::interval{0, 479}.contains(mercator::bounds<0>(preprocess)));
static_assert(mercator::interval{0, 639}.contains(mercator::bounds<1>(preprocess)));
static_assert(mercator::interval{0, 2}.contains(mercator::bounds<2>(preprocess)));

// ---- The kernel: the border first, then one loop that reads the photo and writes the result.

using bytes = std::vector<std::uint8_t>;
constexpr std::uint8_t border = 114;

bytes run_fused(const bytes& pixels) {
  bytes result(pad.output().elements, border);
  const mercator::tensor_view from(pixels.data(), photo);
  const mercator::tensor_view to(result.data(), pad.output());
  mercator::for_each(preprocess, [&](auto written, auto read) { to[written] = from[read]; });
  return result;
}

// ---- The same step by step, by hand, with a buffer for each step: what the kernel is checked against.

bytes run_step_by_step(const bytes& pixels) {
  constexpr std::size_t n = 448, channels = 3;
  bytes cropped, flipped, planar, padded(channels * 480 * 480, border);
  for (std::size_t y = 16; y < 16 + n; ++y)
    for (std::size_t x = 96; x < 96 + n; ++x)
      for (std::size_t c = 0; c < channels; ++c) cropped.push_back(pixels[(y * 640 + x) * channels + c]);
  for (std::size_t y = 0; y < n; ++y)
    for (std::size_t x = n; x-- > 0;)
      for (std::size_t c = 0; c < channels; ++c) flipped.push_back(cropped[(y * n + x) * channels + c]);
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t pixel = 0; pixel < n * n; ++pixel) planar.push_back(flipped[pixel * channels + c]);
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t y = 0; y < n; ++y)
      for (std::size_t x = 0; x < n; ++x) padded[(c * 480 + y + 16) * 480 + x + 16] = planar[(c * n + y) * n + x];
  return padded;
}

// ---- Pictures.

[[noreturn]] void fail(const std::string& why) {
  std::cerr << "quickstart: " << why << '\n';
  std::exit(1);
}

/// Colours that tell left from right and top from bottom, and a white F.
bytes draw_photo() {
  bytes pixels;
  for (int y = 0; y < 480; ++y)
    for (int x = 0; x < 640; ++x) {
      const bool stem = x >= 240 && x < 290 && y >= 100 && y < 380;
      const bool arm = x >= 240 && x < 420 && ((y >= 100 && y < 150) || (y >= 215 && y < 260));
      for (const int colour : {x * 255 / 639, y * 255 / 479, (x / 32 + y / 32) % 2 * 128})
        pixels.push_back(static_cast<std::uint8_t>(stem || arm ? 255 : colour));
    }
  return pixels;
}

/// The next number of a PPM's header; white space and comments may stand before it.
int header_number(std::istream& file) {
  for (std::string comment; (file >> std::ws).peek() == '#';) std::getline(file, comment);
  int number = -1;
  file >> number;
  return number;
}

bytes read_photo(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path + ": cannot be opened");
  std::string kind;
  if (file >> kind; kind != "P6") fail(path + ": is not a binary PPM (P6)");
  const int width = header_number(file), height = header_number(file), white = header_number(file);
  if (!file) fail(path + ": the header is not P6, width, height and maximum");
  if (width != 640 || height != 480)
    fail(path + ": is " + std::to_string(width) + " x " + std::to_string(height) + ", not 640 x 480");
  if (white != 255) fail(path + ": the maximum is " + std::to_string(white) + ", not 255");
  file.get();
  bytes pixels(photo.elements);
  file.read(reinterpret_cast<char*>(pixels.data()), photo.elements);
  const std::streamsize got = file.gcount();
  if (got != photo.elements)
    fail(path + ": ends after " + std::to_string(got) + " of " + std::to_string(photo.elements) + " bytes");
  return pixels;
}

/// Writes [channels, height, width] as a PPM, whose order is [height, width, channels].
void write_picture(const std::string& path, const bytes& planar) {
  bytes pixels(planar.size());
  const auto channels_last = ops::transpose(pad.output(), perm<1, 2, 0>{});
  const mercator::tensor_view from(planar.data(), pad.output());
  const mercator::tensor_view to(pixels.data(), channels_last.output());
  mercator::for_each(channels_last.output_to_input<0>(), [&](auto written, auto read) { to[written] = from[read]; });
  std::ofstream file(path, std::ios::binary);
  file << "P6\n480 480\n255\n";
  file.write(reinterpret_cast<const char*>(pixels.data()), static_cast<std::streamsize>(pixels.size()));
  if (!file.flush()) fail(path + ": cannot be written");
}

/// A path as the user means it: `bazel run` starts programs in another directory.
std::string user_path(const char* path) {
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  return directory ? (std::filesystem::path(directory) / path).string() : path;
}

int main(int argc, char** argv) {
  const bytes pixels = argc > 1 ? read_photo(user_path(argv[1])) : draw_photo();
  const std::string result_path = user_path(argc > 2 ? argv[2] : "quickstart.ppm");

  const bytes result = run_fused(pixels);
  if (result != run_step_by_step(pixels)) fail("the fused kernel and the steps differ");
  write_picture(result_path, result);

  std::cout << "read       " << (argc > 1 ? argv[1] : "a test picture") << ", 640 x 480\n"
            << "did        crop to 448 x 448, horizontal flip, channels first, padding by 16 to [3, 480, 480]\n"
            << "in one map " << preprocess << '\n'
            << "checked    equal to the four steps one after the other, with a buffer each\n"
            << "wrote      " << result_path << '\n';
}
