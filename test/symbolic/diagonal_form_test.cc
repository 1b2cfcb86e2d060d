#include "mercator/symbolic/diagonal_form.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "test/arguments.hpp"
#include "test/support/random.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;
constexpr int most = 4;
using matrix = diagonal_form<most, most>;

using rows_of_numbers = std::vector<std::vector<i64>>;

/// By the first row.
i64 determinant(const rows_of_numbers& a) {
  if (a.empty()) return 1;
  i64 sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    rows_of_numbers rest(a.begin() + 1, a.end());
    for (auto& row : rest) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
    sum += (c % 2 == 0 ? 1 : -1) * a[0][c] * determinant(rest);
  }
  return sum;
}

template <class Entry>
i64 determinant(int n, Entry entry) {
  rows_of_numbers a(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[static_cast<std::size_t>(i)].push_back(entry(i, j));
  return determinant(a);
}

}  // namespace

TEST_CASE("a matrix between two that can be undone is diagonal") {
  mercator_test::random_numbers random(191);
  int done = 0, dependent = 0;
  for (long long k = mercator_test::argument("cases", 3000); k > 0; --k) {
    const int rows = random.between(1, most), columns = random.between(1, most);
    const i64 size = random.one_of<i64>({1, 3, 20});
    i64 a[most][most];
    matrix m;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) m.entry[i][j] = a[i][j] = random.one_in(3) ? 0 : random.in(-size, size);
    i64 gram = determinant(columns, [&](int i, int j) {
      i64 sum = 0;
      for (int r = 0; r < rows; ++r) sum += a[r][i] * a[r][j];
      return sum;
    });
    REQUIRE(m.make(rows, columns) == (gram != 0));
    dependent += gram == 0;
    if (gram == 0) continue;
    ++done;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        i64 sum = 0;
        for (int r = 0; r < rows; ++r)
          for (int c = 0; c < columns; ++c) sum += m.left(i, r) * a[r][c] * m.right(c, j);
        REQUIRE(sum == (i == j ? m.divisor(i) : 0));
      }
    for (int t = 0; t < columns; ++t) REQUIRE(m.divisor(t) > 0);
    REQUIRE(magnitude(determinant(rows, [&](int i, int j) { return m.left(i, j); })) == 1);
    REQUIRE(magnitude(determinant(columns, [&](int i, int j) { return m.right(i, j); })) == 1);
  }
  CHECK(done > 500);
  CHECK(dependent > 500);
}

TEST_CASE("numbers that do not fit are said") {
  diagonal_form<2, 2> m;
  const i64 large = i64{1} << 62;
  m.entry[0][0] = 3;
  m.entry[0][1] = large - 1;
  m.entry[1][0] = large;
  m.entry[1][1] = large - 5;
  CHECK_FALSE(m.make(2, 2));
}
