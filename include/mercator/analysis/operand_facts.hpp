// What a kernel for an HLO instruction can know of its operands: maps, what is read of each and how, and tiles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mercator/analysis/coalescing.hpp"
#include "mercator/analysis/symbolic_tiling.hpp"
#include "mercator/hlo/owned_analysis.hpp"
#include "mercator/hlo/physical_maps.hpp"
#include "mercator/hlo/report.hpp"
#include "mercator/loops/grid.hpp"
#include "mercator/map/runtime_operations.hpp"

namespace mercator {

/// How the output is computed: by which grid, and in which tiles.
struct facts_options {
  int output = 0;      ///< its number, counted through nested tuples
  bool whole = false;  ///< from the entry's root to its parameters rather than one instruction's operands
  /// As grid<Threads, Unroll, Vector> deals out elements, here in the order in which they stand in memory.
  int threads = 128, unroll = 1, vector = 1;
  /// Sizes of a tile of the output; rank 0: along the two dimensions that are the fastest in memory the largest
  /// divisors of the output's sizes up to 32, else 1.
  extents tile;
};

/// What there is to know of one map.
struct map_facts {
  /// Offset, sizes and strides of tiles, from the variables that stand for the output tile's sizes.
  using tile_maps = tile_case<runtime_map, runtime_map, runtime_map>;

  std::string text;  ///< as `mercator indexing` prints it
  /// Between indices, and between those in the order of memory.
  std::optional<runtime_map> map, physical;
  std::string unknown;         ///< why nothing below is known
  std::string memory_unknown;  ///< why `accesses` is not known
  /// What warps ask of memory, summed over the values of the runtime variables.
  coalescing_report accesses;
  i64 runtime_values = 1;  ///< how many values the runtime variables have; 0: that is not known
  /// The operand's tile.
  analysis::tile_shape tile;
  std::optional<runtime_map> tile_offsets;  ///< from the number of the output's tile along each dimension
  std::vector<tile_maps> tiles;             ///< for sizes that are variables
  /// Why there is none for sizes that are variables.
  analysis::no_tile no_tiles = analysis::no_tile::none;
};

/// What there is to know of one array of an operand.
struct operand_facts {
  /// The operand, counted from 0.
  int number = 0;
  /// The name, and the shape as HLO writes it.
  std::string name, shape;
  i64 element_bytes = 0;  ///< 0: not a whole number, or not known
  extents memory;         ///< the sizes in the order of memory, where they are known
  /// One for each different map.
  std::vector<map_facts> maps;
  std::string unknown;         ///< why what is read is not known
  std::string memory_unknown;  ///< why sectors and lines are not known
  utilization_report reads;    ///< by tiles of the output
  /// What is read, by elements of the output.
  utilization_report by_element;
  /// Sectors and lines that tiles of the output read.
  analysis::reads_of_tiles sectors, lines;
};

/// What there is to know of an instruction and its operands.
struct instruction_facts {
  /// Names and shape as HLO writes them; what is wrong, where something is.
  std::string name, operation, shape, error;
  /// The shape of the output, and of a tile of it.
  extents output, tile;
  /// How many tiles there are.
  i64 blocks = 0;
  bool updates_in_place = false;  ///< the maps of a dynamic-update-slice's operand count what it replaces as read
  /// The operands' facts.
  std::vector<operand_facts> operands;
};

namespace analysis {

/// Finds the facts of an instruction.
class facts_finder {
 public:
  facts_finder(const hlo_ir::hlo_module& m, const facts_options& options)
      : m_(m), options_(options), analysis_(m, hlo_ir::direction::output_to_input) {}

