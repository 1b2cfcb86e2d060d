// The sources of the runtime variables of composed maps: second's variables come first, then first's.
#pragma once

#include "mercator/map/compose.hpp"
#include "mercator/ops/source.hpp"

namespace mercator::ops {

namespace detail {

/// A map over the variables of another: its dimensions are the other's, its ranges and runtime variables those
/// from the given numbers on.
constexpr void build_embedded(symbolic::map_form& m, mercator::detail::builder whole, mercator::detail::builder part,
                              int first_range, int first_runtime) {
  symbolic::pool p, q;
  symbolic::map_form all(p), from(q);
  whole(all);
  part(from);
  for (int v = 0; v < all.dims; ++v) m.add_dimension(p.range(v));
  for (int v = all.dims; v < all.dims + all.ranges; ++v) m.add_range(p.range(v));
  for (int v = all.dims + all.ranges; v < all.variables(); ++v) m.add_runtime(p.range(v));
  mercator::detail::pass_on_failure(p, m.p);
  mercator::detail::pass_on_failure(q, m.p);
  if (m.known_empty || from.known_empty) {
    m.known_empty = true;
    for (int k = 0; k < from.results; ++k) m.add_result(m.p.number(0));
    return;
  }
  int image[symbolic::limits::variables];
  for (int v = 0; v < from.variables(); ++v) {
    const int to = v < from.dims                 ? v
                   : v < from.dims + from.ranges ? all.dims + first_range + v - from.dims
                                                 : all.dims + all.ranges + first_runtime + v - from.dims - from.ranges;
    image[v] = m.p.variable(to);
    if (!symbolic::lies_in(m.p, image[v], q.range(v))) m.add_constraint(image[v], q.range(v));
  }
  symbolic::detail::carry(m, from, image);
}

template <class Whole, class Part, int FirstRange, int FirstRuntime>
struct embedded : recipe<embedded<Whole, Part, FirstRange, FirstRuntime>> {
  static constexpr map_counts counts{Whole::counts.dimensions, Whole::counts.ranges, Whole::counts.runtimes,
                                     Part::counts.results};
  static constexpr void build(symbolic::map_form& m) {
    build_embedded(m, &Whole::build, &Part::build, FirstRange, FirstRuntime);
  }
};

template <class Source>
constexpr runtime_source from_of() {
  if constexpr (requires { Source::from.values_outside; })
    return Source::from;
  else
    return {0, outside::clamped};
}

}  // namespace detail

/// The source of a runtime variable of `second` as one of compose(first, second), whose dimensions, ranges and
/// runtime variables it takes: the element that is read may depend on first's runtime variables.
template <class First, class Second, class Source>
struct source_after : detail::embedded<composed<First, Second>, composed<First, Source>, 0, Second::counts.runtimes> {
  static_assert(Source::counts.dimensions == Second::counts.dimensions &&
                    Source::counts.ranges == Second::counts.ranges && Source::counts.runtimes == 0,
                "mercator: source_after(first, second, source) requires a source of second's dimensions and ranges");
  /// Where the source comes from.
  static constexpr runtime_source from = detail::from_of<Source>();
};

/// The source of a runtime variable of `first` as one of compose(first, second).
template <class First, class Second, class Source>
struct source_before
    : detail::embedded<composed<First, Second>, Source, Second::counts.ranges, Second::counts.runtimes> {
  static_assert(Source::counts.dimensions == First::counts.dimensions &&
                    Source::counts.ranges == First::counts.ranges && Source::counts.runtimes == 0,
                "mercator: source_before(first, second, source) requires a source of first's dimensions and ranges");
  /// Where the source comes from.
  static constexpr runtime_source from = detail::from_of<Source>();
};

}  // namespace mercator::ops

namespace mercator {

inline constexpr struct source_after_verb {
  template <IndexingMap First, IndexingMap Second, IndexingMap Source>
  MERCATOR_HD constexpr ops::source_after<First, Second, Source> operator()(First, Second, Source) const {
    return {};
  }
} source_after{};

inline constexpr struct source_before_verb {
  template <IndexingMap First, IndexingMap Second, IndexingMap Source>
  MERCATOR_HD constexpr ops::source_before<First, Second, Source> operator()(First, Second, Source) const {
    return {};
  }
} source_before{};

}  // namespace mercator
