// SPDX-License-Identifier: Apache-2.0
// Problems of OpenVINO IRs: --ir, --shape and --ir-multidirectional.
#include <memory>
#include <string>
#include <vector>

#include "ir_file.hpp"
#include "problem_source.hpp"

namespace selectbench {
namespace {

class ir_source : public problem_source {
public:
    void add_to(CLI::App &command) override {
        command.add_option("--ir", path_, "Every Select layer of an OpenVINO IR (XML)");
        command.add_option("--shape", words_,
                       "Sizes for dims of -1 in --ir. 2x12x8x8: the shape that all inputs "
                       "broadcast "
                       "to, each takes from its end what it lacks. LAYER:2x12x8x8: the same for "
                       "one "
                       "layer, by id or name. LAYER:PORT:2x1x8x8: the shape of one input port. May "
                       "be "
                       "given again")
                ->allow_extra_args(false);
        command.add_flag("--ir-multidirectional", numpy_is_multidirectional_,
                "In --ir, take numpy for multidirectional, as OpenVINO's code does: cond may "
                "enlarge "
                "dst");
    }

    void visit(const problem_visitor &visitor) const override {
        ir_settings settings {ir_shapes(words_), numpy_is_multidirectional_};
        if (!path_.empty()) read_ir_file(path_, settings, visitor);
        settings.shapes.check_all_used();
    }

private:
    std::string path_;
    std::vector<std::string> words_;
    bool numpy_is_multidirectional_ = false;
};

} // namespace

std::unique_ptr<problem_source> make_ir_source() {
    return std::make_unique<ir_source>();
}

} // namespace selectbench
