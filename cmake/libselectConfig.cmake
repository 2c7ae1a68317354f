# SPDX-License-Identifier: Apache-2.0
# The installed package. It has libselect::libselect. It also has libselect::dnnl if the consumer
# has found oneDNN before, or asks for it with find_package(libselect COMPONENTS dnnl).
include("${CMAKE_CURRENT_LIST_DIR}/libselectTargets.cmake")

if("dnnl" IN_LIST libselect_FIND_COMPONENTS AND NOT TARGET DNNL::dnnl)
    find_package(dnnl CONFIG QUIET)
endif()
if(TARGET DNNL::dnnl AND NOT TARGET libselect::dnnl)
    add_library(libselect::dnnl INTERFACE IMPORTED)
    target_link_libraries(libselect::dnnl INTERFACE libselect::libselect DNNL::dnnl)
endif()

foreach(libselect_component IN LISTS libselect_FIND_COMPONENTS)
    if(TARGET libselect::${libselect_component})
        set(libselect_${libselect_component}_FOUND TRUE)
    elseif(libselect_FIND_REQUIRED_${libselect_component})
        set(libselect_FOUND FALSE)
        set(libselect_NOT_FOUND_MESSAGE
            "component ${libselect_component}: it is not one of libselect's, or oneDNN is missing")
    endif()
endforeach()
unset(libselect_component)
