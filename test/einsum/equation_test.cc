// Equations with their shapes: what is read, what is refused and why.
#include <string>

#include "mercator/einsum/problem.hpp"
#include "test/einsum/random_einsum.hpp"

namespace ir = mercator::einsum_ir;
using ir::rule;
using namespace mercator_test;

namespace {

extents shape(std::initializer_list<i64> sizes) {
  extents e;
  for (const i64 n : sizes) e.size[e.rank++] = n;
  return e;
}

std::string message(const ir::error& e) {
  mercator::counting_sink count;
  print_message(count, e);
  std::string out(count.size, ' ');
  mercator::buffer_sink sink{out.data()};
  print_message(sink, e);
  return out;
}

/// The normalised equation, or the error.
std::string read(const einsum_case& c) {
  ir::problem p;
  if (const ir::error e = c.bind(p)) return std::to_string(e.column()) + ": " + message(e);
  mercator::counting_sink count;
  print(count, p);
  std::string out(count.size, ' ');
  mercator::buffer_sink sink{out.data()};
  print(sink, p);
  return out;
}

bool same_equation(const std::string& a, const std::string& b) {
  ir::equation x, y;
  REQUIRE_FALSE(ir::parse(a.c_str(), static_cast<int>(a.size()), x));
  REQUIRE_FALSE(ir::parse(b.c_str(), static_cast<int>(b.size()), y));
  return x == y;
}

std::string normal(const std::string& text) {
  ir::equation e;
  REQUIRE_FALSE(ir::parse(text.c_str(), static_cast<int>(text.size()), e));
  mercator::counting_sink count;
  print(count, e);
  std::string out(count.size, ' ');
  mercator::buffer_sink sink{out.data()};
  print(sink, e);
  return out;
}

std::string repeated(const std::string& part, int times) {
  std::string out;
  for (int k = 0; k < times; ++k) out += part;
  return out;
}

const std::string all_labels = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace

TEST_CASE("labels are renamed in order of appearance") {
  CHECK(normal("ij,jk->ik") == "ab,bc->ac");
  CHECK(normal("dk , kv -> dv") == "ab,bc->ac");
  CHECK(normal("\ti j,\nj k->i k") == "ab,bc->ac");
  CHECK(normal("") == "->");
  CHECK(normal(",") == ",->");
  CHECK(normal("Zz,zZ->") == "ab,ba->");
  CHECK(normal("...ij,...jk->...ik") == "...ab,...bc->...ac");
  CHECK(same_equation("ij,jk->ik", "dk,kv->dv"));
  CHECK(same_equation("ij,jk", "ab,bc->ac"));
  CHECK_FALSE(same_equation("ij,jk->ik", "ij,jk->ki"));
  CHECK_FALSE(same_equation("ij,jk->ik", "ij,kj->ik"));
  CHECK_FALSE(same_equation("ij->", "i,j->"));
  CHECK_FALSE(same_equation("...i->...i", "ai->ai"));
  // A name's place in the alphabet is all that distinguishes them.
  CHECK(normal("ba") == "ab->ba");
  CHECK(normal("ab") == "ab->ab");
  CHECK(normal("aB") == "ab->ba");
}

TEST_CASE("an implicit output has the labels that stand once") {
  CHECK(normal("ij,jk") == "ab,bc->ac");
  CHECK(normal("kj,ji") == "ab,bc->ca");
  CHECK(normal("ii") == "aa->");
  CHECK(normal("iij") == "aab->b");
  CHECK(normal("...jj,i") == "...aa,b->...b");
  CHECK(normal("zY") == "ab->ba");
}

TEST_CASE("shapes give an ellipsis its labels") {
  CHECK(read({"...ij,...jk->...ik", {shape({2, 3, 4}), shape({2, 4, 5})}}) == "abc,acd->abd");
  CHECK(read({"...ij,...jk->...ik", {shape({3, 4}), shape({2, 4, 5})}}) == "ab,cbd->cad");
  CHECK(read({"...ij,...jk->...ik", {shape({7, 2, 3, 4}), shape({2, 4, 5})}}) == "abcd,bde->abce");
  CHECK(read({"...ij,...jk->...ik", {shape({7, 2, 3, 4}), shape({1, 4, 5})}}) == "abcd,bde->abce");
  CHECK(read({"...,...", {shape({}), shape({})}}) == ",->");
  CHECK(read({"...,...", {shape({4}), shape({3, 1})}}) == "a,ba->ba");
  CHECK(read({"i...j->j", {shape({3, 4})}}) == "ab->b");
  CHECK(read({"...->", {shape({})}}) == "->");
  CHECK(read({"a...b->b...a", {shape({2, 3, 4, 5})}}) == "abcd->dbca");
}

TEST_CASE("a size of 1 is stretched") {
  ir::problem p;
  REQUIRE_FALSE(einsum_case{"ij,ij->ij", {shape({1, 4}), shape({3, 1})}}.bind(p));
  CHECK(p.size[0] == 3);
  CHECK(p.size[1] == 4);
  CHECK(p.stretched[0]);
  CHECK_FALSE(p.stretched[1]);
  CHECK(p.set(0) == ir::just(1));
  CHECK(p.set(1) == ir::just(0));
  CHECK(p.output_shape() == shape({3, 4}));
  ir::problem empty;
  REQUIRE_FALSE(einsum_case{"i,i->i", {shape({1}), shape({0})}}.bind(empty));
  CHECK(empty.output_shape() == shape({0}));
}

TEST_CASE("all 52 labels") {
  einsum_case c{all_labels.substr(0, 26) + "," + all_labels.substr(26) + "->aZ", {extents{}, extents{}}};
  for (extents& e : c.shapes) {
    e.rank = 26;
    for (int k = 0; k < 26; ++k) e.size[k] = k % 13 == 0 ? 2 : 1;
  }
  CHECK(read(c) == all_labels.substr(0, 26) + "," + all_labels.substr(26) + "->aZ");
}

TEST_CASE("what is refused, where and why") {
  const struct {
    einsum_case wrong;
    std::string error;
  } cases[] = {
      // the text
      {{"ij,jk->i$", {}}, "9: unexpected '$'; an equation has labels a-z and A-Z, ',', '...', '->' and spaces"},
      {{"i1->i", {}}, "2: unexpected '1'; an equation has labels a-z and A-Z, ',', '...', '->' and spaces"},
      {{"ij;jk->ik", {}}, "3: unexpected ';'; an equation has labels a-z and A-Z, ',', '...', '->' and spaces"},
      {{"ij>i", {}}, "3: unexpected '>'; an equation has labels a-z and A-Z, ',', '...', '->' and spaces"},
      {{"\xc3\xa9->", {}}, "1: unexpected '?'; an equation has labels a-z and A-Z, ',', '...', '->' and spaces"},
      {{"ij-ij", {}}, "3: expected '->'"},
      {{"ij-", {}}, "3: expected '->'"},
      {{"ij- >ij", {}}, "3: expected '->'"},
      {{"ij->i->j", {}}, "6: a second '->'"},
      {{"ij->i,j", {}}, "6: a ',' after '->', where there is one output"},
      {{".ij->i", {}}, "1: expected '...'"},
      {{"..ij->i", {}}, "1: expected '...'"},
      {{"ij->i..", {}}, "6: expected '...'"},
      {{"i. ..", {}}, "2: expected '...'"},
      {{"i,...j...->i", {}}, "7: a second '...' in operand 1"},
      {{"i....", {}}, "5: expected '...'"},
      {{"......", {}}, "4: a second '...' in operand 0"},
      {{"...i->...i...", {}}, "11: a second '...' in the output"},
      {{"ij->ii", {}}, "6: label 'i' stands twice in the output"},
      {{"ij->jij", {}}, "7: label 'j' stands twice in the output"},
      {{"ij,jk->il", {}}, "9: label 'l' of the output is in no operand"},
      {{"->a", {}}, "3: label 'a' of the output is in no operand"},
      {{"ij,jk->iJ", {}}, "9: label 'J' of the output is in no operand"},
      {{"ij->...i", {}}, "5: the output has a '...', and no operand has"},
      {{repeated(",", 32) + "->", {}}, "33: more than 32 operands"},
      {{repeated("a", 31), {}}, "31: more than 30 labels for one tensor"},
      {{repeated(repeated("a", 29) + ",", 9), {}}, "265: more than 256 labels in all operands and the output together"},
      // the shapes
      {{"ij,jk->ik", {}}, "1: the number of shapes is 0, where that of operands is 2"},
      {{"ij,jk->ik", {shape({2, 3})}}, "1: the number of shapes is 1, where that of operands is 2"},
      {{"ij->ij", {shape({2, 3}), shape({})}}, "1: the number of shapes is 2, where that of operands is 1"},
      {{"ij,jk->ik", {shape({2, 3}), shape({3})}}, "4: operand 1 has rank 1, where the equation gives it rank 2"},
      {{"ij,jk->ik", {shape({2, 3, 4}), shape({3, 4})}}, "1: operand 0 has rank 3, where the equation gives it rank 2"},
      {{"ij,->ij", {shape({2, 3}), shape({1})}}, "2: operand 1 has rank 1, where the equation gives it rank 0"},
      {{"i,...jk->", {shape({2}), shape({3})}}, "3: operand 1 has rank 1, where the equation gives it at least rank 2"},
      {{"ij->ij", {shape({2, -3})}}, "1: operand 0 has a size -3"},
      {{"ij,jk->ik", {shape({2, 3}), shape({4, 5})}}, "4: label 'j' has size 4 in operand 1, and size 3 in operand 0"},
      {{"xq,q,qy", {shape({2, 1}), shape({3}), shape({0, 2})}},
       "6: label 'q' has size 0 in operand 2, and size 3 in operand 1"},
      {{"iji->j", {shape({2, 3, 4})}}, "3: label 'i' has sizes 2 and 4 in operand 0"},
      {{"ii->i", {shape({1, 4})}}, "2: label 'i' has sizes 1 and 4 in operand 0"},
      {{"...i,...i->...", {shape({2, 3, 5}), shape({4, 5})}},
       "6: a dimension of '...' has size 4 in operand 1, and size 3 in operand 0"},
      {{"a,...b->ab", {shape({2}), shape({7, 8, 2})}},
       "11: the output needs a '...', since that of operand 1 stands for dimensions; there are 2"},
      {{"i...->...", {[] {
          extents e;
          e.rank = 31;
          return e;
        }()}},
       "1: more than 30 labels for one tensor"},
      {{all_labels.substr(0, 26) + "," + all_labels.substr(26) + ",...->...",
        {[] {
           extents e = extents{26, {}};
           for (i64& n : e.size) n = 1;
           return e;
         }(),
         [] {
           extents e = extents{26, {}};
           for (i64& n : e.size) n = 1;
           return e;
         }(),
         shape({1})}},
       "55: more than 52 labels, each dimension of a '...' counted"},
      {{"a,b,c->", {shape({i64{1} << 30}), shape({i64{1} << 30}), shape({2})}},
       "1: the product of all labels' sizes is above 2^58"},
  };
  CHECK(std::size(cases) >= 25);
  for (const auto& c : cases) CHECK(read(c.wrong) == c.error);
}

TEST_CASE("any text gives an equation or an error") {
  random_numbers random(3);
  const std::string alphabet = "aabbcZ..,->> $\x80";
  int good = 0;
  for (int k = 0; k < 50000; ++k) {
    std::string text;
    for (int n = random.between(0, 9); n > 0; --n)
      text += alphabet[static_cast<std::size_t>(random.below(static_cast<int>(alphabet.size())))];
    ir::equation e, again;
    const ir::error error = ir::parse(text.c_str(), static_cast<int>(text.size()), e);
    if (error) {
      CHECK(error.offset >= 0);
      CHECK(error.offset <= static_cast<int>(text.size()));
      continue;
    }
    ++good;
    const std::string written = normal(text);
    REQUIRE_FALSE(ir::parse(written.c_str(), static_cast<int>(written.size()), again));
    CHECK(e == again);
    CHECK(normal(written) == written);
  }
  CHECK(good > 1000);
}
