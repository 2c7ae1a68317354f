# SPDX-License-Identifier: Apache-2.0
# The target libselect::dnnl, for programs that include <libselect/dnnl.hpp>. It links the library
# and the oneDNN that was found.
#
# A project that includes this one with add_subdirectory calls find_package(dnnl) before it. At top
# level oneDNN is looked for here. Debian's package of oneDNN 2.6.3 stops the configuration where
# the files of OpenCL are missing, so it is looked for only if they are there. -Ddnnl_DIR=... names
# a oneDNN, and then nothing is checked.
if(PROJECT_IS_TOP_LEVEL AND NOT TARGET DNNL::dnnl)
    find_package(OpenCL QUIET)
    if(OpenCL_FOUND OR dnnl_DIR)
        find_package(dnnl CONFIG QUIET)
    endif()
endif()
if(NOT PROJECT_IS_TOP_LEVEL AND NOT TARGET DNNL::dnnl)
    # Once all targets are known. Otherwise CMake would only say that libselect::dnnl does not exist.
    function(libselect_need_dnnl directory)
        get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
        foreach(target IN LISTS targets)
            get_target_property(linked ${target} LINK_LIBRARIES)
            if("libselect::dnnl" IN_LIST linked)
                message(FATAL_ERROR "${target}: libselect::dnnl needs oneDNN: call "
                    "find_package(dnnl) before add_subdirectory(libselect)")
            endif()
        endforeach()
        get_property(below DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
        foreach(each IN LISTS below)
            libselect_need_dnnl(${each})
        endforeach()
    endfunction()
    cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL libselect_need_dnnl
        ${CMAKE_SOURCE_DIR})
endif()
if(TARGET DNNL::dnnl)
    add_library(libselect_dnnl INTERFACE)
    add_library(libselect::dnnl ALIAS libselect_dnnl)
    target_link_libraries(libselect_dnnl INTERFACE libselect::libselect DNNL::dnnl)
endif()
