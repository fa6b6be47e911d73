// Bytes by V8's public API: what is left where the probe does not find the fields of a typed array.
// What the probe makes possible is tested from JavaScript, in test/fast.
#include "runtime/bytes.h"

#include "runtime/binding.h"
#include "test/cpp/v8_test.h"

namespace lo {

namespace {

double Size(Bytes bytes) { return static_cast<double>(bytes.size); }

// The number of the test's calls of size(array) in optimised code that took the slow path.
constexpr char kTenOptimisedCalls[] = R"(
  const array = new Uint8Array(100);
  function call() { return size(array); }
  %PrepareFunctionForOptimization(call);
  call();
  %OptimizeFunctionOnNextCall(call);
  for (let i = 0; i < 10; i++) call();
)";

// A `var`, which the next script may declare again.
constexpr char kFill[] = R"(
  var fill = (view) => {
    const { buffer, byteOffset, byteLength } = view;
    new Uint8Array(buffer, byteOffset, byteLength).forEach((_, i, bytes) => bytes[i] = i + 1);
    return view;
  };
)";

class BytesTest : public V8Test {
 protected:
  // The size of a buffer that an expression makes, or -1 if its bytes are not 1, 2, 3, ...
  double SizeOf(const char* expression) {
    const v8::Local<v8::Value> value = Run(std::string(kFill) + expression);
    const Bytes bytes = Bytes::From(value);
    for (size_t i = 0; i < bytes.size; i++) {
      if (bytes.data[i] != static_cast<uint8_t>(i + 1)) return -1;
    }
    return static_cast<double>(bytes.size);
  }

  double SlowCallsOfTen() {
    Exports exports(isolate(), context(), context()->Global());
    exports.Fast<&Size>("size", {"bytes"});
    const FunctionRecord* record = RecordOf(isolate(), Run("size"));
    const double before = record->slow_calls;
    Run(kTenOptimisedCalls);
    return record->slow_calls - before - 1;
  }
};

// Each of these tests is a process of its own, which has not probed; together they would follow the
// one that does.
#define SKIP_IF_PROBED() \
  if (Bytes::CanReadInFastCall()) GTEST_SKIP() << "Another test of this process has probed"

TEST_F(BytesTest, BuffersAreReadWithoutProbing) {
  SKIP_IF_PROBED();
  const struct {
    const char* expression;
    double size;
  } cases[] = {
      {"Uint8Array.of(1, 2, 3)", 3},
      {"new Uint8Array(0)", 0},
      {"fill(new Uint8Array(1000))", 1000},
      {"fill(new Float64Array(new ArrayBuffer(100), 16, 4))", 32},
      {"fill(new DataView(new ArrayBuffer(100), 7, 20))", 20},
      {"fill(new Uint8Array(new SharedArrayBuffer(100), 7, 20))", 20},
      {"fill(new Uint8Array(10)).buffer", 10},
      {"new SharedArrayBuffer(8)", 0},
      {"var { buffer } = fill(new Uint8Array(10)); %ArrayBufferDetach(buffer); buffer", 0},
      {"var view = fill(new Uint8Array(10)); %ArrayBufferDetach(view.buffer); view", 0},
      {"new Proxy(new Uint8Array(8), {})", 0},
      {"Object.create(new Uint8Array(8))", 0},
      {"[1, 2, 3]", 0},
      {"undefined", 0},
      {"7", 0},
      {"'abc'", 0},
  };
  for (const auto& [expression, size] : cases) {
    EXPECT_EQ(SizeOf(expression), size) << expression;
  }
}

TEST_F(BytesTest, FunctionsHaveNoFastPathWithoutProbing) {
  SKIP_IF_PROBED();
  EXPECT_EQ(SlowCallsOfTen(), 10);
}

TEST_F(BytesTest, TheProbeGivesThemOne) {
  ASSERT_TRUE(Bytes::Probe(isolate()));
  EXPECT_EQ(SlowCallsOfTen(), 0);
}

}  // namespace

}  // namespace lo
