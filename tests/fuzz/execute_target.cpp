// SPDX-License-Identifier: Apache-2.0
// Executions from bytes, on small buffers between guard pages: every implementation gives the bits
// that the oracle gives, and so those of every other, writes nothing else, and refuses the same
// overlaps.
#include <string>
#include <utility>

#include "fuzz/execution.hpp"
#include "fuzz/finding.hpp"
#include "fuzz/library.hpp"

namespace fuzz {
namespace {

// The objects of one execution in one copy of the library.
class run {
public:
    run(const library &used, const execute_case &given) : used_(used), given_(given) {
        for (const operand which : {cond, src0, src1, dst})
            create_tensor(which);
        succeed(used_.select_op_create(&op_, tensors_[cond], tensors_[src0], tensors_[src1],
                        given.infers_dst ? nullptr : tensors_[dst], given.mode, given.axis),
                "select_op_create");
        succeed(used_.primitive_create(&primitive_, op_, given.max_threads), "primitive_create");
    }
    run(const run &) = delete;
    run &operator=(const run &) = delete;
    ~run() {
        used_.primitive_destroy(primitive_);
        used_.select_op_destroy(op_);
        for (libselect_logical_tensor_t *tensor : tensors_)
            used_.logical_tensor_destroy(tensor);
    }

    [[nodiscard]] libselect_status_t execute(const execution &on) const {
        std::array<libselect_memory_t, n_operands> memories;
        for (const operand which : {cond, src0, src1, dst})
            memories[which] = {which == dst ? used_.select_op_dst(op_) : tensors_[which],
                    on.data(which),
                    given_.tells_sizes
                            ? static_cast<std::size_t>(range_of(given_.operands[which]).size())
                            : LIBSELECT_UNKNOWN_SIZE};
        return used_.execute(
                primitive_, &memories[cond], &memories[src0], &memories[src1], &memories[dst]);
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
        succeed(used_.logical_tensor_create(&tensors_[which],
                        which == cond ? libselect_boolean : given_.type,
                        static_cast<int>(one.extents.size()), one.extents.data(),
                        is_inferred ? nullptr : one.strides.data()),
                "logical_tensor_create");
    }

    void succeed(libselect_status_t outcome, const char *call) const {
        if (outcome != libselect_success)
            report(used_.implementation + ": " + call + " gave " + used_.status_name(outcome) + " "
                    + used_.last_error());
    }

    const library &used_;
    const execute_case &given_;
    std::array<libselect_logical_tensor_t *, n_operands> tensors_ {};
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
    if (!on.is_as_expected()) report(name + "dst or what is around it is wrong");
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

void run_one(const library &used, const execute_case &given, const execution &on) {
    run made(used, given);
    if (used.implementation == "portable")
        require(made.implementation() == "portable", "a cap of portable holds");
    on.restore_dst();
    const libselect_status_t outcome = made.execute(on);
    if (!is_doubtful(used, on, outcome)) judge(used, on, outcome);
    keep(used, made.release());
}

} // namespace
} // namespace fuzz

// Before the first input, so that all copies are known when it is counted what they cover.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    return fuzz::libraries().empty() ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t n_bytes) {
    static fuzz::execution memory;
    fuzz::byte_reader reader(bytes, n_bytes);
    const fuzz::execute_case given = fuzz::read_execution(reader);
    memory.prepare(given);
    for (const fuzz::library &used : fuzz::libraries())
        fuzz::run_one(used, given, memory);
    return 0;
}
