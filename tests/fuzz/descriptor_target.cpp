// SPDX-License-Identifier: Apache-2.0
// Descriptors from bytes into logical tensor, op and primitive, through the C interface: each call
// does what the header says for its arguments, with the status that it says, and leaves no trace
// when refused.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "fuzz/op_case.hpp"

namespace fuzz {
namespace {

constexpr const char *no_new_message = "name: is NULL; it must point to an object";

// From here on the message is one that no call of this target leaves.
void mark_message() {
    libselect_data_type_t type = libselect_undef;
    require(libselect_data_type_from_string(nullptr, &type) == libselect_invalid_arguments
                    && std::strcmp(libselect_last_error(), no_new_message) == 0,
            "a NULL name is refused");
}

// An outcome is as judged; a refusal gave a message and left the output alone.
void require_outcome(libselect_status_t outcome, const verdict &judged, bool output_is_untouched,
        const char *call) {
    if (!judged.allows(outcome))
        report(std::string(call) + " gave " + libselect_status_name(outcome) + " "
                + libselect_last_error());
    if (outcome == libselect_success) return;
    require(output_is_untouched, "a refused call leaves its output alone");
    require(std::strcmp(libselect_last_error(), no_new_message) != 0, "a refusal is explained");
    require_message(libselect_last_error());
}

template <typename Handle>
Handle *untouched() {
    static char nothing;
    return reinterpret_cast<Handle *>(&nothing);
}

dims dims_of(const libselect_logical_tensor_t *tensor) {
    const std::int64_t *first = libselect_logical_tensor_dims(tensor);
    return dims(first, first + std::max(libselect_logical_tensor_rank(tensor), 0));
}

void require_strides(const libselect_logical_tensor_t *tensor, const std::optional<dims> &wanted) {
    const std::int64_t *strides = libselect_logical_tensor_strides(tensor);
    require((strides != nullptr) == wanted.has_value(), "strides are told where they are known");
    require(!wanted || std::equal(wanted->begin(), wanted->end(), strides), "strides are right");
}

void require_size(const libselect_logical_tensor_t *tensor, const layout &wanted) {
    std::size_t size = 12345;
    const libselect_status_t outcome = libselect_logical_tensor_size_bytes(tensor, &size);
    require_outcome(outcome, judge_size(wanted), size == 12345, "size_bytes");
    if (outcome != libselect_success || !wanted.strides) return;
    require(size
                    == static_cast<std::size_t>(
                            *span_bytes(wanted.extents, *wanted.strides, wanted.type)),
            "size_bytes is right");
}

// Everything that can be asked of a tensor.
void require_like(const libselect_logical_tensor_t *tensor, const layout &wanted) {
    require(libselect_logical_tensor_rank(tensor) == wanted.rank, "the rank is right");
    require(dims_of(tensor) == wanted.extents, "the dims are right");
    if (wanted.rank != LIBSELECT_UNKNOWN_RANK) require_strides(tensor, wanted.strides);
    require_size(tensor, wanted);
}

// Printing cuts as snprintf does, at any size.
template <typename Object>
void require_prints(std::size_t (*print)(const Object *, char *, std::size_t), const Object *object,
        std::size_t n_bytes) {
    const std::size_t length = print(object, nullptr, 0);
    std::vector<char> whole(length + 1, '#');
    require(print(object, whole.data(), whole.size()) == length, "the printed length is steady");
    require_message(whole.data());
    require(std::strlen(whole.data()) == length, "the printed form has its length");
    const std::size_t room = n_bytes % (length + 2);
    std::vector<char> part(room + 1, '#');
    require(print(object, part.data(), room) == length, "cutting does not change the length");
    const std::size_t kept = room == 0 ? 0 : std::min(room - 1, length);
    require(std::equal(part.data(), part.data() + kept, whole.data()), "a cut form is a beginning");
    require(part[room] == '#' && (room == 0 || part[kept] == '\0'), "a cut form ends with a NUL");
}

class input {
public:
    input(const std::uint8_t *data, std::size_t n_bytes) : bytes_(data, n_bytes) {}
    input(const input &) = delete;
    input &operator=(const input &) = delete;
    ~input() {
        destroy_tensors();
        libselect_select_op_destroy(op_);
    }

