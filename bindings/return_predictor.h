// What the kernel leaves of the processor's prediction of returns.
#ifndef LO_BINDINGS_RETURN_PREDICTOR_H_
#define LO_BINDINGS_RETURN_PREDICTOR_H_

namespace lo {

// Whether the first `ret` after a system call is mispredicted: epoll_wait.h says what to do then.
bool KernelSpoilsReturnPredictor();

}  // namespace lo

#endif  // LO_BINDINGS_RETURN_PREDICTOR_H_
