// SPDX-License-Identifier: Apache-2.0
// Fixed costs: execute on few elements, creation with a cached kernel, creation with a new one.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "harness/run_problem.hpp"
#include "session.hpp"

namespace bench {
namespace {

// Calls per iteration where the loop over calls is part of the text: an inlined loop has no call.
constexpr std::int64_t batch = 100;

struct tiny {
    tiny(std::int64_t n, memory_kind memory)
        : one(make_case("fixed", "f32", {n}, {n}, {n})),
          data(one, memory),
          op(support::make_op(one.what)),
          primitive(op, 1),
          cond(op.cond(), data.cond()),
          src0(op.src0(), data.src0()),
          src1(op.src1(), data.src1()),
          dst(op.dst(), data.dst()) {}
    bench_case one;
    case_data data;
    libselect::select_op op;
    libselect::primitive primitive;
    libselect::const_memory cond, src0, src1;
    libselect::memory dst;
};

void execute_batch(const tiny &on) {
    for (std::int64_t i = 0; i < batch; ++i) {
        on.primitive.execute(on.cond, on.src0, on.src1, on.dst);
        support::clobber_memory();
    }
}

// Memories are made anew each time, as a caller does whose pointers change.
void execute_batch_with_memories(const tiny &on) {
    for (std::int64_t i = 0; i < batch; ++i) {
        on.primitive.execute({on.op.cond(), on.data.cond()}, {on.op.src0(), on.data.src0()},
                {on.op.src1(), on.data.src1()}, {on.op.dst(), on.data.dst()});
        support::clobber_memory();
    }
}

void plain_batch(const tiny &on) {
    plain_inlined_f32(reinterpret_cast<const std::uint8_t *>(on.data.cond()),
            reinterpret_cast<const float *>(on.data.src0()),
            reinterpret_cast<const float *>(on.data.src1()),
            reinterpret_cast<float *>(on.data.dst()), on.one.n_elems(), batch);
}

void measure_execute(session &all, memory_kind memory) {
    std::printf("\nexecute, f32, %s, 1 thread, C++ interface: ns per call\n"
                "  %8s %14s %10s %14s %12s\n",
            memory_name(memory), "elements", "plain inlined", "execute", "with memories",
            "difference");
    for (const std::int64_t n : {1, 16, 64, 256, 1024}) {
        const tiny on(n, memory);
        const std::vector<timing> found = all.watch().measure("execute_x" + std::to_string(batch)
                                                                      + "/" + std::to_string(n)
                                                                      + "/" + memory_name(memory),
                {make_contestant("plain_inlined", kind::plain, false, [&on] { plain_batch(on); }),
                        make_contestant(
                                "execute", kind::library, false, [&on] { execute_batch(on); }),
                        make_contestant("execute_with_memories", kind::library, false,
                                [&on] { execute_batch_with_memories(on); })});
        const double plain = found[0].ns / batch, execute = found[1].ns / batch;
        std::printf("  %8lld %14.1f %10.1f %14.1f %12.1f\n", static_cast<long long>(n), plain,
                execute, found[2].ns / batch, execute - plain);
    }
}

void measure_cached_creation(session &all) {
    const bench_case one = make_case("cached", "f32", {8, 1, 1, 128}, {}, {8, 12, 128, 128});
    const support::problem &what = one.what;
    const libselect::logical_tensor cond =
            support::make_tensor(libselect::data_type::boolean, what.cond);
    const libselect::logical_tensor src0 = support::make_tensor(what.type, what.src0);
    const libselect::logical_tensor src1 = support::make_tensor(what.type, what.src1);
    const libselect::select_op op(cond, src0, src1);
    const auto entry = [](const char *name, auto call) {
        return make_contestant(name, kind::library, false, call);
    };
    const std::vector<timing> found = all.watch().measure("create_cached",
            {entry("tensors", [&] { (void)support::make_tensor(what.type, what.src1); }),
                    entry("op", [&] { (void)libselect::select_op(cond, src0, src1); }),
                    entry("primitive", [&] { (void)libselect::primitive(op); }),
                    entry("op_and_primitive", [&] {
                        (void)libselect::primitive(libselect::select_op(cond, src0, src1));
                    })});
    std::printf("\ncreation and destruction with a cached kernel\n");
    for (const timing &each : found)
        std::printf("  %-18s %10s +- %.1f%%\n", each.name.c_str(), time_text(each.ns).c_str(),
                each.spread * 100);
}

// One shape per way that operands can move: each asks for another kernel.
std::vector<bench_case> kernel_shapes() {
    std::vector<bench_case> shapes;
    for (const char *type : {"u8", "f16", "f32", "f64", "c128"}) {
        const auto add = [&](const char *name, const dims &cond, const dims &src0,
                                 const dims &src1) {
            shapes.push_back(make_case(std::string(type) + " " + name, type, cond, src0, src1, {},
                    "multidirectional"));
        };
        add("dense", {64, 256}, {64, 256}, {64, 256});
        add("src0 scalar", {64, 256}, {}, {64, 256});
        add("src1 scalar", {64, 256}, {64, 256}, {});
        add("both by row", {64, 256}, {64, 1}, {64, 1});
        add("cond by row", {64, 1}, {64, 256}, {64, 256});
        add("short rows", {256, 1}, {256, 3}, {3});
        add("transposed", {64, 256}, {64, 256}, {64, 256});
        shapes.back().what.src0.strides = {1, 64};
    }
    return shapes;
}

double create_once(const library &from, const bench_case &one) {
    const auto begin = std::chrono::steady_clock::now();
    const c_primitive made(from, one, nullptr, 1);
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::nano>(end - begin).count();
}

// A fresh copy of the library per round has an empty cache. Its first creation of all, which also
// touches its code and data for the first time, is told apart.
void measure_new_kernels(session &all) {
    const std::vector<bench_case> shapes = kernel_shapes();
    std::vector<std::vector<double>> samples(shapes.size());
    std::vector<double> first;
    for (int round = 0; round < all.chosen().rounds; ++round) {
        const library &fresh = load_library(all.fields().best());
        first.push_back(create_once(fresh, make_case("first", "f32", {7}, {7}, {1})));
        for (std::size_t i = 0; i < shapes.size(); ++i)
            samples[i].push_back(create_once(fresh, shapes[i]));
    }
    const auto median = [](std::vector<double> &of) {
        std::sort(of.begin(), of.end());
        return of[of.size() / 2];
    };
    std::printf("\ntensors, op and primitive with a new kernel, %zu shapes, medians of %d libraries"
                "\n  %-18s %10s\n",
            shapes.size(), all.chosen().rounds, "first of all", time_text(median(first)).c_str());
    std::vector<double> medians;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        medians.push_back(median(samples[i]));
        std::printf("  %-18s %10s\n", shapes[i].name.c_str(), time_text(medians[i]).c_str());
    }
    std::printf("  %-18s %10s\n  %-18s %10s\n", "median", time_text(median(medians)).c_str(),
            "largest", time_text(medians.back()).c_str());
}

} // namespace

void run_fixed(session &all) {
    for (const memory_kind memory : all.chosen().memories)
        measure_execute(all, memory);
    measure_cached_creation(all);
    measure_new_kernels(all);
}

} // namespace bench
