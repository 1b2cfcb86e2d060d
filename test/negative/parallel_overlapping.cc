// expect: parallel_requires_views_that_do_not_overlap
// expect: mercator: parallel(executor, policy) requires in_order, unordered or reassociate; got may_alias
#include <mercator/loops.hpp>

struct serial {
  template <class Task>
  void operator()(long count, Task&& task) {
    task(0, count);
  }
};

serial executor;
auto policy = mercator::parallel(executor, mercator::may_alias);
