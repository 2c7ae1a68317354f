// SPDX-License-Identifier: Apache-2.0
// C entry points of the library itself: version, errors, ISA, names.
#include <array>

#include "api/fork_gate.hpp"
#include "api/guard.hpp"
#include "base/verbose.hpp"
#include "kernel/cpu_isa.hpp"
#include "op/auto_broadcast.hpp"
#include "op/data_type.hpp"

namespace libselect {
namespace {

// Holds every message: the longest has two tensors of rank 64 with dims and strides of 20 digits.
thread_local std::array<char, 6144> last_error {};

} // namespace

void set_last_error(const char *message) noexcept {
    const std::size_t n = std::min(std::strlen(message), last_error.size() - 1);
    std::memcpy(last_error.data(), message, n);
    last_error[n] = '\0';
}

void fail_null(const char *name) {
    fail(libselect_invalid_arguments, {name, ": is NULL; it must point to an object"});
}

libselect_status_t status_of_current_exception() noexcept {
    try {
        throw;
    } catch (const failure &refused) {
        set_last_error(refused.what());
        return refused.code();
    } catch (const std::bad_alloc &) {
        set_last_error("out of memory: an allocation failed");
        return libselect_out_of_memory;
    } catch (const std::exception &unexpected) {
        set_last_error(unexpected.what());
        return libselect_runtime_error;
    } catch (...) {
        set_last_error("an unknown exception was caught");
        return libselect_runtime_error;
    }
}

} // namespace libselect

using namespace libselect;

#define LIBSELECT_TEXT(number) #number
#define LIBSELECT_DOTTED(major, minor, patch)                                                      \
    LIBSELECT_TEXT(major) "." LIBSELECT_TEXT(minor) "." LIBSELECT_TEXT(patch)

const char *libselect_version(void) {
    return LIBSELECT_DOTTED(
            LIBSELECT_VERSION_MAJOR, LIBSELECT_VERSION_MINOR, LIBSELECT_VERSION_PATCH);
}

const char *libselect_last_error(void) {
    return last_error.data();
}

const char *libselect_status_name(libselect_status_t status) {
    return status_name(status);
}

libselect_status_t libselect_set_verbose(int level) {
    return guarded([&] { set_verbose(level); });
}

libselect_status_t libselect_set_max_cpu_isa(libselect_cpu_isa_t isa) {
    const fork_gate inside;
    return guarded([&] { set_max_cpu_isa(isa); });
}

libselect_status_t libselect_effective_cpu_isa(libselect_cpu_isa_t *isa) {
    const fork_gate inside;
    return guarded([&] {
        check_not_null(isa, "isa");
        *isa = std::min(max_cpu_isa(), detected_cpu_isa());
    });
}

const char *libselect_cpu_isa_name(libselect_cpu_isa_t isa) {
    return cpu_isa_name(isa);
}

libselect_status_t libselect_data_type_from_string(const char *name, libselect_data_type_t *type) {
    return guarded([&] {
        check_not_null(name, "name");
        check_not_null(type, "type");
        *type = parse_data_type(name);
    });
}

const char *libselect_data_type_name(libselect_data_type_t type) {
    return data_type_name(type);
}

size_t libselect_data_type_size(libselect_data_type_t type) {
    return data_type_size(type);
}

libselect_status_t libselect_auto_broadcast_from_string(
        const char *name, libselect_auto_broadcast_t *auto_broadcast) {
    return guarded([&] {
        check_not_null(name, "name");
        check_not_null(auto_broadcast, "auto_broadcast");
        *auto_broadcast = parse_auto_broadcast(name);
    });
}

const char *libselect_auto_broadcast_name(libselect_auto_broadcast_t auto_broadcast) {
    return auto_broadcast_name(auto_broadcast);
}
