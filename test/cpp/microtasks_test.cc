#include "runtime/microtasks.h"

#include <memory>

#include "test/cpp/v8_test.h"

namespace lo {

namespace {

class Microtasks : public V8Test {
 protected:
  const uint32_t* Find() { return FindPendingMicrotasks(isolate(), queue_.get()); }

  void Enqueue(int count) {
    for (int i = 0; i < count; i++) {
      queue_->EnqueueMicrotask(
          isolate(), [](void* ran) { ++*static_cast<int*>(ran); }, &ran_);
    }
  }

  const std::unique_ptr<v8::MicrotaskQueue> queue_ =
      v8::MicrotaskQueue::New(isolate(), v8::MicrotasksPolicy::kExplicit);
  int ran_ = 0;
};

TEST_F(Microtasks, TheProbeFindsOneWord) { EXPECT_NE(Find(), nullptr); }

TEST_F(Microtasks, TheWordCountsThem) {
  const uint32_t* pending = Find();
  ASSERT_NE(pending, nullptr);
  // V8's ring of microtasks grows several times on the way.
  for (int count = 0; count < 1000; count++) {
    ASSERT_EQ(*pending, count);
    Enqueue(1);
  }
  queue_->PerformCheckpoint(isolate());
  EXPECT_EQ(*pending, 0);
  EXPECT_EQ(ran_, 1000);
}

TEST_F(Microtasks, TheWordCountsThoseOfPromises) {
  const uint32_t* pending = Find();
  ASSERT_NE(pending, nullptr);
  const v8::Local<v8::Context> context =
      v8::Context::New(isolate(), nullptr, {}, {}, {}, queue_.get());
  const v8::Context::Scope scope(context);
  v8::Script::Compile(context, ToV8("Promise.resolve().then(() => {})"))
      .ToLocalChecked()
      ->Run(context)
      .ToLocalChecked();
  EXPECT_EQ(*pending, 1);
  queue_->PerformCheckpoint(isolate());
  EXPECT_EQ(*pending, 0);
}

TEST_F(Microtasks, TheProbeRefusesAQueueThatIsNotEmpty) {
  Enqueue(1);
  EXPECT_EQ(Find(), nullptr);
}

TEST_F(Microtasks, EachQueueHasItsOwnWord) {
  const auto other = v8::MicrotaskQueue::New(isolate(), v8::MicrotasksPolicy::kExplicit);
  const uint32_t* pending = FindPendingMicrotasks(isolate(), other.get());
  ASSERT_NE(pending, nullptr);
  EXPECT_NE(pending, Find());
  Enqueue(3);
  EXPECT_EQ(*pending, 0);
}

}  // namespace

}  // namespace lo
