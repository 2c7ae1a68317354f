// SPDX-License-Identifier: Apache-2.0
// A read-write lock: calls of the library share it, and fork() holds it alone.
#include "api/fork_gate.hpp"

#include <pthread.h>

#include <atomic>

namespace libselect {
namespace {

// This kind of lock, which only glibc has, prefers writers. Without it fork() may have to wait for
// a moment when no other thread is inside.
#if defined(PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP)
#define LIBSELECT_GATE_INITIALIZER PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
#else
#define LIBSELECT_GATE_INITIALIZER PTHREAD_RWLOCK_INITIALIZER
#endif

pthread_rwlock_t gate = LIBSELECT_GATE_INITIALIZER;
// Only the thread that forks can find its own id here; the id is the same in the child.
std::atomic<bool> is_forking {false};
std::atomic<pthread_t> forking_thread {};

bool is_the_forking_thread() noexcept {
    return is_forking.load() && pthread_equal(forking_thread.load(), pthread_self()) != 0;
}

void before_fork() {
    pthread_rwlock_wrlock(&gate);
    forking_thread = pthread_self();
    is_forking = true;
}

void after_fork_in_parent() {
    is_forking = false;
    pthread_rwlock_unlock(&gate);
}

// The system gives the thread another number in the child, so glibc would not accept it as the
// owner of the lock. The lock is initialised anew instead.
void after_fork_in_child() {
    is_forking = false;
    gate = LIBSELECT_GATE_INITIALIZER;
}

// pthread_atfork fails only without memory. fork() then works as it would without the handlers.
[[maybe_unused]] const int is_registered =
        pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);

} // namespace

fork_gate::fork_gate() noexcept : enters_(!is_the_forking_thread()) {
    if (enters_) pthread_rwlock_rdlock(&gate);
}

fork_gate::~fork_gate() {
    if (enters_) pthread_rwlock_unlock(&gate);
}

} // namespace libselect
