// SPDX-License-Identifier: Apache-2.0
// The cache of plans: sets of four places.
#include "plan_cache.hpp"

#include <algorithm>
#include <array>

namespace libselect_python {
namespace {

constexpr std::size_t n_sets = 128, n_ways = 4;

struct place {
    std::uint64_t hash = 0;
    std::uint64_t last_use = 0; // 0: the place is empty
    std::vector<std::int64_t> words;
    plan_ref held;
};
using place_set = std::array<place, n_ways>;

struct plan_cache {
    std::array<place_set, n_sets> sets;
    std::uint64_t clock = 0;
    Py_ssize_t hits = 0, misses = 0;
};

// Never destroyed: threads of Python may outlive the end of main.
plan_cache &cache() {
    static plan_cache *const all = new plan_cache;
    return *all;
}

[[nodiscard]] bool holds(const place &each, std::uint64_t hash, const layout_key &key) noexcept {
    return each.hash == hash && each.last_use != 0 && each.words.size() == key.n_words()
           && std::memcmp(each.words.data(), key.words(), key.n_words() * sizeof(std::int64_t))
                      == 0;
}

[[nodiscard, gnu::noinline]] plan_ref insert(
        place_set &set, std::uint64_t hash, const layout_key &key, const select_call &of) {
    plan_ref ready = new_plan(of);
    std::vector<std::int64_t> words(key.words(), key.words() + key.n_words());
    place &oldest = *std::min_element(set.begin(), set.end(),
            [](const place &a, const place &b) { return a.last_use < b.last_use; });
    oldest.hash = hash;
    oldest.words = std::move(words);
    oldest.held = ready;
    oldest.last_use = ++cache().clock;
    return ready;
}

} // namespace

plan_ref cached_plan(const select_call &of) {
    const layout_key key(of);
    const std::uint64_t hash = key.hash();
    plan_cache &all = cache();
    place_set &set = all.sets[hash % n_sets];
    for (place &each : set) {
        if (!holds(each, hash, key)) continue;
        each.last_use = ++all.clock;
        ++all.hits;
        return each.held;
    }
    ++all.misses;
    return insert(set, hash, key, of);
}

cache_counts counts_of_cache() noexcept {
    const plan_cache &all = cache();
    cache_counts counts {all.hits, all.misses, 0, n_sets * n_ways};
    for (const place_set &set : all.sets)
        counts.size += std::count_if(
                set.begin(), set.end(), [](const place &each) { return each.last_use != 0; });
    return counts;
}

void clear_cache() noexcept {
    plan_cache &all = cache();
    for (place_set &set : all.sets)
        for (place &each : set)
            each = place();
    all.hits = all.misses = 0;
}

} // namespace libselect_python