  instruction_facts find(const hlo_ir::instruction& i) {
    instruction_facts out;
    out.name = text(m_.name(i));
    out.operation = text(m_.opcode_text(i));
    const int array = hlo_ir::output_place(m_, i, options_.output);
    if (array < 0) return failed(out, "there is no output number " + std::to_string(options_.output));
    output_ = &m_.shapes[array];
    out.shape = text_of(*output_);
    if (!take_output(out)) return out;
    if (options_.whole)
      analysis_.read_computation(m_.entry_computation(), array);
    else
      analysis_.read_instruction(i, array);
    if (analysis_.full()) return failed(out, "not enough memory");
    out.updates_in_place = updates(i);
    for (int k = 0; k < analysis_.found().count; ++k) {
      const hlo_ir::array_maps& found = analysis_.found()[k];
      if (found.operand != hlo_ir::array_maps::no_operand) out.operands.push_back(operand(i, found));
    }
    return out;
  }

 private:
  using shape = hlo_ir::shape;

  static instruction_facts& failed(instruction_facts& out, std::string why) {
    out.error = std::move(why);
    return out;
  }

  // ---- texts

  static std::string text(hlo_ir::text_span s) { return {s.first, static_cast<std::size_t>(s.length)}; }

  std::string text_of(const shape& s) const {
    if (s.kind != hlo_ir::shape_kind::array)
      return s.kind == hlo_ir::shape_kind::tuple ? "(" + std::to_string(s.elements) + " elements)" : "";
    std::string out = text(m_.type_name(s));
    const auto list = [&](const hlo_ir::numbers& n, char open, char close) {
      out += open;
      for (int k = 0; k < n.count; ++k) out += (k == 0 ? "" : ",") + std::to_string(n[k]);
      out += close;
    };
    list(m_.sizes(s), '[', ']');
    if (m_.minor_to_major(s).count > 0) list(m_.minor_to_major(s), '{', '}');
    return out;
  }

  // ---- the output

  /// Whether the shape is an array of known sizes whose number of elements fits.
  bool is_counted(const shape& s) const {
    if (s.kind != hlo_ir::shape_kind::array || s.rank > extents::max_rank) return false;
    const hlo_ir::numbers sizes = m_.sizes(s);
    return !sizes.contains(hlo_ir::unbounded_size) && element_count(sizes.first, sizes.count) >= 0;
  }

  bool take_output(instruction_facts& out) {
    if (!is_counted(*output_)) {
      failed(out, "its output is no array of a known number of elements");
      return false;
    }
    out.output = ops::to_extents(m_.sizes(*output_));
    const i64 of_block = elements_of_block();
    if (of_block < 1) {
      failed(out, "a block of the grid has no elements, or more than fit 32 bits");
      return false;
    }
    out.blocks = loops::blocks_of(out.output.elements(), of_block);
    if (options_.tile.rank != 0 && options_.tile.rank != out.output.rank) {
      failed(out, "the tile has " + std::to_string(options_.tile.rank) + " sizes, where the output has " +
                      std::to_string(out.output.rank) + " dimensions");
      return false;
    }
    if (!is_tile(options_.tile, options_.tile.rank)) {
      failed(out, "a size of the tile is less than 1");
      return false;
    }
    out.tile = tile_ = options_.tile.rank != 0 ? options_.tile : default_tile(out.output);
    blocks_ = out.blocks;
    return true;
  }

  /// How many elements of the output a block of the grid has; 0 where that is no number of them.
  i64 elements_of_block() const {
    if (options_.threads < 1 || options_.unroll < 1 || options_.vector < 1) return 0;
    const i64 elements = saturating_mul(saturating_mul(options_.threads, options_.unroll), options_.vector);
    return elements < (i64{1} << 31) ? elements : 0;
  }

  extents default_tile(const extents& sizes) const {
    constexpr i64 most = 32;
    extents out = single_elements(sizes.rank);
    const hlo_ir::numbers layout = hlo_ir::operation_maps::detail::layout_of(m_, *output_);
    for (int k = 0; k < sizes.rank && k < 2; ++k) {
      const int d = static_cast<int>(layout[k]);
      for (i64 size = 1; size <= most && size <= sizes[d]; ++size)
        if (sizes[d] % size == 0) out.size[d] = size;
    }
    return out;
  }

