// SPDX-License-Identifier: Apache-2.0
// Parser of the header's dict: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>

#include "failure.hpp"
#include "npy.hpp"

namespace selectbench {
namespace {

struct descr_row {
    std::string_view descr; // as NumPy writes it
    ls::data_type type;
};

constexpr std::array<descr_row, 14> table {{
        {"|b1", ls::data_type::boolean},
        {"|u1", ls::data_type::u8},
        {"|i1", ls::data_type::s8},
        {"<u2", ls::data_type::u16},
        {"<i2", ls::data_type::s16},
        {"<f2", ls::data_type::f16},
        {"<u4", ls::data_type::u32},
        {"<i4", ls::data_type::s32},
        {"<f4", ls::data_type::f32},
        {"<u8", ls::data_type::u64},
        {"<i8", ls::data_type::s64},
        {"<f8", ls::data_type::f64},
        {"<c8", ls::data_type::c64},
        {"<c16", ls::data_type::c128},
}};

// A quotation of text from the file, which may be long and hold any bytes.
std::string quoted(std::string_view text) {
    constexpr std::size_t limit = 40;
    std::string quotation(1, '\'');
    for (const char c : text.substr(0, limit)) {
        const bool printable = c >= ' ' && c <= '~';
        quotation += printable ? c : '?';
    }
    quotation += text.size() > limit ? "...'" : "'";
    return quotation;
}

// '|' means that bytes have no order, which is true of one byte only; '=' is the order of the
// machine that reads, and this one is little-endian.
const descr_row &find_row(std::string_view descr) {
    const char order = descr.empty() ? '\0' : descr.front();
    if (order == '>') throw tool_error("dtype " + quoted(descr) + " is big-endian");
    for (const descr_row &row : table)
        if (descr == row.descr
                || ((order == '<' || order == '=') && descr.substr(1) == row.descr.substr(1)))
            return row;
    throw tool_error("dtype " + quoted(descr)
                     + " is not one of |b1 |u1 |i1 <u2 <i2 <f2 <u4 <i4 <f4 <u8 <i8 <f8 <c8 <c16");
}

void check_no_objects(std::string_view descr) {
    if (descr == "|O") throw tool_error("dtype '|O' holds objects, of which the file has no bytes");
}

// The bytes of one element of any dtype: "|S5", ">u4", "<U3" of 4 bytes per character, and dates,
// "<M8[ns]". 0 where the text does not tell.
std::int64_t item_bytes_of(std::string_view descr) {
    check_no_objects(descr);
    const std::size_t digit = descr.find_first_of("0123456789");
    std::int64_t bytes = 0;
    if (digit == std::string_view::npos) return 0;
    std::from_chars(descr.data() + digit, descr.data() + descr.size(), bytes);
    const bool is_text = descr[digit - (digit == 0 ? 0 : 1)] == 'U';
    return is_text && bytes < (1 << 28) ? 4 * bytes : bytes;
}

class header_parser {
public:
    header_parser(std::string_view text, npy_dtypes dtypes) : text_(text), dtypes_(dtypes) {}
    npy_header parse();

private:
    void parse_value(std::string_view key);
    void parse_descr();
    void skip_list();
    ls::dims parse_shape();
    std::int64_t parse_dim();
    std::string_view parse_string();
    bool parse_bool();

    [[noreturn]] static void fail(const std::string &reason) {
        throw tool_error("header: " + reason);
    }
    void skip_space() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
            ++at_;
    }
    bool accept(std::string_view token) {
        skip_space();
        if (text_.substr(at_, token.size()) != token) return false;
        at_ += token.size();
        return true;
    }
    void expect(std::string_view token) {
        if (!accept(token)) fail(quoted(token) + " expected before " + quoted(text_.substr(at_)));
    }

