// A descriptor by which one thread wakes another's event loop.
#ifndef LO_RUNTIME_WAKE_H_
#define LO_RUNTIME_WAKE_H_

namespace lo {

// Opens a descriptor that is not readable yet; -errno on failure.
int OpenWake();
// Makes it readable, from any thread.
void SignalWake(int descriptor);
// Makes it unreadable again.
void ClearWake(int descriptor);

}  // namespace lo

#endif  // LO_RUNTIME_WAKE_H_
