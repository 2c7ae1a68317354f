// SPDX-License-Identifier: Apache-2.0
// Plans, walk orders, row forms and tilings that break one promise each.
#include <gtest/gtest.h>

#include "plan/promises.hpp"

namespace contracts {
namespace {

using namespace libselect;

// 6 x 5 x 4 elements of f32: src0 is broadcast along the middle loop, src1 is constant, and no two
// loops can be merged.
plan good_plan() {
    plan nest;
    nest.n_elems = 120;
    nest.elem_bytes = 4;
    nest.rank = 3;
    nest.roles = {role::full, role::full, role::constant, role::full};
    nest.loops[0] = {6, {20, 16, 0, 96}};
    nest.loops[1] = {5, {4, 0, 0, 16}};
    nest.loops[2] = {4, {1, 4, 0, 4}};
    return nest;
}

template <typename Object>
struct planting {
    const char *found; // the condition that the message shows
    void (*plant)(Object &);
};

const planting<plan> broken_plans[] = {
        {"nest.rank >= 1", [](plan &p) { p.rank = 0; }},
        {"each.extent >= 2", [](plan &p) { p.loops[1].extent = 1; }},
        {"each.strides\\[dst\\] != 0", [](plan &p) { p.loops[0].strides[dst] = 0; }},
        {"n_elems == nest.n_elems", [](plan &p) { p.n_elems = 121; }},
        {"role::full", [](plan &p) { p.roles[src0] = role::strided; }},
        {"role::full", [](plan &p) { p.roles[src1] = role::full; }},
        {"role::constant", [](plan &p) { p.roles[src1] = role::strided; }},
        {"inner.strides\\[dst\\]", [](plan &p) { std::swap(p.loops[0], p.loops[1]); }},
        {"!can_merge",
                [](plan &p) {
                    p.loops[0] = {6, {20, 0, 0, 80}};
                }},
};

TEST(contracts_plan, a_good_plan_passes) {
    check_promises(good_plan());
    check_promises(plan {}); // empty
}

TEST(contracts_plan, broken_plans_are_found) {
    for (const auto &broken : broken_plans) {
        plan planted = good_plan();
        broken.plant(planted);
        EXPECT_DEATH(check_promises(planted), broken.found) << broken.found;
    }
}

const planting<walk_order> broken_walks[] = {
        {"walk.rank <= nest.rank",
                [](walk_order &w) {
                    w.rank = 4;
                    w.loops[3] = w.loops[2];
                    w.loops[2] = w.loops[1];
                    w.loops[1] = {3, w.loops[0].strides};
                    w.loops[0] = {2, {60, 48, 0, 288}};
                }},
        {"reach_of", [](walk_order &w) { w.loops[0].strides[src0] = 20; }},
};

TEST(contracts_plan, a_walk_has_the_loops_of_its_plan) {
    walk_order walk = good_plan();
    std::swap(walk.loops[0], walk.loops[1]);
    check_promises(walk, good_plan());
    for (const auto &broken : broken_walks) {
        walk_order planted = good_plan();
        broken.plant(planted);
        EXPECT_DEATH(check_promises(planted, good_plan()), broken.found) << broken.found;
    }
}

const planting<box_form> broken_boxes[] = {
        {"form.columns ==", [](box_form &b) { b.columns = 10; }},
        {"bytes_moved", [](box_form &b) { b.copies[src0].loops[0].extent += 1; }},
        {"form.roles\\[which\\] == role::full",
                [](box_form &b) { b.roles[src0] = role::constant; }},
        {"form.roles\\[which\\] == merged", [](box_form &b) { b.roles[cond] = role::constant; }},
        {"scratch_bytes <= box_scratch_bytes",
                [](box_form &b) {
                    b.rows = 1000;
                    b.copies[src0].rank = 1;
                    b.copies[src0].row_loop = -1;
                    b.copies[src0].loops[0].extent = 1000 * b.columns * 4 / b.copies[src0].width;
                }},
};

TEST(contracts_plan, boxes_keep_their_promises) {
    const walk_order walk = good_plan(); // src0 is broadcast along the columns' outer loop
    const box_form good = make_box_form(walk, 2);
    ASSERT_TRUE(good.is_copied[src0] && !good.is_copied[cond]);
    check_promises(good, walk, 2);
    for (const auto &broken : broken_boxes) {
        box_form planted = good;
        broken.plant(planted);
        EXPECT_DEATH(check_promises(planted, walk, 2), broken.found) << broken.found;
    }
}

row_form gathering_form() {
    row_form form;
    form.gathers = true;
    form.gather[src0] = gather_kind::elementwise;
    form.block_rows = 5;
    form.block_cols = 4;
    return form;
}

row_form fused_form() {
    row_form form;
    form.fused = true;
    form.block_rows = 5;
    form.block_cols = 4;
    return form;
}

const planting<row_form> broken_gathers[] = {
        {"form.gathers == ", [](row_form &f) { f.gathers = false; }},
        {"form.gathers == ", [](row_form &f) { f.gather[src0] = gather_kind::none; }},
        {"form.block_rows >= 1", [](row_form &f) { f.block_rows = 0; }},
        {"block_bytes <= max_scratch_bytes", [](row_form &f) { f.block_cols = 1 << 16; }},
        {"form.block_rows <= max_block_rows", [](row_form &f) { f.block_rows = 129; }},
};
const planting<row_form> broken_fusions[] = {
        {"row_bytes <= max_fused_row_bytes", [](row_form &f) { f.block_cols = 257; }},
        {"form.block_cols == walk.inner", [](row_form &f) { f.block_cols = 3; }},
};

TEST(contracts_plan, broken_row_forms_are_found) {
    const walk_order walk = good_plan();
    check_promises(gathering_form(), walk, 32);
    check_promises(fused_form(), walk, 32);
    EXPECT_DEATH(check_promises(gathering_form(), walk, 0), "vector_bytes != 0");
    for (const auto &broken : broken_gathers) {
        row_form planted = gathering_form();
        broken.plant(planted);
        EXPECT_DEATH(check_promises(planted, walk, 32), broken.found) << broken.found;
    }
    for (const auto &broken : broken_fusions) {
        row_form planted = fused_form();
        broken.plant(planted);
        EXPECT_DEATH(check_promises(planted, walk, 32), broken.found) << broken.found;
    }
}

TEST(contracts_plan, groups_of_fused_rows_are_bounded) {
    plan nest = good_plan();
    nest.elem_bytes = 1;
    nest.loops[2].extent = 65; // 65 bytes: a group is 65 vectors
    row_form form = fused_form();
    form.block_cols = 65;
    EXPECT_DEATH(check_promises(form, nest, 32), "n_vectors <= max_group_vectors");
}

const planting<tiling> broken_tilings[] = {
        {"n_rows \\* tiles.n_cols == walk.n_elems", [](tiling &t) { t.n_rows = 31; }},
        {"tile_rows >= 1", [](tiling &t) { t.tile_rows = 0; }},
        {"tile_rows <= tiles.n_rows", [](tiling &t) { t.tile_rows = 31; }},
        {"tile_cols <= tiles.n_cols", [](tiling &t) { t.tile_cols = 5; }},
        {"tile_cols == tiles.n_cols", [](tiling &t) { t.tile_cols = 2; }},
};

TEST(contracts_plan, broken_tilings_are_found) {
    const tiling good {30, 4, 5, 4};
    check_promises(good, good_plan(), 1);
    check_promises(tiling {30, 4, 5, 2}, good_plan(), 5);
    for (const auto &broken : broken_tilings) {
        tiling planted = good;
        broken.plant(planted);
        EXPECT_DEATH(check_promises(planted, good_plan(), 1), broken.found) << broken.found;
    }
}

} // namespace
} // namespace contracts
