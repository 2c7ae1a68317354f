// SPDX-License-Identifier: Apache-2.0
// Cases, and the reader of workloads.json.
#include "bench_case.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/oracle.hpp"

namespace bench {
namespace {

using nlohmann::json;

// Cases of this many bytes and more are cut in quick runs. An eighth of it is as large as an L3.
constexpr std::size_t quick_bytes = std::size_t {256} << 20U;

support::operand dense(const dims &extents) {
    return {extents, support::dense_strides(extents), {}};
}

support::mask read_mask(const json &from) {
    support::mask mask;
    mask.kind = support::mask_kind_of(from.at("kind").get<std::string>());
    mask.chance = from.value("p", mask.chance);
    mask.length = from.value("len", mask.length);
    mask.cell = from.value("cell", mask.cell);
    return mask;
}

void read_strides(const json &from, const char *key, support::operand &to) {
    if (from.contains(key)) to.strides = from.at(key).get<dims>();
}

bench_case read_case(const json &from, std::uint64_t seed) {
    bench_case made = make_case(from.at("name"), from.at("dtype"), from.at("cond").get<dims>(),
            from.at("then").get<dims>(), from.at("else").get<dims>(), read_mask(from.at("mask")));
    read_strides(from, "cond_strides", made.what.cond);
    read_strides(from, "then_strides", made.what.src0);
    read_strides(from, "else_strides", made.what.src1);
    if (from.value("inplace", false)) made.what.alias = support::in_place::src1;
    made.what.seed = seed;
    return made;
}

std::size_t total_bytes(const bench_case &one) {
    const support::problem &what = one.what;
    return distinct_bytes(what.cond, 1) + distinct_bytes(what.src0, one.elem_bytes())
           + distinct_bytes(what.src1, one.elem_bytes())
           + distinct_bytes(what.dst, one.elem_bytes());
}

void cut_first_axis(bench_case &one) {
    const std::int64_t whole = one.what.dst.dims.front();
    for (support::operand *tensor : {&one.what.cond, &one.what.src0, &one.what.src1, &one.what.dst})
        if (!tensor->dims.empty() && tensor->dims.front() == whole)
            tensor->dims.front() = whole / 8;
}

} // namespace

bench_case make_case(const std::string &name, const std::string &type, const dims &cond,
        const dims &src0, const dims &src1, const support::mask &mask, const std::string &mode) {
    bench_case made;
    made.name = name;
    made.what.type = static_cast<libselect_data_type_t>(libselect::data_type_from_string(type));
    made.what.cond = dense(cond);
    made.what.src0 = dense(src0);
    made.what.src1 = dense(src1);
    made.what.dst = dense(support::dst_dims(cond, src0, src1, mode));
    made.what.mode = mode;
    made.what.infer_dst = true;
    made.what.conditions = mask;
    made.what.seed = 1;
    return made;
}

const char *memory_name(memory_kind memory) {
    return memory == memory_kind::malloc ? "malloc" : "aligned";
}

std::size_t distinct_bytes(const support::operand &tensor, std::size_t elem_bytes) {
    return support::addressed_bytes(tensor, elem_bytes).size();
}

std::string shape_text(const bench_case &one) {
    const support::problem &what = one.what;
    const auto text = [](const support::operand &tensor) {
        return tensor.dims.empty() ? std::string("scalar") : support::to_string(tensor.dims, "x");
    };
    return std::string(libselect_data_type_name(what.type)) + " cond " + text(what.cond) + " src0 "
           + text(what.src0) + " src1 " + text(what.src1)
           + (what.alias != support::in_place::no ? " in place" : "");
}

std::vector<bench_case> load_workloads(const std::string &path, bool quick) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    const json all = json::parse(file);
    const auto seed = all.at("seed").get<std::uint64_t>();
    std::vector<bench_case> cases;
    for (const json &one : all.at("workloads")) {
        cases.push_back(read_case(one, seed + cases.size()));
        if (quick && total_bytes(cases.back()) >= quick_bytes) cut_first_axis(cases.back());
    }
    return cases;
}

} // namespace bench
