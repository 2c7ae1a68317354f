#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The commands for work on libselect. Each installs the Debian packages that it lacks, builds what
# it needs, and runs it. Without a command, the script lists them.
set -eu

# The Debian packages that every command needs:
#   g++ cmake ninja-build pkg-config   to build and to link
#   libtbb-dev libxbyak-dev            the library: threads, generated code
#   libgtest-dev python3               the tests
#   libcli11-dev nlohmann-json3-dev    the tool: options, JSON
#   libpugixml-dev python3-numpy       the tool: XML of OpenVINO; .npy files in its tests
packages="g++ cmake ninja-build libtbb-dev libxbyak-dev libgtest-dev libcli11-dev \
nlohmann-json3-dev libpugixml-dev pkg-config python3 python3-numpy"
# For the tests of the oneDNN adapter. CMake does not accept Debian's oneDNN without the OpenCL
# files, which that package only recommends.
onednn="libdnnl-dev ocl-icd-opencl-dev"
# For the Debian packages of the library. A test makes them too.
debian="dpkg-dev file"
# For the Python module, for its wheel, and for its tests. Those of torch and ONNX are skipped where
# these are missing.
python_headers="python3-dev python3-numpy libdlpack-dev"
python_wheel="python3-pip python3-venv python3-setuptools python3-wheel"
pytest="python3-pytest python3-hypothesis"

usage() {
    cat >&2 <<END
usage: sh cmake/dev.sh demo|test|build|python|tune|sanitize|compilers|qemu|aarch64|reproduce|docs|package
       sh cmake/dev.sh bench [select_bench options]
       sh cmake/dev.sh python [bench [options]]
       sh cmake/dev.sh fuzz SECONDS
       sh cmake/dev.sh plant [PATTERN]
  demo       builds the library and the tool selectbench in build/, and runs the demo of the tool
  test       builds everything in build/ and runs all tests
  build      builds everything in build/
  python     builds the wheel of the Python module in build/wheel/, installs it in the new virtual
             environment build/venv/ without the network, and runs its tests or, with bench, times
             it beside NumPy and torch
  bench      builds and runs the benchmark; --quick takes about a minute, --help lists the options
  tune       measures the sizes by which src/schedule chooses
  sanitize   runs the tests under ASan and UBSan, and the tests with threads under TSan
  compilers  builds with warnings as errors, in build/ everything with the default compiler and with
             clang the library in build-clang/ and the benchmark in build-debug/, and runs the tests
             of stacks as clang built them; sanitize builds the rest with clang
  fuzz       runs every fuzz target for its share of SECONDS, starting from tests/fuzz/corpus
  plant      plants each bug of tests/plantings/plantings.txt, or those that PATTERN names, in a copy
             of the tree and runs the tests that catch it
  qemu       runs tests on CPUs that qemu emulates: without AVX, with AVX that the system does not
             save, with AVX2
  aarch64    cross-builds in build-aarch64/, looks for NEON in the loops, and runs the portable tests
             under qemu
  reproduce  builds the library twice, at different paths, and compares the files byte for byte
  docs       makes the manual, build/docs/html/index.html
  package    makes the Debian packages libselect, libselect-dev and python3-libselect in build/
Missing Debian packages are installed first.
END
    exit 2
}

# as_root COMMAND...
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# install_missing PACKAGE...
install_missing() {
    if ! command -v dpkg > /dev/null; then
        echo "dev.sh: without dpkg, these are assumed to be installed: $*"
        return
    fi
    missing=
    for package in "$@"; do
        dpkg -s "$package" 2> /dev/null | grep -q '^Status: install ok installed' \
            || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo > /dev/null; then
        echo "dev.sh: neither root nor sudo; run as root: apt-get install$missing" >&2
        exit 1
    fi
    echo "dev.sh: installing$missing"
    as_root apt-get -qq update || echo "dev.sh: the old package lists are used" >&2
    # shellcheck disable=SC2086 # one word per package
    as_root env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes \
        apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends install $missing > /dev/null
}

# build_in DIRECTORY CACHE TARGETS [cmake options]
build_in() {
    dir=$1 cache=$2 targets=$3
    shift 3
    # A directory that is already configured keeps its generator and compiler.
    [ -e "$dir/CMakeCache.txt" ] || set -- -G Ninja "$@"
    cmake -C "cmake/cache/$cache.cmake" -S . -B "$dir" "$@" > /dev/null
    # shellcheck disable=SC2086 # one word per target
    cmake --build "$dir" --target $targets --parallel "$jobs"
}

