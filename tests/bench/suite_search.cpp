// SPDX-License-Identifier: Apache-2.0
// Random problems against the best loop nest for their strides: finds shapes where libselect loses.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "case_data.hpp"
#include "harness/problem_data.hpp"
#include "harness/run_problem.hpp"
#include "search_peer.hpp"
#include "session.hpp"

namespace bench {
namespace {

using support::in_place;

// Buffers of malloc begin 16 bytes into a page when they are large.
std::size_t first_byte_in(memory_kind memory) {
    return memory == memory_kind::malloc ? 16 : 0;
}
// Problems of quick runs, which measure nothing.
constexpr int quick_count = 400;
// An operand of more bytes is not measured: with its gaps it would take most of the time of a run.
constexpr std::size_t most_bytes = std::size_t {64} << 20U;

// The buffers of a problem, and the bytes that dst must get.
class search_data {
public:
    search_data(const search_case &one, memory_kind memory)
        : what_(problem_of(one)),
          first_byte_(first_byte_in(memory)),
          offsets_(memory) {
        const std::array<support::operand *, 4> operands = support::operands(what_);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const std::size_t width = i == 0 ? 1 : what_.elem_bytes();
            const support::byte_range range = support::addressed_bytes(*operands[i], width);
            if (range.size() > most_bytes)
                throw std::length_error(to_word(one) + ": an operand has "
                                        + std::to_string(range.size())
                                        + " bytes; at most 64 MiB are measured");
            sizes_[i] = range.size();
            buffers_[i] = page_buffer(range.size(), offsets_);
            at_[i] = buffers_[i].data() + first_byte_ - range.low;
        }
        dst_buffer_ = 3;
        if (support::src0_is_dst(what_)) dst_buffer_ = 1;
        if (support::src1_is_dst(what_)) dst_buffer_ = 2;
        at_[3] = at_[dst_buffer_];
        support::fill_operands(what_, {at_[0], at_[1], at_[2], at_[3]});
        before_.assign(dst_begin(), dst_begin() + sizes_[3]);
    }

    [[nodiscard]] std::array<void *, 4> pointers() const {
        return {at_[0], at_[1], at_[2], at_[3]};
    }
    [[nodiscard]] const support::problem &what() const { return what_; }

    // What dst's bytes are after a call from the state before all calls.
    [[nodiscard]] std::vector<std::byte> result_of(const std::function<void()> &call) const {
        std::memcpy(dst_begin(), before_.data(), sizes_[3]);
        call();
        return {dst_begin(), dst_begin() + sizes_[3]};
    }

private:
    [[nodiscard]] std::byte *dst_begin() const {
        return buffers_[dst_buffer_].data() + first_byte_;
    }

    support::problem what_;
    std::size_t first_byte_;
    heap_offsets offsets_;
    std::array<page_buffer, 4> buffers_;
    std::array<std::size_t, 4> sizes_ {};
    std::array<std::byte *, 4> at_ {};
    std::size_t dst_buffer_ = 3;
    std::vector<std::byte> before_;
};

// The primitive of a problem, as a user calls it.
struct search_library {
    explicit search_library(const search_data &data)
        : op(support::make_op(data.what())),
          primitive(op, 1),
          cond(op.cond(), data.pointers()[0]),
          src0(op.src0(), data.pointers()[1]),
          src1(op.src1(), data.pointers()[2]),
          dst(op.dst(), data.pointers()[3]) {}
    void operator()() const { primitive.execute(cond, src0, src1, dst); }

