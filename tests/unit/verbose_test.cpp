// SPDX-License-Identifier: Apache-2.0
// Verbose mode, as a program that sets the variable or calls the function meets it: when there are
// lines, and what they say. Each test looks at the output of a process of its own.
#include "unit/verbose_program.hpp"

namespace {

using libselect::data_type;
using unit::child_output;
using unit::lines_of;
using unit::marker;
using unit::n_header_lines;
using unit::primitive_line;
using unit::primitive_lines;
using unit::run_child;
using unit::select_or_exit;
using unit::selection;

class verbose : public unit::verbose_test {};

TEST_F(verbose, nothing_is_printed_unasked) {
    for (const char *value : {static_cast<const char *>(nullptr), "", "0"}) {
        if (value != nullptr) set_level(value);
        const child_output output = run_child(select_or_exit);
        EXPECT_EQ(output.lines, std::vector<std::string> {});
        EXPECT_EQ(output.exit_status, 0);
    }
}

TEST_F(verbose, the_header_comes_first_and_says_what_runs) {
    set_level("1");
    const child_output output = run_child(select_or_exit);
    ASSERT_GE(output.lines.size(), n_header_lines);
    EXPECT_EQ(output.lines[0],
            "libselect_verbose,v1,info,libselect v" + std::string(libselect_version()));
    EXPECT_EQ(output.lines[1].rfind("libselect_verbose,v1,info,cpu,runtime:oneTBB v20", 0), 0U);
    EXPECT_NE(output.lines[1].find(",nthr:"), std::string::npos);
    EXPECT_EQ(output.lines[2].rfind("libselect_verbose,v1,info,cpu,isa:", 0), 0U);
    EXPECT_EQ(output.lines[3].rfind("libselect_verbose,v1,info,cpu,machine:kind=", 0), 0U);
    EXPECT_NE(output.lines[3].find(" stream="), std::string::npos);
    EXPECT_EQ(output.lines[4],
            "libselect_verbose,v1,primitive,info,template:operation,engine,primitive,"
            "implementation,prop_kind,memory_descriptors,attributes,auxiliary,problem_desc,"
            "exec_time");
}

TEST_F(verbose, the_header_has_the_isa_under_the_cap) {
    set_level("1");
    const child_output output = run_child([] {
        setenv("LIBSELECT_MAX_CPU_ISA", "portable", 1);
        select_or_exit();
    });
    const std::vector<std::string> isa = lines_of(output, "info,cpu,isa:");
    ASSERT_EQ(isa.size(), 1U);
    EXPECT_EQ(isa[0].rfind("portable detected:", 0), 0U) << isa[0];
}

TEST_F(verbose, the_header_has_the_machine_that_the_variable_sets) {
    set_level("1");
    const auto machine_line = [](const char *settings) {
        const child_output output = run_child([&] {
            setenv("LIBSELECT_MACHINE", settings, 1);
            libselect_select_op_t *op = nullptr;
            if (libselect_select_op_create(
                        &op, nullptr, nullptr, nullptr, nullptr, libselect_auto_broadcast_numpy, -1)
                    == libselect_success)
                std::_Exit(1);
        });
        EXPECT_EQ(output.exit_status, 0);
        const std::vector<std::string> lines = lines_of(output, "info,cpu,machine:");
        return lines.size() == 1 ? lines[0] : "not one line";
    };
    EXPECT_EQ(machine_line("kind=mesh_slice,l1d=48K,l2=2M,last=16M,keep=never"),
            "kind=mesh_slice l1d=48K l2=2M last=16M stream=16M stream_two=16M stream_shared=16M "
            "keep=never vectors=64 blends=split prefetch=none forms=timed");
    EXPECT_EQ(machine_line("last=1X"), "unknown");
}

TEST_F(verbose, a_machine_that_is_wrong_is_refused_by_the_primitive) {
    set_level("1");
    const child_output output = run_child([] {
        setenv("LIBSELECT_MACHINE", "last=1X", 1);
        for (int use = 0; use < 2; ++use)
            try {
                select_or_exit();
                std::_Exit(1);
            } catch (const libselect::error &) {
            }
    });
    EXPECT_EQ(output.exit_status, 0);
    const std::string line =
            "invalid_arguments: LIBSELECT_MACHINE: \"last=1X\" is not a size; sizes "
            "are 1 to 2^59 bytes; such as 1000; 32K; 8M or 1G,libselect_primitive_create";
    EXPECT_EQ(lines_of(output, "primitive,create:check,select,"),
            (std::vector<std::string> {line, line}));
}

TEST_F(verbose, a_header_before_the_first_primitive_leaves_the_cap_free) {
    set_level("1");
    const child_output output = run_child([] {
        libselect_select_op_t *op = nullptr;
        if (libselect_select_op_create(
                    &op, nullptr, nullptr, nullptr, nullptr, libselect_auto_broadcast_numpy, -1)
                == libselect_success)
            std::_Exit(1);
        libselect::set_max_cpu_isa(libselect::cpu_isa::portable);
        select_or_exit();
    });
    EXPECT_EQ(output.exit_status, 0);
    EXPECT_EQ(lines_of(output, "info,cpu,isa:").size(), 1U);
}

TEST_F(verbose, level_1_has_a_line_per_creation_and_execution) {
    set_level("1");
    const child_output output = run_child(select_or_exit);
    EXPECT_EQ(output.exit_status, 0);
    EXPECT_EQ(output.lines.size(), n_header_lines + 2);
    const std::vector<primitive_line> lines = primitive_lines(output);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].operation.rfind("create:cache_", 0), 0U);
    EXPECT_EQ(lines[1].operation, "exec");
}

