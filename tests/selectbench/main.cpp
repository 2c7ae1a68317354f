// SPDX-License-Identifier: Apache-2.0
// Entry of selectbench: parses the command line and turns every failure into one line and a status.
// The only file that includes CLI11, which takes seconds to compile.
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

// A check for CLI11, which takes a number beyond its type for the nearest one: "" or what is wrong.
template <typename number>
std::string check_number(const std::string &word) {
    number value {};
    if (parse_number(word, value)) return "";
    return "\"" + word + "\" is not a whole number of " + std::to_string(8 * sizeof value)
           + " bits";
}

void add_attributes(CLI::App &command, attribute_words &attr) {
    command.add_option(
            "--auto-broadcast", attr.mode, "none, numpy (default), pdpd or multidirectional");
    command.add_option("--axis", attr.axis, "Where inputs start in src0 (pdpd only); default -1")
            ->check(check_number<std::int64_t>);
}

// Files in run, shapes in infer: the kinds of conditions. That they fit together is checked later.
void add_condition(CLI::App &command, condition_options &options) {
    const std::string of = options.of_files ? "File of " : "Shape of ";
    const std::string type = options.of_files ? ", in <u2 and others" : "; default f32";
    command.add_option("--cond", options.cond,
            options.of_files ? "File of cond, dtype |b1"
                             : "Shape of cond: 2x3x4x5, scalar, ? and * for unknowns");
    command.add_option("--nonzero", options.nonzero,
            of + "numbers that are true where they are not 0; instead of --cond");
    command.add_option(options.of_files ? "--bits" : "--bits,--bits-dims", options.bits,
            of + "bits, of which 1 is true; instead of --cond");
    if (options.of_files)
        command.add_option("--bits-dims", options.bits_dims,
                "Shape of --bits, 64x128256 or scalar; the file's own does not matter");
    command.add_option("--bit-order", options.order,
            "Which bit of a byte comes first: little (default), the least significant, or big");
    command.add_option("--bit-offset", options.offset, "Bits before the first element; default 0")
            ->check(check_number<std::int64_t>);
    command.add_option("--bit-strides", options.strides,
            "Strides of --bits in bits, 128288x1; default: without gaps");
    command.add_option(
            "--lhs", options.lhs, of + "the left side of a comparison; instead of --cond");
    command.add_option("--rhs", options.rhs, of + "the right side");
    command.add_option("--compare", options.relation, "lt, le, gt, ge, eq or ne");
    command.add_option("--cond-dt", options.type,
            "Type of --nonzero, or of --lhs and --rhs: bf16, ..." + type);
    command.add_flag("--interval", options.interval,
            "Positions in dst decide; instead of --cond. True where all of --lower, --upper, "
            "--begin and --end that is given holds");
    command.add_option(
                   "--col-axis", options.col_axis, "Axis of dst that counts columns; default -1")
            ->check(check_number<int>);
    command.add_option("--row-axis", options.row_axis, "Axis of dst that counts rows; default -2")
            ->check(check_number<int>);
    command.add_option("--lower", options.lower, "row + LOWER <= column")
            ->check(check_number<std::int64_t>);
    command.add_option("--upper", options.upper, "column <= row + UPPER; 0 is causal")
            ->check(check_number<std::int64_t>);
    command.add_option("--begin", options.begin, of + "BEGIN, s32 or s64: BEGIN <= column");
    command.add_option("--end", options.end, of + "END, s32 or s64: column < END");
}

CLI::App *add_run(CLI::App &app, run_options &options) {
    CLI::App *command = app.add_subcommand("run", "Compute Select on .npy files");
    add_condition(*command, options.condition);
    command->add_option("--src0", options.src0, "File of src0")->required();
    command->add_option("--src1", options.src1, "File of src1")->required();
    command->add_option("--dst", options.dst, "File to write; it may be an input")->required();
    command->add_option("--dt", options.type,
            "Type of the bits of src0 and src1: bf16 in <u2, f8_e4m3 in |u1, ...");
    add_attributes(*command, options.attr);
    return command;
}