    libselect::select_op op;
    libselect::primitive primitive;
    libselect::const_memory cond, src0, src1;
    libselect::memory dst;
};

struct search_result {
    std::string word;
    memory_kind memory;
    double ns = 0, peer_ns = 0;
    std::string plan {}, peer {}; // what ran on each side
    [[nodiscard]] double ratio() const { return ns / peer_ns; }
};

// Throws std::runtime_error when a result differs from the first peer's. The library is called
// until each way has run: a primitive has at most 16, and each runs three times in a row.
void verify(const std::string &word, const search_data &data, const search_library &ready,
        const std::vector<peer_nest> &peers) {
    const auto at = data.pointers();
    const std::vector<std::byte> expected = data.result_of([&] { peers[0](at); });
    for (const peer_nest &peer : peers)
        if (data.result_of([&] { peer(at); }) != expected)
            throw std::runtime_error(word + ": the loop nests differ from each other");
    constexpr int most_ways = 16, runs_in_a_row = 3;
    for (int i = 0; i <= runs_in_a_row * most_ways; ++i)
        if (data.result_of([&] { ready(); }) != expected)
            throw std::runtime_error(word + ": libselect computes a wrong result");
}

const peer_nest &fastest(const std::vector<peer_nest> &peers, const std::array<void *, 4> &at) {
    std::vector<support::timed_loop> loops;
    for (const peer_nest &peer : peers)
        loops.push_back(support::make_loop([&peer, at] { peer(at); }));
    const std::vector<support::timing> found = support::measure(loops, {3, 30e-6});
    const auto best = std::min_element(found.begin(), found.end(),
            [](const auto &a, const auto &b) { return a.median() < b.median(); });
    return peers[static_cast<std::size_t>(best - found.begin())];
}

// A ratio that is too high to be good is measured again, longer, and the lower one counts: other
// load of the machine can only be suspected to raise it.
search_result measure_case(const search_data &data, const search_library &ready,
        const std::vector<peer_nest> &peers, const search_result &unmeasured) {
    const auto at = data.pointers();
    const peer_nest &peer = fastest(peers, at);
    const std::array<support::timed_loop, 2> loops {
            support::make_loop([&] { ready(); }), support::make_loop([&] { peer(at); })};
    search_result result = unmeasured;
    struct step {
        support::effort wanted;
        double suspicious; // from this ratio on the next step is taken
    };
    for (const auto &[wanted, suspicious] :
            {step {{5, 60e-6}, 1.1}, step {{11, 200e-6}, 1.15}, step {{11, 1e-3}, 1.15}}) {
        const std::vector<support::timing> found = support::measure(loops, wanted);
        search_result next = unmeasured;
        next.ns = found[0].median() * 1e9;
        next.peer_ns = found[1].median() * 1e9;
        if (result.ns == 0 || next.ratio() < result.ratio()) result = next;
        if (result.ratio() <= suspicious) break;
    }
    result.plan = ready.primitive.to_string();
    result.peer = to_string(peer);
    return result;
}

// The problems of more than 1 us, or the others.
std::vector<search_result> of_length(std::vector<search_result> results, bool are_long) {
    std::erase_if(results, [=](const auto &each) { return (each.ns > 1000) != are_long; });
    return results;
}

void print_distribution(const std::vector<search_result> &results) {
    const auto share = [&](double limit) {
        const auto n = std::count_if(results.begin(), results.end(),
                [=](const auto &each) { return each.ratio() > limit; });
        return 100.0 * static_cast<double>(n) / static_cast<double>(results.size());
    };
    std::printf("%zu problems of more than 1 us: %.2f %% at most 1.15x the best loop nest, %.2f %% "
                "over 1.5x, %.2f %% over 2x\n",
            results.size(), 100 - share(1.15), share(1.5), share(2));
}

void print_worst(std::vector<search_result> results) {
    std::sort(results.begin(), results.end(),
            [](const auto &a, const auto &b) { return a.ratio() > b.ratio(); });
    results.resize(std::min<std::size_t>(results.size(), 10));
    for (const search_result &each : results)
        std::printf("%6.2fx %9s %9s  --memory %s --problem %s\n", each.ratio(),
                time_text(each.ns).c_str(), time_text(each.peer_ns).c_str(),
                memory_name(each.memory), each.word.c_str());
}

// Times, problem, plan, loop nest and memory, separated by tabs.
void write_all(const std::string &path, const std::vector<search_result> &results) {
    std::ofstream out(path);
    for (const search_result &each : results)
        out << each.ratio() << '\t' << each.ns << '\t' << each.peer_ns << '\t' << each.word << '\t'
            << each.plan << '\t' << each.peer << '\t' << memory_name(each.memory) << '\n';
}

// Computes a problem, and measures it unless the run is quick.
void try_case(const search_case &one, memory_kind memory, bool quick,
        std::vector<search_result> &results) {
    const std::string word = to_word(one);
    const search_data data(one, memory);
    const search_library ready(data);
    const std::vector<peer_nest> peers = peers_of(one);
    verify(word, data, ready, peers);
    const search_result unmeasured {word, memory};
    results.push_back(quick ? unmeasured : measure_case(data, ready, peers, unmeasured));
}

} // namespace

void run_search(session &all) {
    const options &chosen = all.chosen();
    std::vector<search_result> results;
    for (const std::string &word : chosen.problems)
        for (const memory_kind memory : chosen.memories)
            try_case(parse_word(word), memory, false, results);
    if (!chosen.problems.empty()) {
        if (!chosen.every.empty()) write_all(chosen.every, results);
        return print_worst(results);
    }
    const int count = chosen.count == 0 && chosen.quick ? quick_count : chosen.count;
    const auto end =
            std::chrono::steady_clock::now() + std::chrono::duration<double>(chosen.seconds);
    support::random_source random(chosen.seed);
    const std::size_t n_memories = chosen.memories.size();
    for (int i = 0; count == 0 ? std::chrono::steady_clock::now() < end : i < count; ++i) {
        const search_case one = draw_case(random);
        const memory_kind memory = chosen.memories[static_cast<std::size_t>(i) % n_memories];
        try {
            try_case(one, memory, chosen.quick, results);
        } catch (const std::length_error &) { // its operands have too many bytes
        }
    }
    std::printf("seed %llu, %zu problems\n", static_cast<unsigned long long>(chosen.seed),
            results.size());
    if (chosen.quick) return;
    if (!chosen.every.empty()) write_all(chosen.every, results);
    const std::vector<search_result> long_ones = of_length(results, true);
    print_distribution(long_ones);
    print_worst(long_ones);
    std::printf("the others:\n");
    print_worst(of_length(results, false));
}

} // namespace bench
