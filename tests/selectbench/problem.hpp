// SPDX-License-Identifier: Apache-2.0
// What the user asks for, and its run: tensors filled, executed, compared with the oracle.
#ifndef SELECTBENCH_PROBLEM_HPP
#define SELECTBENCH_PROBLEM_HPP

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

#include "buffer.hpp"
#include "commands.hpp"
#include "condition.hpp"
#include "harness/problem_data.hpp"

namespace selectbench {

// A Select as it was named: the library has not checked it, and dims may be unknown.
struct request {
    std::string name; // what messages call it; may be empty
    condition_request cond;
    ls::logical_tensor src0, src1;
    std::optional<ls::logical_tensor> dst; // none: as the op infers it
    ls::attributes attr;
};

// Called once per request, in the order of the source. make() returns it, or throws what is wrong
// with this one alone, its name included. The source goes on with the next one when the visitor
// returns, so a file of thousands of problems takes the memory of one.
using request_visitor = std::function<void(const std::function<request()> &make)>;

// Visit what the options name: words of the command line, every Select of a oneDNN serialized
// graph, every Select layer of an OpenVINO IR; nothing when no option was given. They throw what is
// wrong with the source as a whole: a message about a file starts with its path. Selects before the
// place where a file breaks off have been visited by then.
void visit_words(const word_options &options, const request_visitor &visit);
void visit_graph(const graph_options &options, const request_visitor &visit);
void visit_ir(const ir_options &options, const request_visitor &visit);

// "4x5:2x3x4x5:scalar", cond:src0:src1; what --strides takes, "::1x4", or "dense".
std::string shapes_text(const request &what);
std::string all_strides_text(const request &what);

// "no", "src0", "lhs+src1": the inputs that dst is. parse_in_place() throws tool_error. A
// comparison has its left side in `cond`.
void parse_in_place(const std::string &word, support::problem &settings);
std::string in_place_text(const support::problem &settings);

// The words of --mask. parse_mask throws tool_error with the grammar; mask_text is the inverse,
// with the numbers that were left out.
support::mask parse_mask(const std::string &word);
std::string mask_text(const support::mask &pattern);

// The first place in the memory of dst that is not what the oracle says.
struct mismatch {
    std::string place;         // "dst[0,1]", or a byte between the elements
    std::string dst, expected; // the bits in hex
};

class problem_run {
public:
    // Of `settings`, the mask, the seed, which inputs are dst, and the bound on threads count.
    // Creates the primitive first, so that a problem the library refuses allocates no tensor; then
    // allocates and fills the tensors. Throws what the library throws, and tool_error for tensors
    // that memory cannot hold or that cannot be in place.
    problem_run(const request &what, const support::problem &settings);

    void execute() const;

    // Executes once and compares with the oracle every bit of dst, and every byte between its
    // elements with what was there. In place, it must come before any execute(), which overwrites
    // an input.
    [[nodiscard]] std::optional<mismatch> execute_and_compare() const;

    [[nodiscard]] const ls::select_op &op() const noexcept { return op_; }
    [[nodiscard]] const condition_request &condition() const noexcept { return condition_; }
    [[nodiscard]] const support::problem &what() const noexcept { return what_; }
    [[nodiscard]] const char *implementation() const noexcept { return prim_.implementation(); }

    // True elements of a boolean cond, and of dst for any other condition; 0 when dst has no
    // elements, as then nothing is read.
    [[nodiscard]] std::size_t true_count() const noexcept { return true_count_; }
    // The most threads that one execute may use.
    [[nodiscard]] unsigned most_threads() const;
    [[nodiscard]] std::size_t compulsory_bytes() const noexcept { return compulsory_bytes_; }

private:
    void allocate();
    void make_wrong(const std::byte *expected) const;
    [[nodiscard]] mismatch describe(const std::byte *expected) const;

    condition_request condition_;
    ls::select_op op_;
    ls::primitive prim_;
    support::problem what_;
    std::vector<buffer> memory_; // of every tensor that is not dst itself, and of dst, the last one
    support::operand_pointers at_ {};
    std::vector<condition_memory> condition_memory_;
    std::size_t src0_bytes_ = 0, src1_bytes_ = 0;
    // Before the first execution, which in place overwrites what they depend on.
    std::size_t true_count_ = 0, compulsory_bytes_ = 0;
};

} // namespace selectbench

#endif
