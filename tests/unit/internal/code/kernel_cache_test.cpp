// SPDX-License-Identifier: Apache-2.0
// The kernel cache: one generation per key, nothing kept of a failure, no waiting between keys, the
// kernels used last within a bound. A test that should wait and does not end is stopped by the
// timeout of CTest.
#include "code/kernel_cache.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

#include "common/expect_failure.hpp"

namespace internal {
namespace {

using libselect::code_key;
using libselect::generated_code;
using libselect::kernel_cache;

// Stand for code that was generated, 100 bytes each.
constexpr char fake_kernels[100] {};
constexpr std::size_t kernel_bytes = 100;
constexpr std::size_t capacity = sizeof fake_kernels * kernel_bytes;

// Refers to a kernel, and counts in *freed, if given, when it is freed.
generated_code code_at(std::size_t i, int *freed = nullptr) {
    const auto count = [freed](const void *) {
        if (freed != nullptr) ++*freed;
    };
    return {libselect::code_ref(static_cast<const void *>(&fake_kernels[i]), count), kernel_bytes};
}

const void *const one_kernel = &fake_kernels[0];
const void *const other_kernel = &fake_kernels[1];
generated_code make_one_kernel() {
    return code_at(0);
}
generated_code make_other_kernel() {
    return code_at(1);
}

code_key key_of(int elem_bytes) {
    libselect::row_params params;
    params.elem_bytes = elem_bytes;
    return {libselect_cpu_isa_avx2, params};
}

// The parameters, and others that each differ from them in one member.
std::vector<libselect::row_params> rows_around(const libselect::row_params &base) {
    std::vector<libselect::row_params> all {base};
    const auto add = [&]() -> libselect::row_params & { return all.emplace_back(base); };
    add().elem_bytes = 8;
    add().stores = libselect::store_kind::streaming;
    add().kept = libselect::in_place::src0;
    add().kept = libselect::in_place::src1;
    add().skips = true;
    add().narrow = true;
    add().splits_blends = true;
    add().cols = 3;
    add().cols = 4;
    add().ahead = libselect::prefetched::src0;
    add().ahead = libselect::prefetched::src1;
    add().shares_masks = true;
    for (std::size_t i = 0; i < libselect::n_operands; ++i)
        for (const auto each : {libselect::role::constant, libselect::role::strided})
            add().roles[i] = each;
    return all;
}

std::vector<libselect::fused_params> fused_around(const libselect::fused_params &base) {
    std::vector<libselect::fused_params> all {base};
    const auto add = [&]() -> libselect::fused_params & { return all.emplace_back(base); };
    add().vector_bytes = 64;
    add().splits_blends = true;
    add().elem_bytes = 8;
    add().cols = 3;
    add().stores = libselect::store_kind::streaming;
    for (std::size_t i = 0; i < libselect::n_operands; ++i)
        for (const auto each : {libselect::fused_role::repeating, libselect::fused_role::periodic,
                     libselect::fused_role::constant})
            add().roles[i] = each;
    return all;
}

// Keys of all three contracts on two ISAs.
std::vector<code_key> all_keys() {
    std::vector<code_key> keys;
    for (const auto isa : {libselect_cpu_isa_avx2, libselect_cpu_isa_avx512}) {
        for (const auto &params : rows_around({}))
            keys.push_back({isa, params});
        for (const auto &params : fused_around({}))
            keys.push_back({isa, params});
        for (const int elem_bytes : {1, 4})
            for (const int vector_bytes : {16, 32})
                keys.push_back({isa, libselect::transpose_params {elem_bytes, 0, 0, vector_bytes}});
    }
    return keys;
}

constexpr int n_callers = 16;

// Runs the body on n_callers threads, which begin together.
template <typename Body>
void on_many_threads(const Body &body) {
    std::latch begin(n_callers);
    std::vector<std::thread> threads;
    for (int i = 0; i < n_callers; ++i)
        threads.emplace_back([&, i] {
            begin.arrive_and_wait();
            body(i);
        });
    for (std::thread &one : threads)
        one.join();
}

TEST(code_kernel_cache, generates_at_the_first_call_only) {
    kernel_cache cache(capacity);
    int generated = 0;
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(cache.find_or_generate(key_of(4),
                               [&] {
                                   ++generated;
                                   return make_one_kernel();
                               })
                          .code.get(),
                one_kernel);
    EXPECT_EQ(generated, 1);
    EXPECT_EQ(cache.size(), 1U);
}

TEST(code_kernel_cache, tells_keys_apart_by_every_member) {
    kernel_cache cache(capacity);
    const std::vector<code_key> keys = all_keys();
    std::size_t generated = 0;
    const auto generate = [&] { return code_at(generated++); };
    for (int call = 0; call < 2; ++call)
        for (std::size_t i = 0; i < keys.size(); ++i)
            EXPECT_EQ(cache.find_or_generate(keys[i], generate).code.get(), &fake_kernels[i])
                    << "key " << i;
    EXPECT_EQ(generated, keys.size());
    EXPECT_EQ(cache.size(), keys.size());
}

TEST(code_kernel_cache, concurrent_callers_share_one_generation) {
    for (int round = 0; round < 200; ++round) {
        kernel_cache cache(capacity);
        std::atomic<int> generated = 0;
        std::array<libselect::cached_code, n_callers> found {};
        on_many_threads([&](int i) {
            found[static_cast<std::size_t>(i)] = cache.find_or_generate(key_of(4), [&] {
                ++generated;
                return make_one_kernel();
            });
        });
        ASSERT_EQ(generated, 1);
        int n_new = 0;
        for (const libselect::cached_code &one : found) {
            ASSERT_EQ(one.code.get(), one_kernel);
            n_new += one.is_new ? 1 : 0;
        }
        ASSERT_EQ(n_new, 1);
    }
}

TEST(code_kernel_cache, a_failed_generation_leaves_nothing) {
    kernel_cache cache(capacity);
    EXPECT_EQ(failure_of([&] {
        (void)cache.find_or_generate(key_of(4),
                []() -> generated_code { libselect::fail(libselect_runtime_error, {"no"}); });
    }),
            "runtime_error: no");
    EXPECT_EQ(cache.size(), 0U);
    EXPECT_EQ(cache.find_or_generate(key_of(4), make_one_kernel).code.get(), one_kernel);
    EXPECT_EQ(cache.size(), 1U);
}

TEST(code_kernel_cache, a_failure_keeps_the_type_of_its_exception) {
    kernel_cache cache(capacity);
    EXPECT_THROW((void)cache.find_or_generate(
                         key_of(4), []() -> generated_code { throw std::bad_alloc(); }),
            std::bad_alloc);
    EXPECT_EQ(cache.size(), 0U);
}

// The count of owners of a shared exception lives in libstdc++.so, which TSan does not watch, so
// that TSan takes its last release for a race.
#if defined(__SANITIZE_THREAD__)
constexpr bool under_tsan = true;
#elif defined(__has_feature)
constexpr bool under_tsan = __has_feature(thread_sanitizer);
#else
constexpr bool under_tsan = false;
#endif

TEST(code_kernel_cache, a_failure_reaches_everyone_who_waits) {
    if (under_tsan) GTEST_SKIP() << "TSan does not see the count of owners of an exception";
    for (int round = 0; round < 200; ++round) {
        kernel_cache cache(capacity);
        std::atomic<int> generated = 0, refused = 0;
        std::latch arriving(n_callers);
        on_many_threads([&](int) {
            arriving.count_down();
            refused += failure_of([&] {
                (void)cache.find_or_generate(key_of(4), [&]() -> generated_code {
                    arriving.wait(); // the others are at the call, most of them in it
                    ++generated;
                    libselect::fail(libselect_runtime_error, {"no"});
                });
            }) == "runtime_error: no";
        });
        ASSERT_EQ(refused, n_callers);
        ASSERT_GE(generated, 1);
        ASSERT_EQ(cache.size(), 0U);
        ASSERT_EQ(cache.find_or_generate(key_of(4), make_one_kernel).code.get(), one_kernel);
    }
}

TEST(code_kernel_cache, another_key_does_not_wait) {
    kernel_cache cache(capacity);
    std::latch begun(1), may_end(1);
    std::thread slow([&] {
        EXPECT_EQ(cache.find_or_generate(key_of(4),
                               [&] {
                                   begun.count_down();
                                   may_end.wait();
                                   return make_one_kernel();
                               })
                          .code.get(),
                one_kernel);
    });
    begun.wait();
    EXPECT_EQ(cache.find_or_generate(key_of(8), make_other_kernel).code.get(), other_kernel);
    may_end.count_down();
    slow.join();
    EXPECT_EQ(cache.size(), 2U);
}

TEST(code_kernel_cache, a_generation_may_ask_for_another_key) {
    kernel_cache cache(capacity);
    const auto found = cache.find_or_generate(key_of(4), [&] {
        return generated_code {
                cache.find_or_generate(key_of(8), make_other_kernel).code, kernel_bytes};
    });
    EXPECT_EQ(found.code.get(), other_kernel);
    EXPECT_EQ(cache.size(), 2U);
}

TEST(code_kernel_cache, keeps_the_kernels_used_last) {
    std::array<int, 4> freed {}; // outlives the cache, which frees the others
    kernel_cache cache(3 * kernel_bytes);
    const auto use = [&](std::size_t i) {
        return cache
                .find_or_generate(
                        key_of(static_cast<int>(i)), [&] { return code_at(i, &freed[i]); })
                .is_new;
    };
    for (const std::size_t i : {0U, 1U, 2U})
        EXPECT_TRUE(use(i));
    EXPECT_FALSE(use(0));
    EXPECT_TRUE(use(3));
    EXPECT_EQ(freed, (std::array {0, 1, 0, 0}));
    EXPECT_EQ(cache.size(), 3U);
    for (const std::size_t i : {0U, 2U, 3U})
        EXPECT_FALSE(use(i));
    EXPECT_TRUE(use(1));
    EXPECT_EQ(freed, (std::array {1, 1, 0, 0}));
}

TEST(code_kernel_cache, what_someone_holds_outlives_the_cache) {
    int freed = 0;
    libselect::code_ref held;
    {
        kernel_cache cache(0); // keeps nothing
        held = cache.find_or_generate(key_of(4), [&] { return code_at(0, &freed); }).code;
        EXPECT_EQ(cache.size(), 0U);
        EXPECT_EQ(freed, 0);
    }
    EXPECT_EQ(freed, 0);
    held.reset();
    EXPECT_EQ(freed, 1);
}

TEST(code_kernel_cache, drops_no_kernel_while_it_is_generated) {
    kernel_cache cache(kernel_bytes);
    const auto outer = cache.find_or_generate(key_of(4), [&] {
        for (const int width : {8, 16})
            EXPECT_TRUE(cache.find_or_generate(key_of(width), make_other_kernel).is_new);
        EXPECT_EQ(cache.size(), 2U);
        return make_one_kernel();
    });
    EXPECT_EQ(outer.code.get(), one_kernel);
    EXPECT_EQ(cache.size(), 1U);
}

TEST(code_kernel_cache, many_callers_of_many_keys_get_their_own) {
    kernel_cache cache(8 * kernel_bytes);
    std::atomic<int> wrong = 0;
    on_many_threads([&](int caller) {
        for (std::size_t i = 0; i < 2000; ++i) {
            const std::size_t which = (i * 7 + static_cast<std::size_t>(caller)) % 32;
            const auto found = cache.find_or_generate(
                    key_of(static_cast<int>(which)), [&] { return code_at(which); });
            wrong += found.code.get() != &fake_kernels[which];
        }
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(cache.size(), 8U);
}

} // namespace
} // namespace internal
