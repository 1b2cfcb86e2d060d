// As much of std::mdspan as a layout has to do with, in the form of the standard.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace minimal {

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class IndexType, std::size_t... Extents>
class extents {
 public:
  using index_type = IndexType;
  using size_type = std::make_unsigned_t<IndexType>;
  using rank_type = std::size_t;

  static constexpr rank_type rank() noexcept { return sizeof...(Extents); }
  static constexpr std::size_t static_extent(rank_type r) noexcept {
    constexpr std::size_t all[] = {Extents..., 0};
    return all[r];
  }

  constexpr extents() : extent_{static_cast<IndexType>(Extents == dynamic_extent ? 0 : Extents)...} {}
  template <std::convertible_to<IndexType>... Sizes>
    requires(sizeof...(Sizes) == sizeof...(Extents) && sizeof...(Sizes) > 0)
  constexpr explicit extents(Sizes... sizes) : extent_{static_cast<IndexType>(sizes)...} {}

  constexpr index_type extent(rank_type r) const noexcept { return extent_[r]; }

  friend constexpr bool operator==(const extents& a, const extents& b) noexcept { return a.extent_ == b.extent_; }

 private:
  std::array<IndexType, sizeof...(Extents)> extent_;
};

/// What the standard asks of a layout mapping.
template <class M>
concept layout_mapping = std::copyable<M> && std::equality_comparable<M> && requires(const M m) {
  typename M::extents_type;
  typename M::index_type;
  typename M::rank_type;
  typename M::layout_type;
  requires std::same_as<M, typename M::layout_type::template mapping<typename M::extents_type>>;
  { m.extents() } -> std::same_as<const typename M::extents_type&>;
  { m.required_span_size() } -> std::same_as<typename M::index_type>;
  { m.is_unique() } -> std::same_as<bool>;
  { m.is_exhaustive() } -> std::same_as<bool>;
  { m.is_strided() } -> std::same_as<bool>;
  { M::is_always_unique() } -> std::same_as<bool>;
  { M::is_always_exhaustive() } -> std::same_as<bool>;
  { M::is_always_strided() } -> std::same_as<bool>;
  typename std::bool_constant<M::is_always_unique()>;
  typename std::bool_constant<M::is_always_exhaustive()>;
  typename std::bool_constant<M::is_always_strided()>;
};

template <class T, class Extents, class LayoutPolicy>
class mdspan {
 public:
  using mapping_type = typename LayoutPolicy::template mapping<Extents>;
  static_assert(layout_mapping<mapping_type>);

  constexpr explicit mdspan(T* data) : data_(data) {}
  constexpr mdspan(T* data, const mapping_type& mapping) : data_(data), mapping_(mapping) {}

  constexpr const mapping_type& mapping() const { return mapping_; }

  template <class... Indices>
  constexpr T& operator()(Indices... at) const {
    return data_[mapping_(at...)];
  }

 private:
  T* data_;
  mapping_type mapping_;
};

}  // namespace minimal
