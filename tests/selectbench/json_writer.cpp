// SPDX-License-Identifier: Apache-2.0
// Results as JSON lines: one object per problem, complete when its line is.
#include <cstdio>

#include "graph_op.hpp"
#include "result_writer.hpp"

namespace selectbench {
namespace {

json tensor_json(const ls::logical_tensor &tensor) {
    json object = {{"type", ls::to_string(tensor.type())}, {"dims", tensor.dims()},
            {"strides", tensor.strides()}};
    if (tensor.offset() != 0) object["offset"] = tensor.offset();
    return object;
}

void add_time(json &object, const problem_run &run, const support::timing &time,
        const copy_times &copies) {
    const std::size_t bytes = run.compulsory_bytes();
    object["calls"] = time.n_calls();
    object["median_s"] = time.median();
    object["min_s"] = time.quantile(0);
    object["bytes"] = bytes;
    object["gb_per_s"] = 1e-9 * static_cast<double>(bytes) / time.median();
    object["limit_s"] = copies.limit;
    object["memcpy_s"] = copies.memcpy;
}

void add_verdict(json &object, const measurement &done) {
    object["result"] = !done.checked ? "unchecked" : done.wrong ? "fail" : "pass";
    if (done.wrong)
        object["mismatch"] = {{"place", done.wrong->place}, {"dst", done.wrong->dst},
                {"expected", done.wrong->expected}};
}

class json_writer : public result_writer {
public:
    void write(const request &what, const problem_run &run, const measurement &done) override {
        const support::problem &settings = run.what();
        const ls::select_op &op = run.op();
        json object = {{"name", what.name}, {"problem", shapes_text(what)}};
        if (run.condition().kind != ls::condition_kind::boolean)
            object["condition"] = op.condition().to_string();
        for (const auto &[part, tensor] : run.condition().inputs)
            object[part_name(part)] = tensor_json(tensor);
        object.update(json {{"src0", tensor_json(op.src0())}, {"src1", tensor_json(op.src1())},
                {"dst", tensor_json(op.dst())}, {"auto_broadcast", ls::to_string(op.attr().mode)},
                {"axis", op.attr().axis}, {"mask", mask_text(settings.conditions)},
                {"true_elements", run.true_count()}, {"inplace", in_place_text(settings)},
                {"seed", settings.seed}, {"implementation", run.implementation()},
                {"threads", run.most_threads()}});
        if (done.time) add_time(object, run, *done.time, done.copies);
        add_verdict(object, done);
        print(object);
    }

    void write(const request &what, const failure &why) override {
        print({{"name", what.name}, {"problem", shapes_text(what)}, {"result", "error"},
                {"status", why.status}, {"message", why.text}});
    }

private:
    // A name may hold bytes that are no UTF-8; they are replaced, since JSON has no others.
    static void print(const json &object) {
        const std::string line = object.dump(-1, ' ', false, json::error_handler_t::replace);
        std::printf("%s\n", line.c_str());
        std::fflush(stdout);
    }
};

} // namespace

std::unique_ptr<result_writer> make_json_writer() {
    return std::make_unique<json_writer>();
}

} // namespace selectbench
