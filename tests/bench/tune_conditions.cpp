// SPDX-License-Identifier: Apache-2.0
// Times of Selects whose condition is no byte mask, cut into blocks of other sizes.
#include "tune_conditions.hpp"

#include <list>
#include <vector>

#include "exec/execute.hpp"
#include "op/select_op.hpp"

namespace bench {
namespace {

using namespace libselect;

tensor_ref f32(int rank, const std::int64_t *dims) {
    return make_logical_tensor(libselect_f32, rank, dims, nullptr);
}

// An execution on one thread, with its buffers.
class evaluated_run {
public:
    evaluated_run(const condition &decides, const tensor_ref &src0, bool in_place)
        : ready_(make_select_op(decides, *src0, *f32(0, nullptr), nullptr, {}), 1),
          in_place_(in_place) {
        const auto n = static_cast<std::size_t>(ready_.nest.n_elems) + 16;
        for (std::vector<float> *each : {&numbers_, &source_, &dst_})
            each->assign(2 * n, 1); // numbers are complex
    }

    // With blocks of so many elements.
    [[nodiscard]] call with_blocks_of(std::int64_t n_elems) {
        schedules_.push_back(ready_.decided);
        schedule &decided = schedules_.back();
        decided.evaluated = make_evaluation(ready_.nest, 0, n_elems, *decided.evaluated.loops);
        const in_place kept = in_place_ ? in_place::src0 : in_place::none;
        evaluated_job job {{decided, {}, kept, store_kind::ordinary}, ready_.nest,
                ready_.made.condition, {bytes(numbers_), nullptr}};
        job.walk.data[libselect::dst] = bytes(dst_);
        job.walk.data[src0] = in_place_ ? bytes(dst_) : bytes(source_);
        job.walk.data[src1] = reinterpret_cast<std::byte *>(&scalar_);
        job.walk.stores = allowed_stores(decided, job.walk.data, kept);
        return [job] { run_blocks(job); };
    }

private:
    static std::byte *bytes(std::vector<float> &data) {
        const auto address = reinterpret_cast<std::uintptr_t>(data.data());
        return reinterpret_cast<std::byte *>((address + 63) / 64 * 64);
    }

    primitive ready_;
    bool in_place_;
    float scalar_ = 2;
    std::vector<float> numbers_, source_, dst_;
    std::list<schedule> schedules_;
};

double ratio_of(evaluated_run &run, std::int64_t usual, std::int64_t other) {
    return time_both(run.with_blocks_of(other), run.with_blocks_of(usual)).ratio;
}

} // namespace

double evaluated_ratio(std::int64_t n_elems, std::int64_t block_elems) {
    // Few ask for complex numbers, so they have no loop of their own.
    const tensor_ref numbers = make_logical_tensor(libselect_c64, 1, &n_elems, nullptr);
    evaluated_run run(make_nonzero(*numbers), f32(1, &n_elems), false);
    return ratio_of(run, evaluated_bytes, block_elems);
}

double direct_ratio(std::int64_t planes, std::int64_t block_bytes, bool in_place) {
    const std::int64_t dims[] {planes, 1024, 1024};
    interval_bounds causal;
    causal.upper = 0;
    evaluated_run run(make_interval(causal, nullptr, nullptr), f32(3, dims), in_place);
    return ratio_of(run, direct_bytes / operands::elem_bytes, block_bytes / operands::elem_bytes);
}

} // namespace bench
