// SPDX-License-Identifier: Apache-2.0
// fork() while other threads are in the library.
#ifndef LIBSELECT_API_FORK_GATE_HPP
#define LIBSELECT_API_FORK_GATE_HPP

namespace libselect {

// A child of fork() has only the thread that called it. A lock that another thread held would stay
// locked in the child for ever, and a kernel that it was generating would never be ready. So every
// entry point that takes a lock or generates code passes this gate, and fork() waits until nobody
// is inside. A caller of fork() goes before threads that come to the gate later, so that steady
// traffic cannot hold it up. No entry point may be entered from within another.
// The thread that forks counts as inside. It may call the library in its fork handlers: those that
// the program registered before it loaded the library run while fork() holds the gate.
class fork_gate {
public:
    fork_gate() noexcept;
    fork_gate(const fork_gate &) = delete;
    fork_gate &operator=(const fork_gate &) = delete;
    ~fork_gate();

private:
    const bool enters_;
};

} // namespace libselect

#endif
