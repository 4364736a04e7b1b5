# The libraries of the desktop side, found once for all folders. Names to link:
#   Qt6::Core Gui Widgets Concurrent PrintSupport Charts OpenGLWidgets Test, QCustomPlotQt6::QCustomPlotQt6,
#   stepscope_libssh, nlohmann_json::nlohmann_json, CLI11::CLI11, Eigen3::Eigen, stepscope_fftw, Threads::Threads

find_package(Threads REQUIRED)
if(STEPSCOPE_AGENT_ONLY)
    return()
endif()

find_package(nlohmann_json REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_path(FFTW3_INCLUDE_DIR fftw3.h REQUIRED)
find_library(FFTW3_LIBRARY fftw3 REQUIRED)
add_library(stepscope_fftw INTERFACE)
target_include_directories(stepscope_fftw SYSTEM INTERFACE ${FFTW3_INCLUDE_DIR})
target_link_libraries(stepscope_fftw INTERFACE ${FFTW3_LIBRARY})
if(STEPSCOPE_FUZZ)
    return()
endif()

find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Concurrent Network PrintSupport OpenGLWidgets Charts)
find_package(QCustomPlotQt6 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(libssh 0.10 REQUIRED)
add_library(stepscope_libssh INTERFACE)
target_link_libraries(stepscope_libssh INTERFACE ssh)
if(STEPSCOPE_TESTS)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
endif()
if(STEPSCOPE_BENCH)
    find_package(benchmark REQUIRED)
endif()
