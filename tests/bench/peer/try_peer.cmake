# SPDX-License-Identifier: Apache-2.0
# bench_try_peer(NAME PACKAGE TARGET OPTIONS SOURCE): sets BENCH_HAS_NAME in the cache, by the project in
# this folder. It is a process of its own because some packages stop the configuration that asks for
# them. A package that is installed later is found by a fresh configuration only.
function(bench_try_peer name package target options source)
    if(CMAKE_DISABLE_FIND_PACKAGE_${package} OR DEFINED CACHE{BENCH_HAS_${name}})
        return()
    endif()
    set(tree ${CMAKE_CURRENT_BINARY_DIR}/peer_${name})
    execute_process(
        COMMAND ${CMAKE_COMMAND} --fresh -S ${CMAKE_CURRENT_FUNCTION_LIST_DIR} -B ${tree}
            -G ${CMAKE_GENERATOR} "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
            "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" "-DCMAKE_PREFIX_PATH=${CMAKE_PREFIX_PATH}"
            "-D${package}_DIR=${${package}_DIR}" "-DPACKAGE=${package}" "-DTARGET=${target}"
            "-DOPTIONS=${options}" "-DSOURCE=${source}"
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_FILE ${tree}.log)
    if(NOT failed)
        execute_process(COMMAND ${CMAKE_COMMAND} --build ${tree}
            RESULT_VARIABLE failed OUTPUT_FILE ${tree}.log ERROR_FILE ${tree}.log)
    endif()
    if(failed)
        message(STATUS "select_bench goes without ${name}: ${package} is not installed or does not "
            "build here (${tree}.log)")
        set(BENCH_HAS_${name} FALSE CACHE INTERNAL "")
    else()
        set(BENCH_HAS_${name} TRUE CACHE INTERNAL "")
    endif()
endfunction()
