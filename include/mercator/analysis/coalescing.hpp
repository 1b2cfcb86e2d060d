// Coalescing: how many transactions the warps of a grid need against the fewest possible, over all warps.
#pragma once

#include "mercator/analysis/sentence.hpp"
#include "mercator/analysis/static_access.hpp"

namespace mercator {

/// What the warps' accesses to a tensor in global memory need. A request is one access of one warp. All numbers
/// are exact, over all requests of the grid; `known` is true of static maps, which are an error else.
struct coalescing_report {
  /// What memory moves at a time, and the widest access of a thread, in bytes.
  static constexpr i64 sector_bytes = 32, line_bytes = 128, widest_bytes = 16;

  /// Whether it was counted.
  bool known = false;
  /// Bytes of an element.
  i64 element_bytes = 0;
  /// Accesses of warps, over the whole grid.
  i64 requests = 0;
  /// Different elements of each request: their sum, and the most of one.
  i64 elements = 0, worst_elements = 0;
  /// Different sectors.
  i64 sectors = 0, worst_sectors = 0;
  /// The fewest sectors that would hold the elements of each request, summed over all.
  i64 fewest_sectors = 0;
  /// Different lines.
  i64 lines = 0, worst_lines = 0;
  i64 vector = 1;           ///< the widest aligned vector of elements that each thread can take in one access
  bool contiguous = false;  ///< the last range variable counts neighbouring elements
  /// Whether neighbouring threads are one distance apart.
  bool stride_known = false;
  i64 stride = 0;           ///< how many elements neighbouring threads are apart
  bool in_one_row = false;  ///< the threads of a warp differ in th_x alone

