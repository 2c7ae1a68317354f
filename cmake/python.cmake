# SPDX-License-Identifier: Apache-2.0
# The Python module libselect, for `sh cmake/dev.sh python` and the tests: the target libselect_python
# makes the package in python/libselect of the build folder, with a copy of libselect.so beside it, and
# python/ is what `pip wheel` takes. The install component python has no such copy: it is for systems
# that have the component runtime.
#
# LIBSELECT_PYTHON is AUTO, ON or OFF. AUTO builds the module where the headers of Python and NumPy are;
# ON stops where they are missing. Python_EXECUTABLE names the interpreter; without it, the system's is
# taken before others, since the headers of Debian's packages are for that one.
set(LIBSELECT_PYTHON AUTO CACHE STRING "Build the Python module: AUTO, ON or OFF")
set_property(CACHE LIBSELECT_PYTHON PROPERTY STRINGS AUTO ON OFF)
# A sanitizer's runtime has to be loaded before Python.
if(NOT LIBSELECT_PYTHON OR CMAKE_CROSSCOMPILING OR CMAKE_CXX_FLAGS MATCHES "-fsanitize="
   OR CMAKE_SYSTEM_NAME MATCHES Windows)
    return()
endif()

if(NOT DEFINED Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python 3.11 COMPONENTS Interpreter Development.Module NumPy)
find_path(DLPACK_INCLUDE_DIR dlpack/dlpack.h)
if(NOT Python_FOUND OR NOT DLPACK_INCLUDE_DIR)
    if(NOT LIBSELECT_PYTHON STREQUAL AUTO)
        message(FATAL_ERROR "LIBSELECT_PYTHON: needs python3-dev, python3-numpy and libdlpack-dev")
    endif()
    message(STATUS "The Python module is left out: it needs python3-dev, python3-numpy and libdlpack-dev")
    return()
endif()

set(python_source ${PROJECT_SOURCE_DIR}/src/python)
set(python_package ${PROJECT_BINARY_DIR}/python/libselect)
Python_add_library(libselect_python MODULE WITH_SOABI
    ${python_source}/bits_operand.cpp
    ${python_source}/call.cpp
    ${python_source}/condition_object.cpp
    ${python_source}/dlpack_export.cpp
    ${python_source}/dlpack_operand.cpp
    ${python_source}/element_type.cpp
    ${python_source}/large_memory.cpp
    ${python_source}/layout_operand.cpp
    ${python_source}/module.cpp
    ${python_source}/numpy_api.cpp
    ${python_source}/numpy_operand.cpp
    ${python_source}/operand.cpp
    ${python_source}/plan.cpp
    ${python_source}/plan_cache.cpp
    ${python_source}/result.cpp
    ${python_source}/run.cpp
    ${python_source}/scalar.cpp
    ${python_source}/select_object.cpp
    ${python_source}/status.cpp
    ${python_source}/torch_operand.cpp
    ${python_source}/where.cpp)
target_include_directories(libselect_python SYSTEM PRIVATE
    ${Python_NumPy_INCLUDE_DIRS} ${DLPACK_INCLUDE_DIR})
target_link_libraries(libselect_python PRIVATE libselect::libselect)
target_compile_features(libselect_python PRIVATE cxx_std_20)
set_target_properties(libselect_python PROPERTIES
    OUTPUT_NAME _libselect
    LIBRARY_OUTPUT_DIRECTORY ${python_package}
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    EXCLUDE_FROM_ALL ON)
# Weak instances of standard templates are visible in spite of the preset.
set(python_map ${PROJECT_SOURCE_DIR}/cmake/python.map)
target_link_options(libselect_python PRIVATE -Wl,--version-script=${python_map})
set_property(TARGET libselect_python APPEND PROPERTY LINK_DEPENDS ${python_map})
libselect_warnings(libselect_python)
libselect_optimization(libselect_python)
libselect_hardening(libselect_python libselect_python)

# The rest of the package: what is written in Python, and the library under the name it is loaded by.
file(GLOB python_files CONFIGURE_DEPENDS ${python_source}/libselect/*)
add_custom_command(TARGET libselect_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${python_files} ${python_package}
    COMMAND ${CMAKE_COMMAND} -E copy_if_different
        $<TARGET_FILE:libselect> ${python_package}/$<TARGET_SONAME_FILE_NAME:libselect>
    VERBATIM)
configure_file(${python_source}/pyproject.toml.in ${PROJECT_BINARY_DIR}/python/pyproject.toml @ONLY)
configure_file(${python_source}/setup.py ${PROJECT_BINARY_DIR}/python/setup.py COPYONLY)

# Where the interpreter looks: Debian's packages have a folder of their own.
include(GNUInstallDirs)
set(python_dir lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages)
if(CMAKE_INSTALL_PREFIX STREQUAL /usr AND EXISTS /usr/lib/python3/dist-packages)
    set(python_dir lib/python3/dist-packages)
endif()
set(LIBSELECT_PYTHON_DIR ${python_dir} CACHE STRING "Folder of the Python module under the prefix")
# The wheel finds the library beside the extension, an installed tree where the component runtime puts
# it; under /usr the system finds it.
set(python_rpath "$ORIGIN")
if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(python_rpath "")
elseif(NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR} AND NOT IS_ABSOLUTE ${LIBSELECT_PYTHON_DIR})
    file(RELATIVE_PATH to_library /prefix/${LIBSELECT_PYTHON_DIR}/libselect
        /prefix/${CMAKE_INSTALL_LIBDIR})
    set(python_rpath "$ORIGIN:$ORIGIN/${to_library}")
endif()
set_target_properties(libselect_python PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${python_rpath}")
if(LIBSELECT_INSTALL)
    install(TARGETS libselect_python LIBRARY DESTINATION ${LIBSELECT_PYTHON_DIR}/libselect
        COMPONENT python EXCLUDE_FROM_ALL)
    install(FILES ${python_files} DESTINATION ${LIBSELECT_PYTHON_DIR}/libselect
        COMPONENT python EXCLUDE_FROM_ALL)
endif()
