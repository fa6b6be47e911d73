// A descriptor table of its own for a thread.
#ifndef LO_RUNTIME_PRIVATE_DESCRIPTORS_H_
#define LO_RUNTIME_PRIVATE_DESCRIPTORS_H_

namespace lo {

// Takes the calling thread out of the process's descriptor table, into one that holds only `keep`
// and standard error (V8 reports fatal errors there from any thread).
//
// A table with one owner spares the kernel an atomic count on each system call that names a
// descriptor: a quarter of the cost of an epoll_wait. The thread closes its copies, so that none
// keeps the other end of a pipe from seeing its end. Where the system can't (before Linux 5.9),
// nothing changes and only the speed is lost.
void LeaveDescriptorTable(int keep);

}  // namespace lo

#endif  // LO_RUNTIME_PRIVATE_DESCRIPTORS_H_
