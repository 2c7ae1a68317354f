// SPDX-License-Identifier: Apache-2.0
// One Select through the C interface, each step of which may fail, with buffers and an oracle.
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
    // Fills the buffers; touches nothing of the library. No operand of the problem may be in place
    // or have negative strides.
    explicit sample(support::problem what);

    // Creates the logical tensors, the op and the primitive, or, at the first failure, none.
    [[nodiscard]] libselect_status_t create();
    void destroy();
    // Clears dst first. May be called by several threads on samples of their own.
    [[nodiscard]] libselect_status_t execute();
    // Executes the primitive of a sample of the same problem on the buffers of this one.
    [[nodiscard]] libselect_status_t execute(const sample &of);
    [[nodiscard]] bool is_right() const { return dst_ == wanted_; }

    // "" when create, execute and the result are right, else what is wrong.
    [[nodiscard]] std::string create_and_run();
    // The same of execute and the result alone.
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
