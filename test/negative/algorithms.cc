// Algorithms, views and grids that do not fit together.
#include <mercator/kernels.hpp>
#include <mercator/loops.hpp>
#include <mercator/loops/arg_reduce.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto eight = identity(shape<8>{});
constexpr auto padded = ops::pieces(ops::pad(shape<8>{}, ops::low<1>{}, ops::high<1>{}));

//// copy_between_types
// expect: mercator: copy requires views of the same trivially copyable element type
void run(const float* in, double* out) { copy(eight, tensor_view(in, shape<8>{}), tensor_view(out, shape<8>{})); }

//// assemble_outside_the_operand
// expect: assemble_requires_pieces_within_their_views<
// expect: mercator: assemble requires pieces whose maps lead from the output's indices to indices within the operands'
void run(const float* in, float* out) { assemble(padded, tensor_view(out, shape<10>{}), tensor_view(in, shape<7>{}), 0.0f); }

//// assemble_without_an_operand
// expect: mercator: assemble requires as many operands as the pieces name
void run(const float* in, float* out) { assemble(padded, tensor_view(out, shape<10>{}), tensor_view(in, shape<8>{})); }

//// assemble_from_another_type
// expect: mercator: assemble requires operands that are values or views of the output's element type
void run(const double* in, float* out) { assemble(padded, tensor_view(out, shape<10>{}), tensor_view(in, shape<8>{}), 0.0f); }

//// assemble_pieces_that_overlap
// expect: mercator: assemble requires pieces with disjoint domains
constexpr piecewise_map<piece<0, identity_map<shape<8>>>, piece<1, identity_map<shape<8>>>> twice;
void run(const float* in, float* out) { assemble(twice, tensor_view(out, shape<8>{}), tensor_view(in, shape<8>{}), tensor_view(in, shape<8>{})); }

//// scatter_of_fewer_operands
// expect: mercator: kernels::scatter requires as many operands and updates as the operation has inputs
void run(float* to, const int* indices, const float* from) {
  const auto done = kernels::scatter(
      ops::scatter(shape<33, 76>{}, shape<9, 1>{}, shape<9, 76>{}, ops::update_window_dims<1>{}, ops::inserted_window_dims<0>{},
                   ops::scatter_dims_to_operand_dims<0>{}, ops::index_vector_dim<1>{}, ops::input_count<2>{}),
      to, indices, from, [](float a, float b) { return a + b; });
  static_cast<void>(done);
}

//// grid_without_threads
// expect: mercator: grid<Threads, Unroll, Vector> requires numbers above 0
constexpr auto wrong = grid_map(shape<64>{}, grid<0>{});

//// grid_of_too_many_elements
// expect: mercator: grid_map requires a shape of at most 2^60 elements
constexpr auto wrong = grid_map(shape<1099511627776, 4194304>{}, grid<32>{});

//// vectors_that_do_not_divide
// expect: mercator: for_each_vector requires a last dimension that the grid's vectors divide
void run() { for_each_vector(grid_map(shape<6>{}, grid<32, 1, 4>{}), 0, 0, [](auto) {}); }

//// swizzle_of_no_power_of_two
// expect: mercator: swizzled_tile<Rows, Columns, Vector> requires Columns / Vector to be a power of two
// expect: swizzled_tile<8, 12
constexpr int wrong = swizzled_tile<8, 12>::at(1, 2);

//// view_with_another_number_of_indices
// expect: view_requires_an_index_for_each_dimension<1, 2>
// expect: mercator: view(...) requires one index for each dimension of its shape
float run(float* data) { return tensor_view(data, shape<4, 8>{})(1); }

//// view_at_another_rank
// expect: operator[]
float run(float* data) { return tensor_view(data, shape<4, 8>{})[coord{1, 2, 3}]; }

//// for_each_of_another_policy
// expect: for_each_requires_a_policy_for_points<
// expect: mercator: for_each(policy, map, body) requires in_order, unordered or parallel(executor) with one of them
void run() { for_each(may_alias, eight, [](auto, auto) {}); }

//// for_each_body_of_one_argument
// expect: for_each_requires_a_body_for_points<
// expect: mercator: for_each requires a body that can be called with a coord of the map's variables and one of its results; got
void run() { for_each(eight, [](coord<1>) {}); }