TEST_F(verbose, every_field_has_its_meaning) {
    set_level("1");
    const std::string implementation = [] {
        std::string name;
        const child_output output = run_child([] {
            libselect::set_verbose(0);
            const libselect::logical_tensor mask(data_type::boolean, {20});
            const libselect::logical_tensor full(data_type::f32, {20});
            std::puts(
                    libselect::primitive(libselect::select_op(mask, full, full)).implementation());
        });
        return output.lines.empty() ? "" : output.lines[0];
    }();
    for (const primitive_line &line :
            primitive_lines(run_child([] { selection(3).execute_or_exit(); }))) {
        EXPECT_EQ(line.engine, "cpu");
        EXPECT_EQ(line.primitive, "select");
        EXPECT_EQ(line.implementation, implementation);
        EXPECT_EQ(line.prop_kind, "undef");
        ASSERT_EQ(line.memory.size(), 4U);
        const std::array<const char *, 4> names {"cond", "src0", "src1", "dst"};
        const std::array<const char *, 4> tags {"ab", "abcd", "", "abcd"};
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(line.memory[i].name, names[i]);
            EXPECT_EQ(line.memory[i].type, i == 0 ? "boolean" : "f32");
            EXPECT_EQ(line.memory[i].properties, "");
            EXPECT_EQ(line.memory[i].format_kind, "blocked");
            EXPECT_EQ(line.memory[i].tag, tags[i]);
            EXPECT_EQ(line.memory[i].strides, "");
            EXPECT_EQ(line.memory[i].flags, "f0");
        }
        EXPECT_EQ(line.attributes, "attr-max-threads:3");
        EXPECT_EQ(
                line.auxiliary, (std::map<std::string, std::string> {{"auto_broadcast", "numpy"}}));
        EXPECT_EQ(line.problem, (std::vector<std::vector<long long>> {{4, 5}, {2, 3, 4, 5}, {1}}));
        EXPECT_LT(line.milliseconds, 60000);
    }
}

TEST_F(verbose, strides_and_the_axis_of_pdpd_are_there) {
    set_level("1");
    const std::vector<primitive_line> lines = primitive_lines(run_child([] {
        const libselect::logical_tensor mask(data_type::boolean, {3});
        const libselect::logical_tensor src0(data_type::bf16, {2, 3, 4}, {12, 1, 3});
        const libselect::logical_tensor src1(data_type::bf16, {3, 4}, {8, -2});
        const libselect::primitive primitive(
                libselect::select_op(mask, src0, src1, {libselect::auto_broadcast::pdpd, 1}));
    }));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].memory[1].tag, "acb");
    EXPECT_EQ(lines[0].memory[1].strides, "");
    EXPECT_EQ(lines[0].memory[2].tag, "ab");
    EXPECT_EQ(lines[0].memory[2].strides, "8x-2");
    EXPECT_EQ(lines[0].auxiliary,
            (std::map<std::string, std::string> {{"auto_broadcast", "pdpd"}, {"axis", "1"}}));
    EXPECT_EQ(lines[0].problem, (std::vector<std::vector<long long>> {{3}, {2, 3, 4}, {3, 4}}));
}

TEST_F(verbose, creation_says_whether_code_was_generated) {
    set_level("1");
    const std::vector<primitive_line> lines = primitive_lines(run_child([] {
        select_or_exit();
        select_or_exit();
    }));
    ASSERT_EQ(lines.size(), 4U);
    const bool generates = lines[0].implementation != "portable";
    EXPECT_EQ(lines[0].operation, generates ? "create:cache_miss" : "create:cache_hit");
    EXPECT_EQ(lines[2].operation, "create:cache_hit");
}

