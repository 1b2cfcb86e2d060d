// Executors for mercator's parallel(executor): executor(count, task) calls task(begin, end) for parts of [0,
// count) that cover it, on any threads, and returns when all are done.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

/// Threads of one's own: they take parts one after the other, so that none waits while there is work. One call
/// at a time.
class thread_pool {
 public:
  explicit thread_pool(int threads = static_cast<int>(std::thread::hardware_concurrency())) {
    for (int k = 1; k < threads; ++k) others_.emplace_back([this] { serve(); });
  }
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;
  ~thread_pool() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    for (std::thread& t : others_) t.join();
  }

  int threads() const { return static_cast<int>(others_.size()) + 1; }

  template <class Task>
  void operator()(std::int64_t count, const Task& task) {
    std::unique_lock lock(mutex_);
    task_ = [&task](std::int64_t begin, std::int64_t end) { task(begin, end); };
    next_ = 0;
    count_ = count;
    part_ = std::max<std::int64_t>(count / (4 * threads()), 1);
    changed_.notify_all();
    work(lock);
    changed_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void serve() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return done_ || next_ < count_; });
      if (done_) return;
      work(lock);
      if (busy_ == 0) changed_.notify_all();
    }
  }

  /// Takes parts while there are any; the lock is held between them.
  void work(std::unique_lock<std::mutex>& lock) {
    ++busy_;
    while (next_ < count_) {
      const std::int64_t begin = next_, end = std::min(begin + part_, count_);
      next_ = end;
      lock.unlock();
      task_(begin, end);
      lock.lock();
    }
    --busy_;
  }

  std::vector<std::thread> others_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void(std::int64_t, std::int64_t)> task_;
  std::int64_t next_ = 0, count_ = 0, part_ = 1;
  int busy_ = 0;
  bool done_ = false;
};

/// OpenMP's threads; one thread where it is not compiled with it.
struct openmp {
  template <class Task>
  void operator()(std::int64_t count, const Task& task) const {
#if defined(_OPENMP)
#pragma omp parallel for schedule(dynamic)
#endif
    for (std::int64_t k = 0; k < count; ++k) task(k, k + 1);
  }
};
