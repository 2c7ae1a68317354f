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
if(TARGET DNNL::dnnl)
    add_library(libselect_dnnl INTERFACE)
    add_library(libselect::dnnl ALIAS libselect_dnnl)
    target_link_libraries(libselect_dnnl INTERFACE libselect::libselect DNNL::dnnl)
endif()
