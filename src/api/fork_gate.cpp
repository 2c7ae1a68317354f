// SPDX-License-Identifier: Apache-2.0
// A lock that those inside share and fork() takes for itself.
#include "api/fork_gate.hpp"

#include <pthread.h>

#include <atomic>

namespace libselect {
namespace {

// Without this kind of lock, which is glibc's, fork() may wait for a pause in the traffic.
#if defined(PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP)
#define LIBSELECT_GATE_INITIALIZER PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
#else
#define LIBSELECT_GATE_INITIALIZER PTHREAD_RWLOCK_INITIALIZER
#endif

pthread_rwlock_t gate = LIBSELECT_GATE_INITIALIZER;
// Only the thread that forks can find itself here; its number is the same in the child.
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

// The thread has another id here, by which glibc would not know it as the owner.
void after_fork_in_child() {
    is_forking = false;
    gate = LIBSELECT_GATE_INITIALIZER;
}

// When there is no memory for the handlers, fork() is as it would be without them.
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