    void run() {
        given_ = read_op(bytes_);
        mark_message();
        if (!create_tensors() || !create_op()) return;
        if (bytes_.flag()) destroy_tensors(); // the op keeps what it needs
        require_op();
        create_primitive();
    }

private:
    bool create_tensors() {
        const tensor_case *cases[] {&given_.cond, &given_.src0, &given_.src1, &given_.dst};
        for (std::size_t i = 0; i < (given_.has_dst ? 4U : 3U); ++i)
            if (!create_tensor(*cases[i], tensors_[i])) return false;
        return true;
    }

    static bool create_tensor(const tensor_case &from, libselect_logical_tensor_t *&into) {
        auto *made = untouched<libselect_logical_tensor_t>();
        const libselect_status_t outcome = libselect_logical_tensor_create(&made, from.type,
                from.rank, from.has_dims ? from.extents.data() : nullptr,
                from.has_strides ? from.strides.data() : nullptr);
        verdict judged;
        if (!is_valid(from)) judged.faults.add(libselect_invalid_arguments);
        require_outcome(outcome, judged, made == untouched<libselect_logical_tensor_t>(),
                "logical_tensor_create");
        if (outcome != libselect_success) return false;
        into = made;
        require(libselect_logical_tensor_data_type(made) == from.type, "the type is right");
        require_like(made, layout_of(from));
        return true;
    }

    bool create_op() {
        auto *made = untouched<libselect_select_op_t>();
        const libselect_status_t outcome = libselect_select_op_create(&made, tensors_[0],
                tensors_[1], tensors_[2], tensors_[3], given_.mode, given_.axis);
        require_outcome(outcome, judge_op(given_), made == untouched<libselect_select_op_t>(),
                "select_op_create");
        if (outcome == libselect_success) op_ = made;
        judge_unknowns(outcome);
        return op_ != nullptr;
    }

    // An op with unknowns: what any numbers in their place give agrees with what was inferred, and
    // a shape is refused only where no numbers help.
    void judge_unknowns(libselect_status_t outcome) {
        if (inputs_are_known(given_) || !judge_op(given_).faults.is_empty()) return;
        if (outcome != libselect_success && outcome != libselect_invalid_shape) return;
        dims hint = given_.src0.extents;
        if (op_ != nullptr) hint = dims_of(libselect_select_op_dst(op_));
        std::replace(hint.begin(), hint.end(), LIBSELECT_UNKNOWN_DIM,
                static_cast<std::int64_t>(1 + bytes_.below(3)));
        const std::optional<dims> dst = dst_dims(substitute(given_, hint, bytes_));
        if (!dst) return;
        require(op_ != nullptr, "a shape is refused only where nothing unknown can mend it");
        const libselect_logical_tensor_t *inferred = libselect_select_op_dst(op_);
        require(agree(libselect_logical_tensor_rank(inferred), dims_of(inferred), *dst),
                "what is inferred from unknowns holds for every number");
    }

    void require_op() {
        const libselect_logical_tensor_t *found[] {libselect_select_op_cond(op_),
                libselect_select_op_src0(op_), libselect_select_op_src1(op_)};
        const tensor_case *inputs[] {&given_.cond, &given_.src0, &given_.src1};
        for (std::size_t i = 0; i < 3; ++i) {
            operands_[i] = layout_of(*inputs[i]);
            require_like(found[i], operands_[i]);
        }
        operands_[3] = dst_layout();
        require_like(libselect_select_op_dst(op_), operands_[3]);
        require(libselect_select_op_auto_broadcast(op_) == given_.mode, "the mode is kept");
        require(libselect_select_op_axis(op_) == given_.axis, "the axis is kept");
        require_prints(libselect_select_op_print, op_, bytes_.byte());
    }

