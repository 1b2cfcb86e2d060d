// Reports of what is known of an instruction's operands: as text, and as a page with pictures.
#pragma once

#include "mercator/analysis/operand_facts.hpp"
#include "mercator/draw/page.hpp"

namespace mercator {

namespace drawing {

using mercator::detail::counted;

inline std::string words_of(const extents& e) {
  std::string out = "[";
  for (int k = 0; k < e.rank; ++k) out += (k == 0 ? "" : ", ") + std::to_string(e[k]);
  return out + "]";
}

/// "3.25": two digits behind the point.
inline std::string quotient_text(i64 a, i64 b) { return analysis::sentence().quotient(a, b).c_str(); }

inline std::vector<fact> facts_of(const instruction_facts& f, const facts_options& o) {
  std::vector<fact> out;
  out.push_back({"output", f.shape});
  out.push_back({"grid", counted(f.blocks, "block") + " of " + counted(o.threads, "thread") + ", each with " +
                             (o.unroll == 1 ? "" : std::to_string(o.unroll) + " times ") +
                             counted(o.vector, "element") + ", the output's elements in the order of memory"});
  out.push_back({"tile", words_of(f.tile) + " of the output"});
  if (f.updates_in_place) out.push_back({"note", "what a dynamic-update-slice replaces counts as read"});
  return out;
}

inline std::string bytes_text(i64 elements, i64 element_bytes) {
  i64 bytes = 0;
  return element_bytes != 0 && checked_mul(elements, element_bytes, bytes) ? ", " + counted(bytes, "byte") : "";
}

inline std::vector<fact> facts_of(const operand_facts& f) {
  std::vector<fact> out;
  if (!f.unknown.empty()) return {{"read", "unknown (" + f.unknown + ")"}};
  const utilization_report& r = f.reads;
  if (!r.known) {
    out.push_back({"read", "undecided: it takes too much work to count the elements"});
  } else {
    out.push_back({"read", std::to_string(r.read) + " of " + counted(r.elements, "element") +
                               bytes_text(r.read, f.element_bytes) + ", each " + quotient_text(r.loads, r.different) +
                               " times on average"});
    const auto tiles = [](const utilization_report& u, const char* what) {
      const std::string most = u.worst_known ? "at most " + std::to_string(u.worst_tile) : "the most is undecided";
      return quotient_text(u.read_by_tiles, u.tiles) + " elements on average, " + most +
             "; an element that is read is read by " + quotient_text(u.read_by_tiles, u.different) + " " + what;
    };
    out.push_back({"read by a tile", tiles(r, "tiles on average")});
    out.push_back({"read by an element", f.by_element.known
                                             ? tiles(f.by_element, "elements of the output on average")
                                             : "undecided: it takes too much work to count the elements"});
  }
  if (!f.memory_unknown.empty()) {
    out.push_back({"memory", "unknown (" + f.memory_unknown + ")"});
  } else if (!f.sectors.known || !f.sectors.worst_known || !f.lines.known || !f.lines.worst_known) {
    out.push_back({"memory", "undecided: it takes too much work to count sectors and lines"});
  } else {
    out.push_back({"memory", counted(f.sectors.worst, "sector") + " of 32 bytes, " + counted(f.lines.worst, "line") +
                                 " of 128 bytes"});
  }
  return out;
}

/// "20 requests": those of one value of the runtime variables, on average where they differ.
inline std::string requests_text(i64 requests, i64 runtime_values) {
  if (runtime_values == 0) return counted(requests, "request") + ", for all values of the runtime variables together,";
  if (requests % runtime_values == 0) return counted(requests / runtime_values, "request");
  return quotient_text(requests, runtime_values) + " requests (on average over the runtime variables' values)";
}

/// The part of a map's text from its results on to the domain.
inline std::string results_text(const runtime_map& m) {
  const std::string text = m.to_string(), arrow = " -> ", domain = ", domain: ";
  const std::size_t begin = text.find(arrow), end = text.find(domain);
  return text.substr(begin + arrow.size(), end == std::string::npos ? end : end - begin - arrow.size());
}

/// What a map's domain says, one item each.
inline std::vector<std::string> domain_items(const runtime_map& m) {
  const std::string text = m.to_string(), domain = ", domain: ", between = "], ";
  std::vector<std::string> out;
  const std::size_t colon = text.find(domain);
  for (std::size_t begin = colon == std::string::npos ? text.size() : colon + domain.size(); begin < text.size();) {
    const std::size_t end = text.find(between, begin);
    out.push_back(text.substr(begin, end == std::string::npos ? end : end + 1 - begin));
    begin = end == std::string::npos ? text.size() : end + between.size();
  }
  return out;
}

/// A map with the names o0, o1, … and t0, t1, … for its dimensions, the offsets and sizes of a tile.
inline runtime_map with_tile_names(const runtime_map& m) {
  const analysis::on_heap<symbolic::map_tree> tree(1);
  symbolic::map_tree& t = *tree;
  m.write(t);
  int at = 0;
  t.named = true;
  for (int v = 0; v < t.variables(); ++v) {
    const bool runtime = v >= t.dims, size = v >= t.dims / 2;
    const std::string name = (runtime ? "rt"
                              : size  ? "t"
                                      : "o") +
                             std::to_string(runtime ? v - t.dims - t.ranges
                                            : size  ? v - t.dims / 2
                                                    : v);
    t.name_begin[v] = at;
    for (const char c : name) t.name[at++] = c;
  }
  t.name_begin[t.variables()] = at;
  return runtime_map(t, true);
}

/// The domain of all tiles within an output, for a map from it.
inline std::vector<std::string> all_tiles(const runtime_map& m, const extents& output) {
  const int dims = m.counts().dimensions, before = dims + m.counts().ranges;
  const result<runtime_map> out = runtime_map::build([&](symbolic::map_form& f) {
    for (int d = 0; d < dims; ++d) f.add_dimension({0, output[d] - 1});
    for (int d = 0; d < dims; ++d) f.add_dimension({1, output[d]});
    for (int k = 0; k < m.counts().runtimes; ++k) f.add_runtime(m.variable(before + k));
    for (int d = 0; d < dims && !f.known_empty; ++d)
      f.add_constraint(f.p.add(f.p.variable(d), f.p.variable(dims + d)), {1, output[d]});
  });
  return out ? domain_items(with_tile_names(*out)) : std::vector<std::string>{};
}

/// What a case says of a tile that others need not fulfil: "always", or "where …".
inline std::string condition_text(const runtime_map& c, const std::vector<std::string>& of_all) {
  std::string out;
  for (const std::string& item : domain_items(with_tile_names(c))) {
    bool known = false;
    for (const std::string& other : of_all) known |= other == item;
    if (!known) out += (out.empty() ? "where " : ", ") + item;
  }
  return out.empty() ? "always" : out;
}

inline std::vector<fact> facts_of(const map_facts& f, const extents& output) {
  std::vector<fact> out{{"map", f.text}};
  if (!f.unknown.empty()) return out;
  if (!f.memory_unknown.empty()) {
    out.push_back({"coalescing", "unknown (" + f.memory_unknown + ")"});
  } else {
    out.push_back({"coalescing", explain(f.accesses).c_str()});
    const coalescing_report& r = f.accesses;
    if (r.known && r.requests > 0)
      out.push_back({"requests", requests_text(r.requests, f.runtime_values) + " of a warp, each " +
                                     quotient_text(r.sectors, r.requests) + " sectors and " +
                                     quotient_text(r.lines, r.requests) + " lines on average, at most " +
                                     std::to_string(r.worst_sectors) + " and " + std::to_string(r.worst_lines)});
  }
  std::string tile = explain(f.tile).c_str();
  if (f.tile_offsets && !f.tile.empty()) tile += " Tile number " + f.tile_offsets->to_string();
  out.push_back({"operand's tile", tile});
  if (f.map->is_known_empty()) {
    out.push_back({"tiles of any size", "none (the map has no points)"});
    return out;
  }
  if (f.tiles.empty()) out.push_back({"tiles of any size", std::string("none (") + words_of(f.no_tiles) + ")"});
  const std::vector<std::string> of_all = all_tiles(*f.map, output);
  for (const map_facts::tile_maps& c : f.tiles)
    out.push_back({"tiles of any size", "offset " + results_text(with_tile_names(c.offset)) + ", size " +
                                            results_text(with_tile_names(c.size)) + ", stride " +
                                            results_text(c.stride) + ", " + condition_text(c.size, of_all)});
  return out;
}

inline std::string title_of(const instruction_facts& f) { return f.name + ": " + f.operation; }
inline std::string title_of(const operand_facts& f) {
  return "operand " + std::to_string(f.number) + ": " + f.shape + " " + f.name;
}

inline void add_lines(std::string& out, const std::vector<fact>& facts, const std::string& indent) {
  for (const fact& f : facts) out += indent + f.name + ": " + f.words + "\n";
}

/// Elements by their number in memory; framed are the sectors of the first warp where each thread has an element.
inline std::string picture_of(const map_facts& m, const operand_facts& o, const facts_options& options) {
  picture_options p;
  p.most_rows = 8;
  p.most_columns = 10;
  if (m.memory_unknown.empty() && m.unknown.empty() && options.unroll == 1 && options.vector == 1) {
    p.target = o.memory;
    p.unit_bytes = coalescing_report::sector_bytes;
    p.element_bytes = o.element_bytes;
  }
  return draw(*m.physical, p);
}

}  // namespace drawing

/// The facts of an instruction as lines of text.
inline std::string report_text(const instruction_facts& f, const facts_options& options = {}) {
  std::string out = drawing::title_of(f) + "\n";
  drawing::add_lines(out, drawing::facts_of(f, options), "  ");
  for (const operand_facts& o : f.operands) {
    out += "\n" + drawing::title_of(o) + "\n";
    drawing::add_lines(out, drawing::facts_of(o), "  ");
    for (const map_facts& m : o.maps) {
      out += "\n";
      drawing::add_lines(out, drawing::facts_of(m, f.output), "  ");
    }
  }
  return out;
}

/// The same as a page of HTML, which is well-formed XML behind its first line, with a picture of each map.
inline std::string report_page(const instruction_facts& f, const facts_options& options = {}) {
  fact_page page(drawing::title_of(f));
  page.table(drawing::facts_of(f, options));
  for (const operand_facts& o : f.operands) {
    page.heading(drawing::title_of(o));
    page.table(drawing::facts_of(o));
    for (const map_facts& m : o.maps) {
      page.table(drawing::facts_of(m, f.output));
      if (m.physical)
        page.figure(drawing::picture_of(m, o, options),
                    "From the output to operand " + std::to_string(o.number) + ", dimensions in the order of memory.");
    }
  }
  return page.text();
}

}  // namespace mercator
