// SPDX-License-Identifier: Apache-2.0
// One Select through the C interface, with buffers and an expected result. Each step may fail.
#ifndef LIBSELECT_TESTS_FAULTS_SAMPLE_HPP
#define LIBSELECT_TESTS_FAULTS_SAMPLE_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "harness/problem.hpp"
#include "unit/c_objects.hpp"

namespace faults {

class sample {
public:
    // Fills the buffers and does not call the library. No operand of the problem may be in place or
    // have negative strides.
    explicit sample(support::problem what);

    // Creates the logical tensors, the op and the primitive. If one of them fails, none is kept.
    [[nodiscard]] libselect_status_t create();
    void destroy();
    // Clears dst, then executes. Several threads may call it, each on a sample of its own.
    [[nodiscard]] libselect_status_t execute();
    // The same with the primitive of another sample of the same problem.
    [[nodiscard]] libselect_status_t execute(const sample &of);
    [[nodiscard]] bool is_right() const { return dst_ == wanted_; }

    // Creates and executes. Returns "" if all is right, else what is wrong.
    [[nodiscard]] std::string create_and_run();
    // Executes what was created before. Returns "" if all is right, else what is wrong.
    [[nodiscard]] std::string run();

    [[nodiscard]] const support::problem &what() const { return what_; }
    [[nodiscard]] const libselect_primitive_t *primitive() const { return primitive_.get(); }
    [[nodiscard]] std::string implementation() const {
        return libselect_primitive_implementation(primitive_.get());
    }
    [[nodiscard]] std::string print() const;

private:
    [[nodiscard]] libselect_status_t create_objects();

    const support::problem what_;
    unit::c_tensor tensors_[4];
    unit::c_op op_;
    unit::c_primitive primitive_;
    std::vector<std::byte> buffers_[3];
    std::vector<std::byte> dst_, wanted_;
};

} // namespace faults

#endif