  /// Whether the instruction, or one of the computation that it calls, is a dynamic-update-slice.
  bool updates(const hlo_ir::instruction& i) const {
    if (i.op == hlo_ir::opcode::dynamic_update_slice) return true;
    const hlo_ir::computation* c = options_.whole ? &m_.entry_computation() : hlo_ir::called_by(m_, i);
    for (int k = 0; c != nullptr && k < c->instructions; ++k)
      if (m_.instructions[c->first_instruction + k].op == hlo_ir::opcode::dynamic_update_slice) return true;
    return false;
  }

  // ---- an operand

  operand_facts operand(const hlo_ir::instruction& i, const hlo_ir::array_maps& found) {
    const hlo_ir::instruction& from =
        options_.whole ? m_.parameter(m_.entry_computation(), found.operand) : m_.operand(i, found.operand);
    const shape& s = m_.shapes[found.array >= 0 ? found.array : from.shape];  // one without maps may be a tuple
    operand_facts out;
    out.number = found.operand;
    out.name = text(m_.name(from));
    out.shape = text_of(s);
    const int bits = hlo_ir::bits_of(s.type);
    if (bits % 8 == 0) out.element_bytes = bits / 8;
    if (is_counted(s))
      out.memory =
          ops::to_extents(ops::values::physical_sizes(m_.sizes(s), hlo_ir::operation_maps::detail::layout_of(m_, s)));
    const std::string no_memory = memory_unknown(s, out.element_bytes);
    std::vector<hlo_ir::source> sources;
    std::vector<runtime_map> maps, places;
    for (int e = found.maps; e != hlo_ir::no_map; e = analysis_.store().maps[e].next) {
      const hlo_ir::stored_map& stored = analysis_.store().maps[e];
      std::optional<runtime_map> place;
      if (no_memory.empty() && stored.kind != hlo_ir::stored_map::unknown)
        place = in_form(stored, s, hlo_ir::index_form::memory);
      out.maps.push_back(facts_of(i, stored, s, place, out.element_bytes, no_memory));
      map_facts& m = out.maps.back();
      if (!m.unknown.empty()) {
        if (out.unknown.empty()) out.unknown = m.unknown;
        continue;
      }
      maps.push_back(joined(*m.map, stored, sources));
      if (m.memory_unknown.empty())
        places.push_back(joined(*place, stored, sources));
      else if (out.memory_unknown.empty())
        out.memory_unknown = m.memory_unknown;
    }
    if (out.unknown.empty()) count(maps, places, s, out);
    return out;
  }

  std::string memory_unknown(const shape& s, i64 element_bytes) const {
    if (!is_counted(s)) return "its number of elements is not known";
    if (element_bytes == 0) return "its elements are no whole number of bytes";
    for (const shape* of : {&s, output_})
      if (text(m_.tiles(*of)).find('T') != std::string::npos) return "a layout has tiles";
    return "";
  }

  void count(const std::vector<runtime_map>& maps, const std::vector<runtime_map>& places, const shape& s,
             operand_facts& out) const {
    if (!is_counted(s)) {
      out.unknown = "its number of elements is not known";
      return;
    }
    const auto ask_all = [&](const std::vector<runtime_map>& of, auto question) {
      const on_heap<map_tree> trees(static_cast<i64>(of.size()) + 1);
      std::vector<const map_tree*> tree;
      for (const runtime_map& m : of) {
        map_tree& t = trees.get()[tree.size()];
        m.write(t);
        tree.push_back(&t);
      }
      return question(tree.data(), static_cast<int>(tree.size()));
    };
    const extents sizes = ops::to_extents(m_.sizes(s));
    ask_all(maps, [&](const map_tree* const* t, int n) {
      const reads_of_tiles whole = count_reads_of_tiles(t, n, {}, runtime_means());
      const count_of loads = count_loads(t, n, runtime_means());
      const auto by = [&](const extents& tile) {
        return put_together(sizes, whole, count_reads_of_tiles(t, n, {&tile, nullptr, 1, 0}, runtime_means()), loads);
      };
      out.reads = by(tile_);
      out.by_element = by(single_elements(tile_.rank));
    });
    if (!out.memory_unknown.empty()) return;
    const extents line{1, {sizes.elements()}};
    const auto units = [&](i64 bytes) {
      if (out.reads.known && out.reads.read == out.reads.elements)
        return all_lines(sizes.elements(), out.element_bytes, bytes);
      return ask_all(places, [&](const map_tree* const* t, int n) {
        return count_reads_of_tiles(t, n, {nullptr, &line, out.element_bytes, bytes}, runtime_means());
      });
    };
    out.sectors = units(coalescing_report::sector_bytes);
    out.lines = units(coalescing_report::line_bytes);
  }

