// SPDX-License-Identifier: Apache-2.0
// Problems of oneDNN serialized graphs: --graph and --in-shapes.
#include <memory>
#include <string>
#include <vector>

#include "graph_file.hpp"
#include "problem_source.hpp"

namespace selectbench {
namespace {

class graph_source : public problem_source {
public:
    void add_to(CLI::App &command) override {
        command.add_option("--graph", path_, "Every Select of a oneDNN serialized graph (JSON)");
        command.add_option("--in-shapes", words_,
                       "Tensors of --graph with another shape or layout, as benchdnn has it: "
                       "ID:2x3x4, ID:scalar, ID:2x3x4*acb, ID:*acb, ID:*12x1x4; several joined by "
                       "+, "
                       "or the option again")
                ->allow_extra_args(false);
    }

    void visit(const problem_visitor &visitor) const override {
        in_shapes rewrites(words_);
        if (!path_.empty()) read_graph_file(path_, rewrites, visitor);
        rewrites.check_all_used();
    }

private:
    std::string path_;
    std::vector<std::string> words_;
};

} // namespace

std::unique_ptr<problem_source> make_graph_source() {
    return std::make_unique<graph_source>();
}

} // namespace selectbench
