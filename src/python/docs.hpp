// SPDX-License-Identifier: Apache-2.0
// The texts that help() shows of functions and types written in C++. Those of the functions that
// make conditions stand in libselect/_conditions.py.
#ifndef LIBSELECT_PYTHON_DOCS_HPP
#define LIBSELECT_PYTHON_DOCS_HPP

namespace libselect_python::docs {

inline constexpr char where[] = R"(where($module, condition, x, y, /, *, out=None, max_threads=0)
--

Return an array with the elements of x where condition is true, else those of y.

condition: array of bool, or of numbers, which are true unless they are 0; or
    what causal(), window(), lengths(), interval(), compare() or bits() return.
x, y: arrays of one type, or numbers, which take the type of the arrays. Two
    numbers without any array get NumPy's type for them.
out: array for the result, which has its shape and type. It may be x or y, or
    lhs, rhs or the numbers of the condition; then each element is read before
    it is written. Without out, a new array is returned.
max_threads: most threads that compute; 0 for as many as there are.

An array is a NumPy array, a torch tensor on the CPU, any other object with
__dlpack__, or a sequence that NumPy turns into an array. Any strides will do.
The result is a torch tensor where the first array among x, y and condition is
one, else a NumPy array.

Shapes broadcast as in numpy.where. Bits are copied: no value is rounded,
quieted or flushed, and the element that is not taken has no influence.
Nothing is promoted.

Raises, before out is touched:
TypeError: types differ, or elements of the type cannot be selected.
ValueError: shapes do not broadcast; out has another shape, is read-only, or
    overlaps an input otherwise than as above.
OverflowError: a number does not fit the type of the arrays.
MemoryError: memory ran out.
In libselect's own messages cond is condition, src0 is x, src1 is y and dst is
the result.

Source: NumPy's where, ONNX Where, with the exactness of libselect's
multidirectional Select.

>>> where(np.array([True, False]), np.array([1, 2]), 0)
array([1, 0]))";

inline constexpr char select[] = R"(Select(condition, x, y, /, *, out=None, max_threads=0)
--

A where() that is planned once: for these types, shapes and strides.

Arguments are those of where(). Each array may be replaced by its layout,
(dtype, shape) or (dtype, shape, strides), with strides in bytes as NumPy has
them; dtype is anything numpy.dtype() takes, a torch.dtype, or a name such as
"bfloat16". Errors are those of where().

Calling it with (condition, x, y, /, *, out=None) computes. Arguments of another
layout are a ValueError. A Select that was planned with out needs it in calls.

>>> mask = Select(causal(), ("float32", (8, 8)), -np.inf)
>>> mask.implementation
'jit:avx2'
>>> mask(causal(), scores, -np.inf, out=scores))";

inline constexpr char select_implementation[] =
        "The implementation: jit:avx512, jit:avx2, jit:scalar or portable.";
inline constexpr char select_plan[] = "The loops, the kernel, and why better ones were refused.";
inline constexpr char select_shape[] = "The shape of the result.";

inline constexpr char version[] = R"(version($module, /)
--

Return the version of the library that is loaded, such as '0.2.0'.)";

inline constexpr char verbose[] = R"(verbose($module, level, /)
--

Set how much libselect writes to stdout.

0: nothing. 1: a line for each plan, each call and each failure. 2: also what
each plan is. The environment variable LIBSELECT_VERBOSE gives the level before
the first call. Raises ValueError for any other level.)";

inline constexpr char max_cpu_isa[] = R"(max_cpu_isa($module, name=None, /)
--

Return the best instruction set that plans may use: avx512, avx2, scalar or portable.

With a name, set that as the best first. This must come before the first plan
and before the first question; later it raises ValueError, as does an unknown
name. It wins over the environment variable LIBSELECT_MAX_CPU_ISA.)";

inline constexpr char cache_info[] = R"(cache_info($module, /)
--

Return a dict of hits, misses, size and capacity of the cache of plans that where() keeps.)";

inline constexpr char cache_clear[] = R"(cache_clear($module, /)
--

Forget the plans that where() keeps, and give back the memory of the last large result.)";

} // namespace libselect_python::docs

#endif