    std::string_view text_;
    npy_dtypes dtypes_;
    std::size_t at_ = 0;
    npy_header header_;
    bool has_descr_ = false, has_fortran_order_ = false, has_shape_ = false;
};

npy_header header_parser::parse() {
    expect("{");
    while (!accept("}")) {
        const std::string_view key = parse_string();
        expect(":");
        parse_value(key);
        if (!accept(",")) {
            expect("}");
            break;
        }
    }
    skip_space();
    if (at_ != text_.size()) fail(quoted(text_.substr(at_)) + " follows the dict");
    if (!has_descr_) fail("key 'descr' is missing");
    if (!has_fortran_order_) fail("key 'fortran_order' is missing");
    if (!has_shape_) fail("key 'shape' is missing");
    return header_;
}

void header_parser::parse_value(std::string_view key) {
    bool *seen = key == "descr"           ? &has_descr_
                 : key == "fortran_order" ? &has_fortran_order_
                 : key == "shape"         ? &has_shape_
                                          : nullptr;
    if (seen == nullptr) fail("key " + quoted(key) + " is unknown");
    if (*seen) fail("key " + quoted(key) + " stands twice");
    *seen = true;
    if (seen == &has_shape_) {
        header_.dims = parse_shape();
    } else if (seen == &has_fortran_order_) {
        header_.fortran_order = parse_bool();
    } else {
        parse_descr();
    }
}

void header_parser::parse_descr() {
    const bool any = dtypes_ == npy_dtypes::any;
    if (accept("[")) {
        if (!any) throw tool_error("dtype is structured; plain numbers are read");
        return skip_list();
    }
    const std::string_view descr = parse_string();
    if (any) {
        header_.descr = descr;
        header_.item_bytes = item_bytes_of(descr);
        return;
    }
    const descr_row &row = find_row(descr);
    header_.descr = row.descr;
    header_.type = row.type;
    header_.item_bytes = static_cast<std::int64_t>(ls::size_of(row.type));
}

// The fields of a structured dtype, of which none matters, up to the bracket that closes them.
void header_parser::skip_list() {
    for (int depth = 1; depth > 0;) {
        skip_space();
        if (at_ == text_.size()) fail("a list is not closed");
        const char next = text_[at_];
        if (next == '\'' || next == '"') {
            check_no_objects(parse_string());
            continue;
        }
        depth += next == '[' ? 1 : next == ']' ? -1 : 0;
        ++at_;
    }
}

// A tuple of one needs its comma, as in Python: (3) is a number.
ls::dims header_parser::parse_shape() {
    ls::dims dims;
    expect("(");
    if (accept(")")) return dims;
    for (;;) {
        dims.push_back(parse_dim());
        const bool has_comma = accept(",");
        if (!has_comma && dims.size() == 1) fail("shape is a number; a tuple is needed");
        if (accept(")")) return dims;
        if (!has_comma) expect(",");
    }
}

std::int64_t header_parser::parse_dim() {
    skip_space();
    std::int64_t dim = 0;
    const char *begin = text_.data() + at_;
    const auto [end, code] = std::from_chars(begin, text_.data() + text_.size(), dim);
    if (code == std::errc::result_out_of_range) fail("shape: a dim does not fit 63 bits");
    if (code != std::errc()) fail("shape: a dim expected before " + quoted(text_.substr(at_)));
    if (dim < 0) fail("shape: a dim is " + std::to_string(dim) + "; it must be >= 0");
    at_ += static_cast<std::size_t>(end - begin);
    if (at_ < text_.size() && text_[at_] == 'L') ++at_; // Python 2 wrote 3 as 3L
    return dim;
}

std::string_view header_parser::parse_string() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"')
        fail("a string expected before " + quoted(text_.substr(at_)));
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find(quote, begin);
    if (end == std::string_view::npos) fail("a string is not closed");
    at_ = end + 1;
    return text_.substr(begin, end - begin);
}

bool header_parser::parse_bool() {
    if (accept("True")) return true;
    if (accept("False")) return false;
    fail("fortran_order: True or False expected before " + quoted(text_.substr(at_)));
}

} // namespace

npy_header parse_npy_header(std::string_view text, npy_dtypes dtypes) {
    return header_parser(text, dtypes).parse();
}

} // namespace selectbench
