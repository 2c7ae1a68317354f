// SPDX-License-Identifier: Apache-2.0
// C entry points of conditions and relations.
#include "op/condition.hpp"

#include "api/guard.hpp"

using namespace libselect;

namespace {

// Runs `make`, which returns the condition.
template <typename Make>
libselect_status_t create(libselect_condition_t **condition, const Make &make) {
    return guarded([&] {
        check_not_null(condition, "condition");
        *condition = hand_over<libselect_condition>(make());
    });
}

std::optional<std::int64_t> optional_of(const std::int64_t *value) {
    return value != nullptr ? std::optional(*value) : std::nullopt;
}

std::string text_of(const libselect_condition &decides) {
    return libselect::to_string(condition(condition::share(&decides)));
}

} // namespace

libselect_status_t libselect_condition_create(
        libselect_condition_t **condition, const libselect_logical_tensor_t *tensor) {
    return create(condition, [&] {
        check_handle(tensor, "tensor");
        const libselect::condition made(*tensor);
        check(made);
        return made;
    });
}

libselect_status_t libselect_condition_create_nonzero(
        libselect_condition_t **condition, const libselect_logical_tensor_t *tensor) {
    return create(condition, [&] {
        check_handle(tensor, "tensor");
        return make_nonzero(*tensor);
    });
}

libselect_status_t libselect_condition_create_compare(libselect_condition_t **condition,
        const libselect_logical_tensor_t *lhs, libselect_relation_t relation,
        const libselect_logical_tensor_t *rhs) {
    return create(condition, [&] {
        check_handle(lhs, "lhs");
        check_handle(rhs, "rhs");
        return make_compare(*lhs, relation, *rhs);
    });
}

libselect_status_t libselect_condition_create_interval(libselect_condition_t **condition, int axis,
        int row_axis, const int64_t *lower, const int64_t *upper,
        const libselect_logical_tensor_t *begin, const libselect_logical_tensor_t *end) {
    return create(condition, [&] {
        if (begin != nullptr) check_handle(begin, "begin");
        if (end != nullptr) check_handle(end, "end");
        return make_interval({axis, row_axis, optional_of(lower), optional_of(upper)}, begin, end);
    });
}

libselect_condition_t *libselect_condition_retain(const libselect_condition_t *condition) {
    return is_usable(condition) ? hand_over(shared_ref<libselect_condition>::share(condition))
                                : nullptr;
}

void libselect_condition_destroy(libselect_condition_t *condition) {
    if (is_usable(condition)) take_back(*condition);
}

libselect_condition_kind_t libselect_condition_kind(const libselect_condition_t *condition) {
    return is_usable(condition) ? static_cast<libselect_condition_kind_t>(condition->decides_by)
                                : libselect_condition_undef;
}

const libselect_logical_tensor_t *libselect_condition_input(
        const libselect_condition_t *condition, libselect_arg_t arg) {
    for (std::size_t i = 0; is_usable(condition) && i < n_condition_inputs; ++i)
        if (condition->inputs[i].get() != nullptr && input_arg(condition->decides_by, i) == arg)
            return condition->inputs[i].get();
    return nullptr;
}

libselect_relation_t libselect_condition_relation(const libselect_condition_t *condition) {
    return is_usable(condition) ? condition->how : libselect_relation_eq;
}

size_t libselect_condition_print(
        const libselect_condition_t *condition, char *text, size_t text_bytes) {
    return print_guarded(condition, text, text_bytes, text_of);
}

libselect_status_t libselect_relation_from_string(
        const char *name, libselect_relation_t *relation) {
    return guarded([&] {
        check_not_null(name, "name");
        check_not_null(relation, "relation");
        *relation = parse_relation(name);
    });
}

const char *libselect_relation_name(libselect_relation_t relation) {
    return relation_name(relation);
}