# run_tests DIRECTORY [ctest options]
run_tests() {
    dir=$1
    shift
    ctest --test-dir "$dir" --output-on-failure --no-tests=error --parallel "$jobs" "$@"
}

# run_threaded ISA PROGRAM FILTER: runs tests that share the library between threads, under TSan.
run_threaded() {
    if ! "build-tsan/bin/$2" --gtest_filter="$3" --gtest_list_tests | grep -q '^  '; then
        echo "dev.sh: $2 has no test named $3" >&2
        exit 1
    fi
    # libtbb.so and libstdc++.so are not instrumented, so reports from inside them are ignored. TSan
    # compares a race with the addresses of all before it, which with many suppressed ones takes minutes.
    options="ignore_noninstrumented_modules=1 suppress_equal_addresses=0"
    LIBSELECT_MAX_CPU_ISA=$1 \
        TSAN_OPTIONS="$options suppressions=tests/harness/tsan_suppressions.txt" \
        "build-tsan/bin/$2" --gtest_filter="$3" --gtest_brief=1
}

# TSan watches creation, the kernel cache and concurrent execution. It reports races in oneTBB's
# headers that are none; tests/harness/tsan_suppressions.txt explains them.
sanitize() {
    build_in build-tsan tsan "concurrent_test concurrent_code_test faults_load_test"
    run_threaded scalar concurrent_test 'concurrency.*:*/threads.eight_workers*'
    run_threaded scalar concurrent_test 'condition_threads.*'
    code='code_kernel_cache.*:code_executable_memory.*'
    run_threaded avx512 concurrent_code_test "$code:exec_task_range.*:exec_timed_choice.*"
    export LIBSELECT_LOAD_SECONDS="${LIBSELECT_LOAD_SECONDS:-3}"
    run_threaded scalar faults_load_test 'load.*'
    # Without the benchmark: its random problems are those of select_test, only larger.
    build_in build-asan asan all -DLIBSELECT_BUILD_BENCH=OFF -DLIBSELECT_WERROR=ON
    export LSAN_OPTIONS="suppressions=$PWD/tests/harness/lsan_suppressions.txt"
    # Those of the packages build the library anew, without sanitizers. Generated code has no checks of
    # sanitizers: what repeats tests under each ISA of it is left out, the portable kernels stay. The
    # code around generated kernels is in all tests without a cap.
    run_tests build-asan -E '^package_|[.](scalar|avx2|avx512)$'
}

# A later `test` uses what the first line built.
compilers() {
    build_in build release all -DLIBSELECT_WERROR=ON
    clang="-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DLIBSELECT_WERROR=ON"
    # shellcheck disable=SC2086 # one word per option
    build_in build-clang release "libselect faults_stack_test" $clang
    # shellcheck disable=SC2086
    build_in build-debug dev select_bench $clang
    # What depends on the compiler: the layout of frames, and how the library is hardened.
    run_tests build-clang -R '^(faults[.]stack|hardening)$'
}

# fuzz SECONDS. New inputs are kept in build-fuzz/corpus. An input that fails is kept in
# build-fuzz/NAME-crash-*, and `build-fuzz/bin/NAME_fuzzer FILE` runs it again.
fuzz() {
    build_in build-fuzz fuzz "descriptor_fuzzer execute_fuzzer conditions_fuzzer" \
        -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++
    for target in descriptor execute conditions; do
        mkdir -p "build-fuzz/corpus/$target"
        "build-fuzz/bin/${target}_fuzzer" -max_total_time=$(($1 / 3)) -max_len=512 -entropic=0 \
            -verbosity=0 -print_funcs=0 -print_final_stats=1 \
            "-artifact_prefix=build-fuzz/$target-" "build-fuzz/corpus/$target" \
            "tests/fuzz/corpus/$target"
    done
}

# run_on_cpu MODEL ISA: runs tests on an emulated CPU whose best ISA is known. A kernel with an
# instruction that this CPU lacks, or whose registers are not saved, ends with SIGILL. Long tests
# are left out, since qemu runs at a twentieth of the speed.
run_on_cpu() {
    echo "dev.sh: $1 has $2"
    filter='isa.*:widths/short_rows.*:widths/layout.*:types/*:all/*:examples.*:zero*:ranks.*'
    LIBSELECT_KNOWN_ISA=$2 LIBSELECT_REQUIRE_ISA=$2 qemu-x86_64 -cpu "$1" build/bin/select_test \
        --gtest_filter="$filter:offsets.*:overlap.*:random.*" > build/qemu.log 2>&1 \
        || { cat build/qemu.log; exit 1; }
    grep -E '^\[  (PASSED|SKIPPED) .* tests?[.,]' build/qemu.log
}