  /// The fewest sectors that hold the elements of the request with the most.
  constexpr i64 ideal_sectors() const { return ceil_div(worst_elements * element_bytes, sector_bytes); }
  /// The fewest lines that hold the most elements of one request.
  constexpr i64 ideal_lines() const { return ceil_div(worst_elements * element_bytes, line_bytes); }
  /// The part of the bytes moved that is asked for, from 0 to 1.
  constexpr double efficiency() const {
    return sectors == 0 ? 1
                        : static_cast<double>(elements * element_bytes) / static_cast<double>(sectors * sector_bytes);
  }
  /// Sectors a request.
  constexpr double mean_sectors() const {
    return requests == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(requests);
  }
  /// Lines a request.
  constexpr double mean_lines() const {
    return requests == 0 ? 0 : static_cast<double>(lines) / static_cast<double>(requests);
  }
  /// Whether no request needs more sectors than its own elements fill.
  constexpr bool is_coalesced() const { return sectors <= fewest_sectors; }
};

/// An error: the requests were not counted.
template <class Map>
struct coalescing_undecided {
  static_assert(sizeof(Map) == 0,
                "mercator: coalescing<E>(m, shape) requires a map whose accesses can be counted with little "
                "work");
};

namespace analysis {

namespace detail {

/// Whether the last range variable's elements follow one another in memory.
constexpr bool is_contiguous(const map_tree& t, const access& a, means with) {
  if (t.ranges == 0) return false;
  const int s = t.dims + t.ranges - 1;
  access_form m(t, a);
  if (m.form().m.known_empty) return false;
  // the place less the variable, less the same where the variable is at its first value
  pool& p = m.p();
  const int rest = p.add(m.element(), m.variable(s), -1);
  int image[limits::variables];
  for (int v = 0; v < t.variables(); ++v) image[v] = v == s ? p.number(p.lo[s]) : m.variable(v);
  symbolic::substitution at_first(p, p, image);
  const int difference = p.add(rest, at_first.line(rest), -1);
  return p.range(s).count() > 1 && is_zero(m.form(), difference, with) == truth::yes;
}

/// Whether each thread can take the last range variable's elements, which are contiguous, in aligned vectors of
/// `width`: all of one or none in the domain.
constexpr bool vectors_fit(const map_tree& t, const access& a, i64 width, means with) {
  const int s = t.dims + t.ranges - 1;
  access_form residue(t, a);
  if (residue.form().m.known_empty) return true;
  const i64 lo = a.elements.empty() ? residue.p().lo[s] : a.elements.lo;
  const int from_first = residue.p().shift(residue.variable(s), -lo);
  const int difference = residue.p().add(residue.element(), from_first, -1);
  if (is_zero(residue.form(), symbolic::mod(residue.p(), difference, width), with) != truth::yes) return false;
  const auto vectors = [&](access_form& m) {
    for (int v = 0; v < t.variables(); ++v)
      m.form().m.add_result(v != s ? m.variable(v) : symbolic::floordiv(m.p(), m.p().shift(m.variable(s), -lo), width));
    return key_counts{t.variables()};
  };
  const image_count n = count_in_pieces(access_groups(t, a, 0, with, vectors));
  const count_of points = domain_size(t, with);
  return n.known && points.known && points.value == saturating_mul(n.elements, width);
}

/// How far apart the places of neighbouring threads are, where they are as far everywhere.
constexpr void find_stride(const map_tree& t, const access& a, coalescing_report& out) {
  access_form m(t, a);
  if (m.form().m.known_empty || !m.form().fits() || m.p().range(0).count() < 2) return;
  out.stride_known = true;
  for (int i = m.p().begin[m.element()], e = m.p().end(m.element()); i < e; ++i) {
    const int atom = m.p().atom[i];
    if (!m.p().is_variable(atom) && depends(m.p(), m.p().operand[atom], 0)) out.stride_known = false;
  }
  out.stride = m.p().coefficient_of(m.element(), 0);
}

/// Whether the threads of every warp differ in th_x alone.
constexpr bool warps_are_rows(const map_tree& t, const access& a) {
  const auto size = [&](int d) { return t.known_empty ? 0 : (a.thread[d].empty() ? t.box[d] : a.thread[d]).count(); };
  i64 others = 1;
  for (int d = 1; d < a.threads; ++d) others = saturating_mul(others, size(d));
  return others == 1 || size(0) % access::warp == 0;
}

}  // namespace detail

/// How many different units of so many bytes the requests of an access need.
constexpr image_count count_requests(const map_tree& t, const access& a, i64 unit_bytes, means with) {
  const auto units = [](access_form& m) {
    const int keys = m.add_keys(access::warp);
    m.form().m.add_result(m.unit());
    return key_counts{keys};
  };
  return count_in_pieces(access_groups(t, a, unit_bytes, with, units));
}

/// The elements of the requests, and the fewest sectors that would hold them.
struct requested_elements {
  image_count count;       ///< groups are requests
  i64 fewest_sectors = 0;  ///< summed over all requests
};

constexpr requested_elements count_requested(const map_tree& t, const access& a, means with) {
  const auto elements = [](access_form& m) {
    const int keys = m.add_keys(access::warp);
    m.form().m.add_result(m.element());
    return key_counts{keys};
  };
  group_sizes sizes;
  requested_elements out{count_in_pieces(access_groups(t, a, 0, with, elements), &sizes)};
  out.count.known &= sizes.known();
  if (out.count.known) out.fewest_sectors = sizes.fewest_units(a.element_bytes, coalescing_report::sector_bytes);
  return out;
}

/// What does not depend on warps, but for the vector: contiguous, stride.
constexpr coalescing_report pattern_of(const map_tree& t, const access& a, means with) {
  coalescing_report out;
  out.contiguous = detail::is_contiguous(t, a, with);
  detail::find_stride(t, a, out);
  out.in_one_row = detail::warps_are_rows(t, a);
  return out;
}

/// Whether contiguous elements can be taken in vectors of so many.
constexpr bool takes_vectors(const map_tree& t, const access& a, i64 width, means with) {
  return width * a.element_bytes <= coalescing_report::widest_bytes && detail::vectors_fit(t, a, width, with);
}

/// The widest aligned vector of elements that each thread can take.
constexpr i64 widest_vector(const map_tree& t, const access& a, means with) {
  i64 out = 1;
  while (detail::is_contiguous(t, a, with) && takes_vectors(t, a, out * 2, with)) out *= 2;
  return out;
}

constexpr coalescing_report put_together(const requested_elements& requested, const image_count& sectors,
                                         const image_count& lines, coalescing_report pattern, i64 element_bytes) {
  const image_count& elements = requested.count;
  coalescing_report out = pattern;
  out.element_bytes = element_bytes;
  out.known = elements.known && sectors.known && lines.known;
  out.requests = elements.groups;
  out.elements = elements.elements;
  out.worst_elements = elements.worst;
  out.sectors = sectors.elements;
  out.worst_sectors = sectors.worst;
  out.fewest_sectors = requested.fewest_sectors;
  out.lines = lines.elements;
  out.worst_lines = lines.worst;
  return out;
}

/// The report of an access that `fits`.
constexpr coalescing_report report_coalescing(const map_tree& t, const access& a, means with) {
  coalescing_report pattern = pattern_of(t, a, with);
  pattern.vector = widest_vector(t, a, with);
  return put_together(count_requested(t, a, with), count_requests(t, a, coalescing_report::sector_bytes, with),
                      count_requests(t, a, coalescing_report::line_bytes, with), pattern, a.element_bytes);
}

/// Each an evaluation of its own: constant evaluations have limits.
template <class Map, class Access, i64 UnitBytes>
inline constexpr image_count requests_value = ask<image_count>(&Map::build, [](const map_tree& t, means with) {
  return count_requests(t, Access::value, UnitBytes, with);
});

template <class Map, class Access>
inline constexpr requested_elements requested_value = ask<requested_elements>(&Map::build, [](const map_tree& t,
                                                                                              means with) {
  return count_requested(t, Access::value, with);
});

template <class Map, class Access, i64 Width>
inline constexpr bool vector_value = ask<bool>(&Map::build, [](const map_tree& t, means with) {
  return takes_vectors(t, Access::value, Width, with);
});

template <class Map, class Access>
inline constexpr coalescing_report pattern_value = ask<coalescing_report>(&Map::build,
                                                                          [](const map_tree& t, means with) {
                                                                            return pattern_of(t, Access::value, with);
                                                                          });

/// The pattern with the widest vector from one of Width on.
template <class Map, class Access, i64 Width = 1>
constexpr coalescing_report pattern_with_vector() {
  constexpr coalescing_report pattern = pattern_value<Map, Access>;
  if constexpr (pattern.contiguous && Width * 2 * Access::value.element_bytes <= coalescing_report::widest_bytes) {
    if constexpr (vector_value<Map, Access, Width * 2>) return pattern_with_vector<Map, Access, Width * 2>();
  }
  coalescing_report out = pattern;
  out.vector = Width;
  return out;
}

template <class Map, class Access>
inline constexpr coalescing_report coalescing_value =
    put_together(requested_value<Map, Access>, requests_value<Map, Access, coalescing_report::sector_bytes>,
                 requests_value<Map, Access, coalescing_report::line_bytes>, pattern_with_vector<Map, Access>(),
                 Access::value.element_bytes);

}  // namespace analysis

template <i64 ElementBytes, int Threads, bool Vector>
struct coalescing_verb {
  static_assert(ElementBytes > 0, "mercator: coalescing<E>(m, shape) requires elements of at least a byte");

