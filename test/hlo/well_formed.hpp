// Whether a parsed module holds together.
#pragma once

#include "mercator/hlo/module.hpp"

namespace mercator_test {

namespace hlo = mercator::hlo_ir;

/// Whether every place that a part of the module names is within the list that it is a place of.
inline bool is_well_formed(const hlo::hlo_module& m) {
  const hlo::module_counts& n = m.counts;
  const auto within = [](int begin, int count, int end) { return begin >= 0 && count >= 0 && begin + count <= end; };
  bool good = m.entry >= 0 && m.entry < n.computations;
  for (int k = 0; k < n.shapes; ++k) {
    const hlo::shape& s = m.shapes[k];
    good = good && within(k, s.extent, n.shapes) && s.extent > 0 && within(s.sizes, s.rank, n.numbers);
    good = good && (s.layout < 0 || within(s.layout, s.rank, n.numbers));
    int last = k;
    for (int e = 0, at = k + 1; e < s.elements && at < n.shapes; ++e) last = at, at += m.shapes[at].extent;
    good = good && (s.elements == 0 ? s.extent == 1 : last + m.shapes[last].extent == k + s.extent);
  }
  for (int k = 0; k < n.attributes; ++k) {
    const hlo::attribute& a = m.attributes[k];
    const bool lists = a.form != hlo::attribute_form::replica_groups && a.lists > 0;
    good = good && within(a.first, lists ? a.lists * a.count : a.count, n.numbers);
    for (int v = 0; v < a.count && good; ++v) {
      const mercator::i64 place = m.number_list[a.first + v];
      if (a.form == hlo::attribute_form::computations) good = place >= 0 && place < n.computations;
      if (a.form == hlo::attribute_form::instructions) good = place >= 0 && place < n.instructions;
    }
  }
  for (int c = 0; c < n.computations && good; ++c) {
    const hlo::computation& at = m.computations[c];
    good = within(at.first_instruction, at.instructions, n.instructions) && at.instructions > 0 &&
           within(at.root, 1, at.first_instruction + at.instructions) && at.root >= at.first_instruction &&
           within(at.first_parameter, at.parameters, n.numbers);
    for (int k = 0; k < at.parameters && good; ++k) {
      const mercator::i64 place = m.number_list[at.first_parameter + k];
      good = place >= at.first_instruction && place < at.first_instruction + at.instructions &&
             m.parameter(at, k).parameter == k;
    }
    for (int k = at.first_instruction; k < at.first_instruction + at.instructions && good; ++k) {
      const hlo::instruction& i = m.instructions[k];
      good = within(i.shape, 1, n.shapes) && within(i.first_operand, i.operands, n.operands) &&
             within(i.first_attribute, i.attributes, n.attributes);
      for (int o = 0; o < i.operands && good; ++o) {
        const int operand = m.operands[i.first_operand + o];
        good = operand >= at.first_instruction && operand < k;
      }
    }
  }
  return good;
}

}  // namespace mercator_test