CLI::App *add_infer(CLI::App &app, infer_options &options) {
    CLI::App *command = app.add_subcommand("infer", "Print the shape of dst");
    command->add_option("problem", options.words,
            "Problems as verify takes them, 4x5:2x3x4x5:scalar; or the options for operands");
    add_condition(*command, options.condition);
    command->add_option("--src0", options.src0, "Shape of src0");
    command->add_option("--src1", options.src1, "Shape of src1");
    command->add_option("--dt", options.type, "Type of src0, src1 and dst; default f32");
    add_attributes(*command, options.attr);
    command->add_option("--dst", options.dst, "Shape of dst to check and complete");
    return command;
}

void add_words(CLI::App &command, word_options &options) {
    command.add_option("problem", options.words,
            "Problems as cond:src0:src1[:dst], each a shape: 4x5:2x3x4x5:scalar. For cond also "
            "causal[(OFFSET)], window(LEFT,RIGHT[,OFFSET]), lengths[(SHAPE)], "
            "interval(axis=N,row=N,lower=N,upper=N,begin=SHAPE,end=SHAPE), "
            "bits[(SHAPE,msb,offset=N)], nonzero[(SHAPE)], lt(SHAPE,SHAPE), le, gt, ge, eq, ne");
    command.add_option("--cond", options.shapes[0],
            "Shape of cond, 2x3x4x5 or scalar, or what "
            "else may stand in a problem");
    command.add_option("--src0", options.shapes[1], "Shape of src0");
    command.add_option("--src1", options.shapes[2], "Shape of src1");
    command.add_option(
            "--dst", options.shapes[3], "Shape that dst must have; default: what the op infers");
    command.add_option("--dt", options.type, "Type of src0, src1 and dst; default f32");
    command.add_option("--strides", options.strides,
            "Strides in elements, cond:src0:src1:dst, each as 60x20x5x1; an empty one is dense; "
            "LHS,RHS and BEGIN,END at commas");
    command.add_option("--cond-dt", options.condition_type,
            "Type of numbers in cond; default: --dt, for begin, end and lengths s32");
    add_attributes(command, options.attr);
}

void add_files(CLI::App &command, graph_options &graph, ir_options &ir) {
    command.add_option("--graph", graph.path, "Every Select of a oneDNN serialized graph (JSON)");
    command.add_option("--in-shapes", graph.in_shapes,
                   "Tensors of --graph with another shape or layout, as benchdnn has it: "
                   "ID:2x3x4, ID:scalar, ID:2x3x4*acb, ID:*acb, ID:*12x1x4; several joined by +, "
                   "or the option again")
            ->allow_extra_args(false);
    command.add_option("--in-scalar", graph.in_scalars,
                   "Values of host scalars of --graph that are added to positions, ID:VALUE, "
                   "several joined by +; default: such that the last row sees every column")
            ->allow_extra_args(false);
    command.add_option("--ir", ir.path, "Every Select layer of an OpenVINO IR (XML)");
    command.add_option("--shape", ir.shapes,
                   "Sizes for dims of -1 in --ir. 2x12x8x8: the shape that all inputs broadcast "
                   "to, each takes from its end what it lacks. LAYER:2x12x8x8: the same for one "
                   "layer, by id or name. LAYER:PORT:2x1x8x8: the shape of one input port. May be "
                   "given again")
            ->allow_extra_args(false);
    command.add_flag("--ir-multidirectional", ir.numpy_is_multidirectional,
            "In --ir, take numpy for multidirectional, as OpenVINO's code does: cond may enlarge "
            "dst");
}