  template <IndexingMap Map, class Shape, i64... Sizes>
  constexpr coalescing_report operator()(Map, Shape, thread_block<Sizes...> = {}) const {
    using block = thread_block<Sizes...>;
    using access = analysis::static_access<Map, Shape, Threads, ElementBytes, Vector, block>;
    if constexpr (ElementBytes <= 0) {
      return {};  // the error is said
    } else if constexpr (!analysis::is_access<Map, Shape, Threads, Vector, block, access>()) {
      analysis::fail_without_access<Map, Shape, Threads, Vector, block, access>();
      return {};
    } else {
      constexpr coalescing_report r = analysis::coalescing_value<Map, access>;
      if constexpr (!r.known) static_cast<void>(sizeof(coalescing_undecided<simplified_t<Map>>));
      return r;
    }
  }
  /// At run time: `known` says whether the requests could be counted.
  template <RuntimeMap Map>
  coalescing_report operator()(const Map& m, const extents& operand, const extents& block = {}) const {
    return analysis::count_access<coalescing_report>(m, {operand, Threads, ElementBytes, Vector}, block,
                                                     &analysis::report_coalescing);
  }
};

/// coalescing<4>(m, shape<1024, 256>{}): the requests of a map from threads to elements of 4 bytes of a
/// row-major tensor; of shape<>, to places in elements. coalescing<4, 3>: the first three dimensions are th_x,
/// th_y, th_z; the others are blocks. Range variables are requests of their own; coalescing<4, 1, true>: but
/// not the last one, whose values a thread takes at once. Threads are numbered within the intervals that the map is
/// written with, whatever constraints leave of them; simplification may have narrowed those of a map that comes from
/// it: coalescing<4, 2>(m, shape, thread_block<32, 8>{}) says what is launched.
template <i64 ElementBytes, int Threads = 1, bool Vector = false>
inline constexpr coalescing_verb<ElementBytes, Threads, Vector> coalescing{};

namespace analysis {

constexpr sentence append_reason(sentence out, const coalescing_report& r) {
  if (!r.stride_known) return out << "a warp's threads access several places.";
  const bool one_more = r.sectors - r.fewest_sectors <= r.requests && r.in_one_row;
  if (magnitude(r.stride) <= 1)
    return out << (one_more ? "what a warp accesses does not begin with a sector."
                            : "a warp's threads access several places.");
  return (out << "neighbouring threads are ").counted(magnitude(r.stride), "element") << " apart.";
}

}  // namespace analysis

/// What limits the accesses, in a sentence.
constexpr analysis::sentence explain(const coalescing_report& r) {
  analysis::sentence out;
  if (!r.known) return out << "It is not known how many sectors the warps need.";
  if (r.requests == 0) return out << "No thread accesses the tensor.";
  const bool same_sectors = r.sectors == saturating_mul(r.requests, r.worst_sectors);
  const bool same_fewest = r.fewest_sectors == saturating_mul(r.requests, r.ideal_sectors());
  out << "A warp needs ";
  if (r.is_coalesced()) {
    (out << (same_sectors ? "" : "up to ")).counted(r.worst_sectors, "sector");
    return out << " of 32 bytes, as few as hold what it asks for.";
  }
  if (same_sectors)
    out.counted(r.worst_sectors, "sector") << " of 32 bytes";
  else
    out.quotient(r.sectors, r.requests) << " sectors of 32 bytes on average, and up to " << r.worst_sectors << ",";
  out << " where ";
  if (same_fewest)
    out << r.ideal_sectors();
  else
    out.quotient(r.fewest_sectors, r.requests) << " on average";
  out << " would hold what it asks for: ";
  return analysis::append_reason(out, r);
}

}  // namespace mercator