  // ---- a map

  map_facts facts_of(const hlo_ir::instruction& i, const hlo_ir::stored_map& stored, const shape& s,
                     const std::optional<runtime_map>& place, i64 element_bytes, const std::string& no_memory) {
    map_facts out;
    mercator::detail::string_sink sink{out.text};
    hlo_ir::map_report<mercator::detail::string_sink> report(sink, m_, analysis_.store());
    options_.whole ? report.about(m_.entry_computation()) : report.about(i);
    report.map(stored);
    if (stored.kind == hlo_ir::stored_map::unknown) {
      out.unknown = "there is no map";
      return out;
    }
    out.map = analysis_.map(stored);
    out.unknown = why_unknown(stored);
    out.physical = in_form(stored, s, hlo_ir::index_form::physical);
    if (!out.unknown.empty()) return out;
    out.memory_unknown = no_memory;
    if (out.memory_unknown.empty()) count_accesses(place, element_bytes, out);
    out.tile = tile_of(*out.map, tile_);
    if (out.tile.known) {
      const result<runtime_map> offsets = ask(*out.map, [&](const map_tree& t, means with) {
        return runtime_map::build([&](map_form& to) { find_tile_offsets(t, tile_, box_as_written(t), with, to); });
      });
      if (offsets) out.tile_offsets = *offsets;
    }
    out.no_tiles = tile_cases(*out.map, [&](const map_facts::tile_maps& c) { out.tiles.push_back(c); });
    return out;
  }

  /// What a map says is no fact of the operand's memory where it is another replica's, or where a runtime
  /// variable has a value of its own for each element of the output.
  std::string why_unknown(const hlo_ir::stored_map& stored) const {
    if (stored.on_replica) return "elements of other replicas are read";
    const on_heap<map_tree> tree(1);
    map_tree& t = *tree;
    analysis_.store().read(stored, t);
    bool varies[symbolic::limits::nodes];
    for (int n = 0; n < t.nodes; ++n) {
      varies[n] = t.kind[n] == symbolic::op::variable && t.value[n] < t.dims + t.ranges;
      for (int k = 0; k < t.count[n]; ++k) varies[n] = varies[n] || varies[t.operand(n, k)];
    }
    int result = stored.indices;
    for (int k = 0; k < t.runtimes; ++k) {
      const hlo_ir::source s = analysis_.store().source_of(stored, k);
      for (int j = 0; j < s.indices; ++j)
        if (varies[t.result[result++]])
          return "rt" + std::to_string(k) + " is read anew for each element: what it is decides";
    }
    return "";
  }