void add_settings(CLI::App &command, measure_options &options) {
    command.add_option("--mask", options.mask,
            "Which elements of cond are true: random[:P] (default), runs[:LENGTH[:P]], "
            "prefix[:LENGTH], suffix[:LENGTH], causal, discs, all or none");
    command.add_option("--inplace", options.in_place,
            "The input that dst is: src0, src1, lhs, rhs, cond (nonzero's tensor) or no (default); "
            "lhs+src0 where one tensor is both");
    command.add_option("--seed", options.seed, "Seed of the data; default 0")
            ->check(check_number<std::uint64_t>);
    command.add_option("--threads", options.max_threads,
                   "Most threads of one execute; default 0, as many as there are")
            ->check(check_number<int>);
    command.add_option("--max-cpu-isa", options.max_cpu_isa,
            "avx512, avx2, scalar or portable; default: LIBSELECT_MAX_CPU_ISA, or what is there");
    command.add_option(
            "--mode", options.mode, "C checks, P times, CP does both; default " + options.mode);
    command.add_option("--seconds", options.seconds,
            "How long each problem is repeated to time it; default 0.25");
    command.add_flag("--json", options.json, "Print one JSON object per line and problem");
}

// verify and perf are one command with another --mode.
CLI::App *add_measure(CLI::App &app, const char *name, const char *what, measure_options &options) {
    CLI::App *command = app.add_subcommand(name, what);
    add_words(*command, options.words);
    add_files(*command, options.graph, options.ir);
    add_settings(*command, options);
    command->footer(
            "Bytes: what any implementation must move, each input and dst once; in place cond, "
            "the\nelements that change and what they read. Time: median and fastest sample of one "
            "call;\nshort calls are sampled many at once. Limit: the fastest copy of as many bytes "
            "by one thread;\n"
            "memcpy: its median. PASS: every bit of dst is what the "
            "oracle says and\nno byte between its elements has changed.");
    command->callback([command, &options] {
        for (const char *shared : {"--dt", "--cond-dt", "--strides", "--auto-broadcast", "--axis"})
            if (options.words.shared.empty() && command->count(shared) > 0)
                options.words.shared = shared;
    });
    return command;
}

int parse_and_act(CLI::App &app, int argc, char **argv) {
    run_options for_run;
    infer_options for_infer;
    for_infer.condition.of_files = false;
    measure_options for_verify, for_perf;
    for_verify.mode = "C";
    for_perf.mode = "CP";
    const CLI::App *run_command = add_run(app, for_run);
    const CLI::App *infer_command = add_infer(app, for_infer);
    CLI::App *verify_command = add_measure(app, "verify",
            "Compute problems on random data and compare them with the oracle", for_verify);
    verify_command
            ->add_option("--random", for_verify.random_count,
                    "Also so many random problems with each kind of condition")
            ->check(check_number<std::uint64_t>);
    const CLI::App *perf_command =
            add_measure(app, "perf", "Check problems as verify does, and time them", for_perf);
    app.add_subcommand("demo", "Check and time problems of real programs");
    const CLI::App *machine_command = app.add_subcommand(
            "machine", "Print what the library found and believes of this machine");
    app.set_version_flag("--version", "selectbench " + ls::version());
    app.require_subcommand(1);
    app.parse(argc, argv);
    if (run_command->parsed()) return run(for_run);
    if (infer_command->parsed()) return infer(for_infer);
    if (verify_command->parsed()) return measure(for_verify);
    if (perf_command->parsed()) return measure(for_perf);
    if (machine_command->parsed()) return machine();
    return demo();
}

int act(int argc, char **argv) {
    CLI::App app(
            "Runs, infers, checks and times Select: dst = cond ? src0 : src1 with broadcasting. "
            "Exit status: 0; 2 when the library refuses the input; 1 for anything else.",
            "selectbench");
    try {
        const int exit_status = parse_and_act(app, argc, argv);
        // A row that could not be flushed has left its mark on the stream.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw tool_error("standard output could not be written");
        return exit_status;
    } catch (const CLI::ParseError &error) {
        // CLI11 has an exit code per kind of error; here all are 1, and only --help is 0.
        if (error.get_exit_code() == 0) return app.exit(error);
        return report({exit_failure, "selectbench", std::string(error.what()) + " (see --help)"});
    } catch (...) {
        return report(current_failure());
    }
}

} // namespace
} // namespace selectbench

int main(int argc, char **argv) {
    return selectbench::act(argc, argv);
}
