// SPDX-License-Identifier: Apache-2.0
// Memory of one tensor, and whether there is as much.
#ifndef SELECTBENCH_BUFFER_HPP
#define SELECTBENCH_BUFFER_HPP

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace selectbench {

// Throws tool_error, the complaint with both numbers, when the sum of these sizes is not there.
// Linux promises memory that it does not have, and the first write to it would then kill the
// process without a word; so this comes before the first allocation.
void require_memory(const std::vector<std::size_t> &sizes_bytes,
        const std::string &complaint = "the tensors do not fit into memory");

// Bytes on a cache line boundary, not initialised. Throws std::bad_alloc, or what require_memory
// throws: those that are not written yet do not count there.
class buffer {
public:
    explicit buffer(std::size_t size_bytes) : bytes_(allocate(size_bytes)), size_(size_bytes) {}

    [[nodiscard]] std::byte *data() const noexcept { return bytes_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {data(), size_}; }

private:
    static constexpr std::align_val_t alignment {64};
    struct release {
        void operator()(std::byte *data) const noexcept { ::operator delete(data, alignment); }
    };

    static std::byte *allocate(std::size_t size_bytes) {
        require_memory({size_bytes});
        return static_cast<std::byte *>(::operator new(size_bytes, alignment));
    }

    std::unique_ptr<std::byte, release> bytes_;
    std::size_t size_;
};

} // namespace selectbench

#endif
