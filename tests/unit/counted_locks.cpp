// SPDX-License-Identifier: Apache-2.0
// Counted locks: this executable defines the functions of pthreads, and so stands before libc for
// every shared library in the process, then passes the call on.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>

#include "unit/call_counter.hpp"

#if !defined(LIBSELECT_SANITIZED)

namespace {

// Counts, then calls the function of libc, which is looked up once. No static initialiser: its
// guard might lock.
template <typename... Arguments>
int call(std::atomic<void *> &libc, const char *name, const void *caller, Arguments... arguments) {
    unit::count_lock(caller);
    void *found = libc.load();
    if (found == nullptr) {
        found = dlsym(RTLD_NEXT, name);
        libc = found;
    }
    return reinterpret_cast<int (*)(Arguments...)>(found)(arguments...);
}

} // namespace

extern "C" {

int pthread_mutex_lock(pthread_mutex_t *mutex) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_mutex_lock", __builtin_return_address(0), mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_mutex_trylock", __builtin_return_address(0), mutex);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_rwlock_rdlock", __builtin_return_address(0), lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_rwlock_wrlock", __builtin_return_address(0), lock);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_rwlock_tryrdlock", __builtin_return_address(0), lock);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_rwlock_trywrlock", __builtin_return_address(0), lock);
}

int pthread_cond_signal(pthread_cond_t *condition) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_cond_signal", __builtin_return_address(0), condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) noexcept {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_cond_broadcast", __builtin_return_address(0), condition);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    static std::atomic<void *> libc {nullptr};
    return call(libc, "pthread_cond_wait", __builtin_return_address(0), condition, mutex);
}

int pthread_cond_timedwait(
        pthread_cond_t *condition, pthread_mutex_t *mutex, const timespec *until) {
    static std::atomic<void *> libc {nullptr};
    return call(
            libc, "pthread_cond_timedwait", __builtin_return_address(0), condition, mutex, until);
}

} // extern "C"

#endif