  /// The map with runtime variables numbered by their sources, which several maps may share.
  runtime_map joined(const runtime_map& m, const hlo_ir::stored_map& stored,
                     std::vector<hlo_ir::source>& sources) const {
    const on_heap<map_tree> tree(1);
    map_tree& t = *tree;
    m.write(t);
    if (t.runtimes == 0) return m;
    const int first = t.dims + t.ranges;
    std::vector<std::size_t> number;
    std::vector<interval> box;
    for (int k = 0; k < t.runtimes; ++k) {
      if (!t.known_empty) box.push_back(t.box[first + k]);
      const hlo_ir::source s = analysis_.store().source_of(stored, k);
      std::size_t n = 0;
      while (n < sources.size() && !(sources[n] == s)) ++n;
      if (n == sources.size()) sources.push_back(s);
      number.push_back(n);
    }
    t.named = false;
    t.runtimes = static_cast<int>(sources.size());
    for (std::size_t n = 0; n < sources.size(); ++n) t.box[first + static_cast<int>(n)] = sources[n].clamp;
    for (std::size_t k = 0; k < box.size(); ++k) t.box[first + static_cast<int>(number[k])] = box[k];
    for (int n = 0; n < t.nodes; ++n)
      if (t.kind[n] == symbolic::op::variable && t.value[n] >= first)
        t.value[n] = first + static_cast<i64>(number[static_cast<std::size_t>(t.value[n] - first)]);
    return runtime_map(t);
  }

  std::optional<runtime_map> in_form(const hlo_ir::stored_map& stored, const shape& to, hlo_ir::index_form form) const {
    const result<runtime_map> made = runtime_map::build([&](map_form& out) {
      symbolic::pool p, q;
      map_form lines(p), changed(q);
      hlo_ir::sourced_map map(lines), in_memory(changed);
      analysis_.store().read(stored, map);
      if (hlo_ir::in_form(m_, map, *output_, to, form, in_memory) != nullptr || !in_memory.fits()) {
        out.p.full = true;
        return;
      }
      changed.results = in_memory.indices;
      copy_form(changed, out);
    });
    return made ? std::optional(*made) : std::nullopt;
  }

  // ---- the grid

  /// From threads and blocks to the output's indices.
  result<runtime_map> grid_to_output() const {
    const hlo_ir::numbers layout = hlo_ir::operation_maps::detail::layout_of(m_, *output_);
    const extents physical = ops::values::physical_sizes(m_.sizes(*output_), layout);
    const result<runtime_map> dealt = runtime_map::build([&](map_form& out) {
      loops::build_grid(out, physical, {options_.threads, blocks_, options_.unroll, options_.vector});
    });
    const result<runtime_map> indices =
        runtime_map::build([&](map_form& out) { ops::values::physical_to_logical(out, m_.sizes(*output_), layout); });
    if (!dealt || !indices) return dealt ? indices : dealt;
    return dealt->then(*indices);
  }

  void count_accesses(const std::optional<runtime_map>& place, i64 element_bytes, map_facts& out) {
    if (!threads_) threads_ = grid_to_output();
    if (!place || !*threads_) {
      out.memory_unknown = "the map does not fit";
      return;
    }
    const result<runtime_map> access_map = (*threads_)->then(*place);
    if (!access_map) {
      out.memory_unknown = access_map.error().message;
      return;
    }
    // the map's ranges stand before the grid's, of which the last is the place in a vector
    access how = launched({extents{}, 1, element_bytes, options_.vector > 1}, extents{1, {options_.threads}});
    if (how.vector) how.elements = {0, options_.vector - 1};
    out.accesses = ask(*access_map, [&](const map_tree& t, means with) {
      if (!fits(t, how)) return coalescing_report{};
      const count_of values = runtime_values(t, with);
      out.runtime_values = values.known ? values.value : 0;
      // elements that are no aligned vector are asked for one by one
      how.vector = how.vector && widest_vector(t, how, with) >= options_.vector;
      return report_coalescing(t, how, with);
    });
  }

  const hlo_ir::hlo_module& m_;
  facts_options options_;
  hlo_ir::owned_analysis analysis_;
  const shape* output_ = nullptr;
  extents tile_;
  i64 blocks_ = 0;
  std::optional<result<runtime_map>> threads_;  ///< to the output's indices; made where it is asked for
};

}  // namespace analysis

/// The facts of an instruction of a module, such as a fusion.
inline instruction_facts facts_of(const hlo_ir::hlo_module& m, const hlo_ir::instruction& i,
                                  const facts_options& options = {}) {
  return analysis::facts_finder(m, options).find(i);
}

}  // namespace mercator
