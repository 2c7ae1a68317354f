# SPDX-License-Identifier: Apache-2.0
# Compiler and linker options that make a memory fault stop the program before an attacker can use
# it. tests/unit/hardening.sh checks the built library.
#
# A build with sanitizers does not get these options, since some of them switch off parts of a
# sanitizer. _FORTIFY_SOURCE needs an optimized build.
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)

function(libselect_hardening objects library)
    # Trees at different paths give the same bytes, debug information too: sh cmake/dev.sh reproduce.
    target_compile_options(${objects} PRIVATE
        "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=libselect"
        "-ffile-prefix-map=${PROJECT_BINARY_DIR}=build")
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
        return()
    endif()
    target_compile_options(${objects} PRIVATE -fstack-protector-strong)
    # A stack that ends is met at its guard page, not behind it.
    check_cxx_compiler_flag(-fstack-clash-protection LIBSELECT_HAS_STACK_CLASH_PROTECTION)
    if(LIBSELECT_HAS_STACK_CLASH_PROTECTION)
        target_compile_options(${objects} PRIVATE -fstack-clash-protection)
    endif()
    # A level that the distribution has set is kept.
    if(NOT CMAKE_CXX_FLAGS MATCHES "_FORTIFY_SOURCE")
        target_compile_options(${objects} PRIVATE $<${LIBSELECT_OPTIMIZED}:-U_FORTIFY_SOURCE>
            $<${LIBSELECT_OPTIMIZED}:-D_FORTIFY_SOURCE=2>)
    endif()
    # Every target of an indirect jump begins with endbr64, as generated kernels do.
    if(LIBSELECT_IS_X86_64)
        target_compile_options(${objects} PRIVATE -fcf-protection=full)
        libselect_note_cet(${library})
    endif()
    # Once the library is loaded, its tables of function addresses are read-only. Its code pages are
    # never patched, and the stack is not executable.
    target_link_options(${library} PRIVATE
        -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,-z,text)
endfunction()

# The note by which CET is switched on. The linker writes it when every object has it, and three of
# Debian's C library have not: crti.o, crtn.o, and pthread_atfork.oS of libc_nonshared.a. So it is
# asked for. The last one is only called directly. The first two are _init and _fini, which the loader
# would call through a register; they do nothing here, so the library goes without: neither of the
# names below exists, and the linker then writes no DT_INIT and no DT_FINI.
function(libselect_note_cet library)
    check_linker_flag(CXX -Wl,-z,ibt,-z,shstk LIBSELECT_LINKER_HAS_CET)
    if(LIBSELECT_LINKER_HAS_CET)
        target_link_options(${library} PRIVATE -Wl,-z,ibt -Wl,-z,shstk
            -Wl,-init=libselect_no_init -Wl,-fini=libselect_no_fini)
    endif()
endfunction()
