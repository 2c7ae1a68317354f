// SPDX-License-Identifier: Apache-2.0
// The library loaded with dlopen and closed again, while threads of oneTBB, primitives and results
// of the first time are still there. This executable does not link it, nor oneTBB.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <libselect/libselect.h>

#include "faults/child.hpp"
#include "unit/call_counter.hpp"

namespace {

constexpr std::int64_t n_rows = 700, n_cols = 600;
constexpr std::size_t n_elems = n_rows * n_cols;

// The functions of one load of the library.
class loaded {
public:
    loaded() : handle_(dlopen(LIBSELECT_FILE, RTLD_NOW | RTLD_LOCAL)) {}
    loaded(const loaded &) = delete;
    loaded &operator=(const loaded &) = delete;
    ~loaded() { close(); }
    void close() {
        if (handle_ != nullptr) dlclose(handle_);
        handle_ = nullptr;
    }
    [[nodiscard]] bool is_open() const { return handle_ != nullptr; }
    template <typename Function>
    [[nodiscard]] Function *get(Function *, const char *name) const {
        return reinterpret_cast<Function *>(reinterpret_cast<std::uintptr_t>(dlsym(handle_, name)));
    }

private:
    void *handle_;
};

#define LOADED(from, function) (from).get(&function, #function)

libselect_primitive_t *create_primitive(const loaded &from) {
    const std::int64_t dims[2] {n_rows, n_cols};
    libselect_logical_tensor_t *mask = nullptr, *data = nullptr;
    libselect_select_op_t *op = nullptr;
    libselect_primitive_t *made = nullptr;
    const auto create_tensor = LOADED(from, libselect_logical_tensor_create);
    bool is_good = create_tensor(&mask, libselect_boolean, 2, dims, nullptr) == libselect_success
                   && create_tensor(&data, libselect_s32, 2, dims, nullptr) == libselect_success
                   && LOADED(from, libselect_select_op_create)(&op, mask, data, data, nullptr,
                              libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS)
                              == libselect_success;
    is_good =
            is_good && LOADED(from, libselect_primitive_create)(&made, op, 0) == libselect_success;
    LOADED(from, libselect_logical_tensor_destroy)(mask);
    LOADED(from, libselect_logical_tensor_destroy)(data);
    LOADED(from, libselect_select_op_destroy)(op);
    return is_good ? made : nullptr;
}

class buffers {
public:
    buffers() : cond_(n_elems), src0_(n_elems, 1), src1_(n_elems, 2), dst_(n_elems) {
        for (std::size_t i = 0; i < n_elems; i += 3)
            cond_[i] = 1;
    }
    // Several threads of oneTBB take part where the machine has them.
    std::string run(const loaded &from, const libselect_primitive_t *primitive) {
        const std::int64_t dims[2] {n_rows, n_cols};
        libselect_logical_tensor_t *mask = nullptr, *data = nullptr;
        const auto create_tensor = LOADED(from, libselect_logical_tensor_create);
        if (create_tensor(&mask, libselect_boolean, 2, dims, nullptr) != libselect_success
                || create_tensor(&data, libselect_s32, 2, dims, nullptr) != libselect_success)
            return "no tensors";
        std::fill(dst_.begin(), dst_.end(), 0);
        const libselect_memory_t cond {mask, cond_.data(), cond_.size()};
        const libselect_memory_t src0 {data, src0_.data(), 4 * n_elems};
        const libselect_memory_t src1 {data, src1_.data(), 4 * n_elems};
        const libselect_memory_t dst {data, dst_.data(), 4 * n_elems};
        const libselect_status_t status =
                LOADED(from, libselect_execute)(primitive, &cond, &src0, &src1, &dst);
        LOADED(from, libselect_logical_tensor_destroy)(mask);
        LOADED(from, libselect_logical_tensor_destroy)(data);
        if (status != libselect_success) return "execute failed";
        for (std::size_t i = 0; i < n_elems; ++i)
            if (dst_[i] != (cond_[i] != 0 ? 1 : 2)) return "wrong result";
        return "";
    }

private:
    std::vector<std::uint8_t> cond_;
    std::vector<std::int32_t> src0_, src1_, dst_;
};

std::string load_and_run(buffers &data) {
    const loaded library;
    if (!library.is_open()) return dlerror();
    libselect_primitive_t *primitive = create_primitive(library);
    if (primitive == nullptr) return "no primitive";
    std::string wrong = data.run(library, primitive);
    LOADED(library, libselect_primitive_destroy)(primitive);
    return wrong;
}

TEST(dlopen, and_dlclose_right_after_an_execute_again_and_again) {
    EXPECT_EQ(faults::in_child([] {
        buffers data;
        std::string wrong;
        for (int i = 0; i < 200 && wrong.empty(); ++i)
            wrong = load_and_run(data);
        return wrong;
    }),
            "");
}

// A Select by way of scratch, on the stack of a thread that has not used the library yet.
std::string execute_in_a_new_thread(const loaded &from) {
    constexpr std::int64_t rows = 70, cols = 90;
    const std::int64_t dims[2] {rows, cols}, strides[2] {1, rows};
    libselect_logical_tensor_t *mask = nullptr, *dense = nullptr, *transposed = nullptr;
    libselect_select_op_t *op = nullptr;
    libselect_primitive_t *made = nullptr;
    const auto create_tensor = LOADED(from, libselect_logical_tensor_create);
    if (create_tensor(&mask, libselect_boolean, 2, dims, nullptr) != libselect_success
            || create_tensor(&dense, libselect_s32, 2, dims, nullptr) != libselect_success
            || create_tensor(&transposed, libselect_s32, 2, dims, strides) != libselect_success
            || LOADED(from, libselect_select_op_create)(&op, mask, transposed, dense, dense,
                       libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS)
                       != libselect_success
            || LOADED(from, libselect_primitive_create)(&made, op, 1) != libselect_success)
        return "not created";
    std::vector<std::uint8_t> ones(rows * cols, 1);
    std::vector<std::int32_t> src0(rows * cols, 1), src1(rows * cols, 2), result(rows * cols);
    const libselect_memory_t memories[4] {{mask, ones.data(), ones.size()},
            {transposed, src0.data(), 4 * rows * cols}, {dense, src1.data(), 4 * rows * cols},
            {dense, result.data(), 4 * rows * cols}};
    const auto execute = LOADED(from, libselect_execute);
    int n_allocations = -1;
    std::thread([&] {
        const unit::own_calls calls;
        (void)execute(made, &memories[0], &memories[1], &memories[2], &memories[3]);
        n_allocations = calls.counts().allocations;
    }).join();
    if (result != src0) return "wrong result";
    return n_allocations == 0 ? "" : std::to_string(n_allocations) + " allocations";
}

TEST(dlopen, lets_no_execute_allocate_in_a_thread_that_has_not_used_the_library) {
    if (!unit::can_count_calls) GTEST_SKIP() << "a sanitizer stands before malloc";
    EXPECT_EQ(faults::in_child([]() -> std::string {
        const loaded library;
        return library.is_open() ? execute_in_a_new_thread(library) : dlerror();
    }),
            "");
}

TEST(dlopen, by_threads_that_come_and_go) {
    EXPECT_EQ(faults::in_child([] {
        std::vector<std::string> outcomes(4);
        for (int round = 0; round < 20; ++round) {
            std::vector<std::thread> threads;
            for (std::string &outcome : outcomes)
                threads.emplace_back([&outcome] {
                    buffers data;
                    for (int i = 0; i < 5; ++i)
                        outcome += load_and_run(data);
                });
            for (std::thread &thread : threads)
                thread.join();
        }
        return outcomes[0] + outcomes[1] + outcomes[2] + outcomes[3];
    }),
            "");
}

TEST(dlopen, anew_finds_a_primitive_of_the_first_time_alive) {
    EXPECT_EQ(faults::in_child([]() -> std::string {
        buffers data;
        loaded first;
        libselect_primitive_t *primitive = create_primitive(first);
        first.close();
        const loaded second;
        const std::string wrong = data.run(second, primitive);
        LOADED(second, libselect_primitive_destroy)(primitive);
        return wrong;
    }),
            "");
}

// The text of a failure, and a thread that ends after the library was closed.
TEST(dlopen, leaves_no_destructor_of_a_thread_behind) {
    EXPECT_EQ(faults::in_child([]() -> std::string {
        std::string text;
        std::thread([&] {
            buffers data;
            text = load_and_run(data);
            const loaded library;
            if (LOADED(library, libselect_primitive_create)(nullptr, nullptr, 0)
                    == libselect_success)
                text += "no failure";
        }).join();
        return text;
    }),
            "");
}

} // namespace
