#include "bindings/nanoseconds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace {

using lo::FromNanoseconds;
using lo::ToNanoseconds;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kSecond = 1'000'000'000;

int64_t Total(const timespec& time) { return int64_t{time.tv_sec} * kSecond + time.tv_nsec; }

TEST(Nanoseconds, WholeOnesAreExact) {
  for (const int64_t n :
       {int64_t{0}, int64_t{1}, kSecond - 1, kSecond, kSecond + 1, int64_t{1} << 53}) {
    EXPECT_EQ(Total(FromNanoseconds(static_cast<double>(n))), n);
  }
}

TEST(Nanoseconds, FractionsAreRoundedUp) {
  EXPECT_EQ(Total(FromNanoseconds(1e-9)), 1);
  EXPECT_EQ(Total(FromNanoseconds(std::numeric_limits<double>::denorm_min())), 1);
  EXPECT_EQ(Total(FromNanoseconds(0.5)), 1);
  EXPECT_EQ(Total(FromNanoseconds(1.5)), 2);
  EXPECT_EQ(Total(FromNanoseconds(999'999'999.5)), kSecond);
}

TEST(Nanoseconds, NotANumberAndWhatIsBelowZeroAreZero) {
  for (const double n : {kNaN, -0.0, -1e-9, -1.0, -1e300, -kInfinity}) {
    EXPECT_EQ(Total(FromNanoseconds(n)), 0) << n;
  }
}

TEST(Nanoseconds, WhatIsTooLongIsAHundredYears) {
  const timespec most = FromNanoseconds(kInfinity);
  EXPECT_GT(most.tv_sec, 99LL * 365 * 86400);
  for (const double n : {1e19, 1e300, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(Total(FromNanoseconds(n)), Total(most)) << n;
  }
}

// A tv_nsec outside of these limits makes the kernel answer EINVAL.
TEST(Nanoseconds, AnyTimeIsValidAndNotEarly) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-3, 62);
  for (int i = 0; i < 100'000; i++) {
    const double n = std::exp2(exponent(random));
    const timespec time = FromNanoseconds(n);
    ASSERT_GE(time.tv_nsec, 0) << n;
    ASSERT_LT(time.tv_nsec, kSecond) << n;
    if (n < 3e18) {
      ASSERT_EQ(Total(time), static_cast<int64_t>(std::ceil(n))) << n;
    }
  }
}

TEST(Nanoseconds, AroundWholeSecondsIsValid) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; i++) {
    double n = static_cast<double>(random() % 3'000'000'000) * 1e9;
    for (int step = 0; step < 3; step++, n = std::nextafter(n, kInfinity)) {
      const timespec time = FromNanoseconds(n);
      ASSERT_GE(time.tv_nsec, 0) << n;
      ASSERT_LT(time.tv_nsec, kSecond) << n;
    }
    n = std::nextafter(static_cast<double>(random() % 3'000'000'000) * 1e9, 0);
    const timespec time = FromNanoseconds(n);
    ASSERT_GE(time.tv_nsec, 0) << n;
    ASSERT_LT(time.tv_nsec, kSecond) << n;
  }
}

TEST(Nanoseconds, AreTheSameThereAndBack) {
  const timespec time = {123'456, 789'012'345};
  EXPECT_EQ(ToNanoseconds(time), 123'456'789'012'345.0);
  EXPECT_EQ(Total(FromNanoseconds(ToNanoseconds(time))), Total(time));
}

}  // namespace
