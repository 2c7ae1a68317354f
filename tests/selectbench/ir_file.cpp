// SPDX-License-Identifier: Apache-2.0
// Reads the XML and walks its layers.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "failure.hpp"
#include "input_file.hpp"
#include "ir_layer.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

// Whether digits, of "65;" or "x41;", stand for no character. What is not digits and a ';' is no
// reference, and stays as it is.
bool is_no_character(std::string_view digits) {
    const int base = !digits.empty() && digits.front() == 'x' ? 16 : 10;
    if (base == 16) digits.remove_prefix(1);
    std::uint32_t value = 0;
    const char *end = digits.data() + digits.size();
    const auto [stopped, code] = std::from_chars(digits.data(), end, value, base);
    if (stopped == digits.data() || stopped == end || *stopped != ';') return false;
    return code != std::errc() || value == 0 || value > 0x10ffff;
}

// XML forbids references to NUL and beyond Unicode; pugixml resolves them, modulo 2^32, and a NUL
// would end the string there.
bool refers_to_no_character(std::string_view text) {
    for (std::size_t at = text.find("&#"); at != std::string_view::npos;
            at = text.find("&#", at + 1))
        if (is_no_character(text.substr(at + 2))) return true;
    return false;
}

const char *const no_memory = "the document does not fit into memory";

// Memory of the document, many times its text, asked for now and then.
void *allocate_node_memory(std::size_t n_bytes) noexcept {
    constexpr std::size_t step_bytes = std::size_t {64} << 20U;
    static std::size_t unasked_bytes = 0;
    unasked_bytes += n_bytes;
    try {
        if (unasked_bytes >= step_bytes)
            require_memory({std::exchange(unasked_bytes, 0)}, no_memory);
    } catch (...) {
        return nullptr;
    }
    return std::malloc(n_bytes);
}

std::vector<char> read_text(input_file &file) {
    require_memory({file.size_bytes()}, no_memory);
    std::vector<char> text(file.size_bytes());
    text.resize(file.read(text));
    // pugixml would take a NUL for the end, and any bytes for a name.
    const std::size_t wrong = find_no_utf8({text.data(), text.size()});
    if (wrong != text.size())
        throw tool_error("not XML: byte " + std::to_string(wrong + 1)
                         + (text[wrong] == '\0' ? " is NUL" : " is not UTF-8"));
    if (refers_to_no_character({text.data(), text.size()}))
        throw tool_error("not XML: a character reference stands for NUL or for no character");
    return text;
}

// The next node of a walk through the whole document, without recursion: a file may nest as deep as
// it likes.
pugi::xml_node next_of(pugi::xml_node node) {
    if (node.first_child()) return node.first_child();
    while (node && !node.next_sibling())
        node = node.parent();
    return node.next_sibling();
}

bool is_select(pugi::xml_node node) {
    return std::string_view(node.name()) == "layer"
           && std::string_view(node.parent().name()) == "layers"
           && std::string_view(node.attribute("type").value()) == "Select";
}

void read_ir(const std::string &path, ir_settings &settings, const request_visitor &visit) {
    input_file file(path);
    progress_bar bar(file.size_bytes());
    std::vector<char> text = read_text(file);
    pugi::set_memory_management_functions(allocate_node_memory, std::free);
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer_inplace(
            text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (result.status == pugi::status_out_of_memory) throw tool_error(no_memory);
    if (!result)
        throw tool_error("not XML at byte " + std::to_string(result.offset + 1) + ": "
                         + result.description());
    const pugi::xml_node net = document.document_element();
    if (std::string_view(net.name()) != "net")
        throw tool_error("no OpenVINO IR: it starts with <" + std::string(net.name()).substr(0, 40)
                         + ">, not <net>");
    ir_edges edges;
    std::size_t layers = 0;
    std::size_t selects = 0;
    for (pugi::xml_node node = net; node; node = next_of(node)) {
        if (std::string_view(node.name()) == "layer") ++layers;
        if (!is_select(node)) continue;
        ++selects;
        bar.update(static_cast<std::uint64_t>(node.offset_debug()));
        bar.clear();
        visit([&] {
            return within(layer_name(node), [&] { return make_request(node, edges, settings); });
        });
    }
    if (selects == 0) throw tool_error("no Select among its " + std::to_string(layers) + " layers");
}

} // namespace

// The whole file is in memory at once, up to six times its size. Of the .bin beside it single
// numbers are read.
void visit_ir(const ir_options &options, const request_visitor &visit) {
    ir_settings settings {ir_shapes(options.shapes), options.numpy_is_multidirectional,
            std::filesystem::path(options.path).replace_extension(".bin")};
    if (!options.path.empty())
        within(options.path, [&] { read_ir(options.path, settings, visit); });
    settings.shapes.check_all_used();
}

} // namespace selectbench