# Four CPUs, for each answer of CPUID and XCR0:
#   Nehalem          no AVX
#   Haswell,-xsave   AVX whose registers the operating system does not save: no XSAVE, so no XCR0
#   Haswell,-avx2    AVX, no AVX2
#   Haswell          everything that AVX2 needs
qemu() {
    build_in build release select_test
    run_on_cpu Nehalem scalar
    run_on_cpu Haswell,-xsave scalar
    run_on_cpu Haswell,-avx2 scalar
    run_on_cpu Haswell avx2
}

# Builds two copies of the tree and expects the same bytes. The copies have paths of different
# length and build folders in different places. The builds have line tables, which name source
# files; no optimization, since what differs comes from paths, times and seeds; and no compiler cache,
# which would return the first result for the second.
reproduce() {
    rm -rf build/reproduce
    for copy in one "another copy"; do
        source="build/reproduce/$copy/tree"
        out="build/reproduce/$copy/out"
        [ "$copy" = one ] || out="$source/build"
        mkdir -p "$source"
        cp -R CMakeLists.txt cmake include src "$source"
        env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER \
            cmake -C cmake/cache/release.cmake -S "$source" -B "$out" -G Ninja \
            -DLIBSELECT_BUILD_TESTS=OFF -DLIBSELECT_PYTHON=OFF \
            -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-DNDEBUG -g1" > /dev/null
        cmake --build "$out" --target libselect --parallel "$jobs"
        mv "$out"/lib/libselect.so.*.*.* "build/reproduce/$copy/libselect.so"
    done
    cmp build/reproduce/one/libselect.so "build/reproduce/another copy/libselect.so"
    sha256sum build/reproduce/*/libselect.so
}

# From a folder where no other libselect is in the way.
python_tests() {
    tests=$PWD/tests/python interpreter=$PWD/build/venv/bin/python
    (cd build/venv && "$interpreter" -B -m pytest -q -rs -p no:cacheprovider "$tests")
}

[ $# -ge 1 ] || usage
case $1 in
    bench) ;;
    python) [ $# -eq 1 ] || [ "$2" = bench ] || usage ;;
    plant) [ $# -le 2 ] || usage ;;
    fuzz) [ $# -eq 2 ] && [ "$2" -ge 3 ] 2> /dev/null || usage ;;
    *) [ $# -eq 1 ] || usage ;;
esac
case $1 in
    demo | build | reproduce | bench | tune | plant) ;;
    test) packages="$packages $onednn $debian $python_headers $python_wheel $pytest valgrind" ;;
    python) packages="$packages $python_headers $python_wheel $pytest python3-torch python3-onnx" ;;
    qemu) packages="$packages qemu-user" ;;
    aarch64) packages="$packages g++-aarch64-linux-gnu qemu-user googletest" ;;
    # llvm has the symbolizer: a leak of oneTBB is left out by the name of its function.
    sanitize) packages="$packages $onednn clang libclang-rt-dev llvm" ;;
    fuzz) packages="$packages clang libclang-rt-dev" ;; # the latter has libFuzzer
    compilers) packages="$packages $onednn $python_headers clang" ;;
    docs) packages="$packages doxygen" ;;
    package) packages="$packages $debian $python_headers" ;;
    *) usage ;;
esac
CDPATH=
cd -- "$(dirname -- "$0")/.."
# shellcheck disable=SC2086 # one word per package
install_missing $packages
jobs=$(nproc)

case $1 in
    demo)
        build_in build release selectbench
        build/bin/selectbench demo
        ;;
    test)
        build_in build release all
        run_tests build
        ;;
    build) build_in build release all ;;
    python)
        build_in build release libselect_python -DLIBSELECT_PYTHON=ON
        sh cmake/python_wheel.sh build build/wheel build/venv
        if [ $# -eq 1 ]; then
            python_tests
        else
            shift 2
            build/venv/bin/python -B tests/python/bench.py "$@"
        fi
        ;;
    bench)
        shift
        build_in build release select_bench
        build/bin/select_bench "$@"
        ;;
    tune)
        build_in build release select_tune
        build/bin/select_tune
        ;;
    sanitize) sanitize ;;
    compilers) compilers ;;
    fuzz) fuzz "$2" ;;
    plant)
        build_in build release all
        python3 -B tests/plantings/plant.py run build "${2:-}"
        ;;
    qemu) qemu ;;
    aarch64) sh cmake/aarch64.sh ;;
    reproduce) reproduce ;;
    docs) build_in build release docs ;;
    package) sh cmake/debian/build.sh build/package build ;;
esac