TEST_F(verbose, level_2_says_why_and_how) {
    set_level("2");
    const child_output output = run_child([] {
        setenv("LIBSELECT_MAX_CPU_ISA", "portable", 1);
        select_or_exit();
    });
    const std::vector<std::string> refused = lines_of(output, "primitive,create:dispatch,select,");
    const std::vector<std::string> plans = lines_of(output, "primitive,info,plan: ");
#if defined(LIBSELECT_JIT)
    ASSERT_EQ(refused.size(), 3U);
    EXPECT_EQ(refused[0].rfind("cpu,select,jit:avx512,undef,cond:boolean::blocked:ab::f0 ", 0), 0U);
    const std::string end =
            ",4x5:2x3x4x5:1,the ISA is capped at portable,libselect_primitive_create";
    for (const std::string &line : refused) {
        EXPECT_EQ(unit::split(line, ',').size(), 10U) << line;
        EXPECT_EQ(line.substr(line.size() - end.size()), end);
    }
#endif
    ASSERT_EQ(plans.size(), 1U);
    EXPECT_EQ(plans[0].find(','), std::string::npos);
    EXPECT_NE(plans[0].find("implementation: portable:"), std::string::npos);
    EXPECT_EQ(primitive_lines(output).size(), 2U);
}

TEST_F(verbose, failing_calls_have_a_line_with_status_message_and_function) {
    set_level("1");
    const child_output output = run_child([] {
        const libselect::logical_tensor mask(data_type::boolean, {3, 4});
        const libselect::logical_tensor source(data_type::f32, {1, 4});
        try {
            const libselect::select_op op(mask, source, source);
        } catch (const libselect::error &) {
        }
        const libselect::logical_tensor row(data_type::boolean, {4});
        const libselect::select_op op(row, source, source);
        try {
            const libselect::primitive primitive(op, -3);
        } catch (const libselect::error &) {
        }
        if (libselect_execute(nullptr, nullptr, nullptr, nullptr, nullptr) == libselect_success)
            std::_Exit(1);
        if (std::string(libselect_last_error()).rfind("primitive: is NULL", 0) != 0) std::_Exit(2);
    });
    EXPECT_EQ(output.exit_status, 0);
    EXPECT_EQ(lines_of(output, "primitive,create:check,select,"),
            (std::vector<std::string> {
                    "invalid_shape: cond: dim 0 is 3; dst dim 0 is 1; cond may not enlarge dst "
                    "(auto_broadcast=numpy),libselect_select_op_create",
                    "invalid_arguments: max_threads: is -3; it must be >= 0; and 0 means no "
                    "limit,libselect_primitive_create"}));
    EXPECT_EQ(lines_of(output, "primitive,exec:check,select,"),
            (std::vector<std::string> {
                    "invalid_arguments: primitive: is NULL; it must point to a primitive in use,"
                    "libselect_execute"}));
}

TEST_F(verbose, a_variable_that_is_no_level_counts_as_0_and_a_line_says_so) {
    for (const char *value : {"3", "-1", "all", "01", "1 ", "a,b"}) {
        set_level(value);
        const child_output output = run_child([] {
            select_or_exit();
            select_or_exit();
        });
        EXPECT_EQ(output.exit_status, 0);
        std::string shown = value;
        std::replace(shown.begin(), shown.end(), ',', ';');
        EXPECT_EQ(output.lines,
                (std::vector<std::string> {
                        "libselect_verbose,v1,info,LIBSELECT_VERBOSE: \"" + shown
                        + "\" is not a level and counts as 0; the levels are 0 1 2"}));
    }
}

TEST_F(verbose, the_function_wins_over_the_variable) {
    set_level("2");
    EXPECT_TRUE(run_child([] {
        libselect::set_verbose(0);
        select_or_exit();
    }).lines.empty());
    set_level("all");
    EXPECT_EQ(primitive_lines(run_child([] {
        libselect::set_verbose(1);
        select_or_exit();
    })).size(),
            2U);
}

TEST_F(verbose, the_function_may_be_called_at_any_time) {
    const std::vector<primitive_line> lines = primitive_lines(run_child([] {
        select_or_exit();
        libselect::set_verbose(1);
        select_or_exit();
        libselect::set_verbose(0);
        select_or_exit();
        libselect::set_verbose(2);
        select_or_exit();
    }));
    EXPECT_EQ(lines.size(), 4U);
}

TEST_F(verbose, a_level_that_is_none_is_refused) {
    const child_output output = run_child([] {
        for (const int level : {-1, 3, 100}) {
            if (libselect_set_verbose(level) != libselect_invalid_arguments) std::_Exit(1);
            std::puts(libselect_last_error());
        }
        select_or_exit();
    });
    EXPECT_EQ(output.exit_status, 0);
    EXPECT_EQ(output.lines, (std::vector<std::string> {"verbose: level is -1; it must be 0, 1 or 2",
                                    "verbose: level is 3; it must be 0, 1 or 2",
                                    "verbose: level is 100; it must be 0, 1 or 2"}));
}

} // namespace