    // Its dims from the rule when the inputs are known, else as inferred; its strides as given.
    [[nodiscard]] layout dst_layout() const {
        const libselect_logical_tensor_t *dst = libselect_select_op_dst(op_);
        tensor_case wanted = given_.has_dst ? given_.dst : tensor_case {};
        if (given_.dst.rank == LIBSELECT_UNKNOWN_RANK) wanted.has_strides = false;
        wanted.type = given_.src0.type;
        wanted.rank = libselect_logical_tensor_rank(dst);
        wanted.extents = inputs_are_known(given_) ? dst_dims(given_).value() : dims_of(dst);
        return layout_of(wanted);
    }

    void create_primitive() {
        auto *made = untouched<libselect_primitive_t>();
        const libselect_status_t outcome =
                libselect_primitive_create(&made, op_, given_.max_threads);
        require_outcome(outcome, judge_primitive(operands_, given_.max_threads),
                made == untouched<libselect_primitive_t>(), "primitive_create");
        if (outcome != libselect_success) return;
        require(libselect_primitive_implementation(made) != nullptr, "an implementation is named");
        require(libselect_primitive_max_threads(made) == given_.max_threads, "max_threads is kept");
        require_prints(libselect_primitive_print, made, bytes_.byte() * std::size_t {3});
        execute(made);
        keep(made);
    }

    // Nothing to do succeeds without memory. Otherwise one memory is a byte short, or none is
    // there.
    void execute(const libselect_primitive_t *primitive) {
        libselect_memory_t memories[4];
        const unsigned short_one = bytes_.below(4);
        const bool is_null = bytes_.flag();
        for (unsigned i = 0; i < 4; ++i) {
            const layout &one = operands_[i];
            // Only where there is nothing to do may it not be known.
            const std::optional<std::int64_t> needed =
                    one.strides ? span_bytes(one.extents, *one.strides, one.type) : std::nullopt;
            memories[i] = {tensor_of(i), &somewhere_, static_cast<std::size_t>(needed.value_or(0))};
        }
        const bool is_nothing = is_empty(operands_[3].extents);
        if (is_nothing || is_null) memories[short_one].data = nullptr;
        if (!is_nothing && !is_null) --memories[short_one].size_bytes;
        verdict judged;
        if (!is_nothing) judged.faults.add(libselect_invalid_arguments);
        const libselect_status_t outcome = libselect_execute(
                primitive, &memories[0], &memories[1], &memories[2], &memories[3]);
        require_outcome(outcome, judged, somewhere_ == 0, "execute");
    }

    [[nodiscard]] const libselect_logical_tensor_t *tensor_of(unsigned operand) const {
        if (operand == 3) return libselect_select_op_dst(op_);
        if (operand == 2) return libselect_select_op_src1(op_);
        return operand == 1 ? libselect_select_op_src0(op_) : libselect_select_op_cond(op_);
    }

    // Primitives outlive their op, and some are in use at any time, which keeps their kernels.
    static void keep(libselect_primitive_t *made) {
        static libselect_primitive_t *kept[64];
        static std::size_t next = 0;
        libselect_primitive_destroy(kept[next]);
        kept[next] = made;
        next = (next + 1) % std::size(kept);
    }

    void destroy_tensors() {
        for (libselect_logical_tensor_t *&tensor : tensors_) {
            libselect_logical_tensor_destroy(tensor);
            tensor = nullptr;
        }
    }

    byte_reader bytes_;
    op_case given_;
    libselect_logical_tensor_t *tensors_[4] {};
    libselect_select_op_t *op_ = nullptr;
    std::array<layout, 4> operands_;
    int somewhere_ = 0;
};

} // namespace
} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t n_bytes) {
    fuzz::input(bytes, n_bytes).run();
    return 0;
}
