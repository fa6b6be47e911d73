// Times as JavaScript has them, nanoseconds in a Number, and as the kernel does.
#ifndef LO_BINDINGS_NANOSECONDS_H_
#define LO_BINDINGS_NANOSECONDS_H_

#include <algorithm>
#include <cmath>
#include <ctime>

namespace lo {

inline constexpr double kNanosecondsPerSecond = 1e9;

inline double ToNanoseconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) * kNanosecondsPerSecond +
         static_cast<double>(time.tv_nsec);
}

// Rounds up, so that a wait never ends early. NaN and what is below zero are zero; more than a
// hundred years is a hundred years.
inline timespec FromNanoseconds(double nanoseconds) {
  constexpr double kMost = 100.0 * 366 * 86400 * kNanosecondsPerSecond;
  const double whole = std::ceil(nanoseconds > 0 ? std::min(nanoseconds, kMost) : 0);
  const double seconds = std::floor(whole / kNanosecondsPerSecond);
  timespec time;
  time.tv_sec = static_cast<time_t>(seconds);
  time.tv_nsec = static_cast<long>(whole - seconds * kNanosecondsPerSecond);
  return time;
}

}  // namespace lo

#endif  // LO_BINDINGS_NANOSECONDS_H_
