// SPDX-License-Identifier: Apache-2.0
// Objects of one execution, and the verdict.
#include "fuzz/run_execution.hpp"

#include <string>
#include <utility>

#include "fuzz/execution.hpp"
#include "fuzz/finding.hpp"
#include "fuzz/library.hpp"

namespace fuzz {
namespace {

libselect_arg_t arg_of(const execute_case &given, operand which) {
    constexpr std::array<libselect_arg_t, n_operands> args {libselect_arg_cond, libselect_arg_src0,
            libselect_arg_src1, libselect_arg_dst, libselect_arg_rhs, libselect_arg_begin,
            libselect_arg_end};
    return which == cond && given.rule.is_compare() ? libselect_arg_lhs : args[which];
}

// The objects of one execution in one copy of the library.
class run {
public:
    run(const library &used, const execute_case &given, interface by)
        : used_(used),
          given_(given),
          by_(by),
          inputs_(inputs_of(given)) {
        create_tensor(dst);
        for (const operand which : inputs_)
            create_tensor(which);
        by == interface::of_0_1 ? create_op() : create_op_with_condition();
        succeed(used_.primitive_create(&primitive_, op_, given.max_threads), "primitive_create");
    }
    run(const run &) = delete;
    run &operator=(const run &) = delete;
    ~run() {
        used_.primitive_destroy(primitive_);
        used_.select_op_destroy(op_);
        used_.condition_destroy(condition_);
        for (libselect_logical_tensor_t *tensor : tensors_)
            used_.logical_tensor_destroy(tensor);
    }

    [[nodiscard]] libselect_status_t execute(const execution &on) const {
        std::array<libselect_exec_arg_t, n_operands> args {};
        std::size_t n_args = 0;
        std::array<libselect_memory_t, n_operands> memories {};
        const auto add = [&](operand which) {
            memories[which] = memory_of(which, on);
            args[n_args++] = {arg_of(given_, which), memories[which]};
        };
        for (const operand which : inputs_)
            add(which);
        add(dst);
        return by_ == interface::of_0_2 ? used_.execute_args(primitive_, args.data(), n_args)
                                        : used_.execute(primitive_, &memories[cond],
                                                &memories[src0], &memories[src1], &memories[dst]);
    }

    // Hands the primitive over.
    [[nodiscard]] libselect_primitive_t *release() { return std::exchange(primitive_, nullptr); }
    [[nodiscard]] std::string implementation() const {
        return used_.primitive_implementation(primitive_);
    }

private:
    void create_tensor(operand which) {
        const operand_case &one = given_.operands[which];
        const bool is_inferred = which == dst && given_.infers_dst;
        succeed(used_.logical_tensor_create_at(&tensors_[which], type_of(given_, which),
                        static_cast<int>(one.extents.size()), one.extents.data(),
                        is_inferred ? nullptr : one.strides.data(), one.offset),
                "logical_tensor_create_at");
    }

    void create_op() {
        succeed(used_.select_op_create(&op_, tensors_[cond], tensors_[src0], tensors_[src1],
                        given_.infers_dst ? nullptr : tensors_[dst], given_.mode, given_.axis),
                "select_op_create");
    }
    void create_op_with_condition() {
        succeed(create_condition(), "condition_create");
        succeed(used_.select_op_create_with(&op_, condition_, tensors_[src0], tensors_[src1],
                        given_.infers_dst ? nullptr : tensors_[dst], given_.mode, given_.axis),
                "select_op_create_with");
    }
    libselect_status_t create_condition() {
        const support::condition_rule &rule = given_.rule;
        switch (rule.kind) {
        case libselect_condition_nonzero:
            return used_.condition_create_nonzero(&condition_, tensors_[cond]);
        case libselect_condition_compare:
            return used_.condition_create_compare(
                    &condition_, tensors_[cond], rule.relation, tensors_[rhs]);
        case libselect_condition_interval:
            return used_.condition_create_interval(&condition_, rule.axis, rule.row_axis,
                    rule.lower ? &*rule.lower : nullptr, rule.upper ? &*rule.upper : nullptr,
                    tensors_[begin], tensors_[end]);
        default:
            return used_.condition_create(&condition_, tensors_[cond]);
        }
    }

    [[nodiscard]] libselect_memory_t memory_of(operand which, const execution &on) const {
        const auto size = static_cast<std::size_t>(range_of(given_.operands[which]).size());
        return {which == dst ? used_.select_op_dst(op_) : tensors_[which], on.data(which),
                given_.tells_sizes ? size : LIBSELECT_UNKNOWN_SIZE};
    }

    void succeed(libselect_status_t outcome, const char *call) const {
        if (outcome != libselect_success)
            report(used_.implementation + ": " + call + " gave " + used_.status_name(outcome) + " "
                    + used_.last_error());
    }

    const library &used_;
    const execute_case &given_;
    const interface by_;
    const std::vector<operand> inputs_;
    std::array<libselect_logical_tensor_t *, n_operands> tensors_ {};
    libselect_condition_t *condition_ = nullptr;
    libselect_select_op_t *op_ = nullptr;
    libselect_primitive_t *primitive_ = nullptr;
};

// Some primitives are in use at any time, which keeps their kernels.
void keep(const library &used, libselect_primitive_t *made) {
    struct slot {
        decltype(&libselect_primitive_destroy) destroy = nullptr;
        libselect_primitive_t *primitive = nullptr;
    };
    static std::array<slot, 256> kept;
    static std::size_t next = 0;
    slot &reused = kept[next];
    if (reused.destroy != nullptr) reused.destroy(reused.primitive);
    reused = {used.primitive_destroy, made};
    next = (next + 1) % kept.size();
}

void judge(const library &used, const execution &on, libselect_status_t outcome) {
    const std::string name = used.implementation + ": ";
    if (!on.is_as_expected())
        report(name + used.status_name(outcome) + ", and dst or what is around it is wrong"
                + (on.must_be_refused() ? ", since an overlap must be refused" : ""));
    if (on.must_be_refused()) {
        if (outcome != libselect_invalid_arguments) report(name + "an overlap is not refused");
    } else if (outcome != libselect_success) {
        report(name + used.status_name(outcome) + " " + used.last_error());
    }
    if (outcome != libselect_success) require_message(used.last_error());
}

// An overlap that takes too long to decide is refused though there may be none; then dst stays.
bool is_doubtful(const library &used, const execution &on, libselect_status_t outcome) {
    return outcome != libselect_success && !on.must_be_refused()
           && std::string(used.last_error()).find("may overlap") != std::string::npos;
}

void run_one(const library &used, const execute_case &given, interface by, const execution &on) {
    run made(used, given, by);
    if (used.implementation == "portable")
        require(made.implementation() == "portable", "a cap of portable holds");
    on.restore_dst();
    const libselect_status_t outcome = made.execute(on);
    if (!is_doubtful(used, on, outcome)) judge(used, on, outcome);
    keep(used, made.release());
}

} // namespace

void run_execution(const execute_case &given, interface by) {
    static execution memory;
    memory.prepare(given);
    for (const library &used : libraries())
        run_one(used, given, by, memory);
}

} // namespace fuzz
