#include "runtime/evaluation_order.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace {

struct Node {
  std::string name;
  std::vector<Node*> imports;
};

// A graph, written as {importer, imports}.
class Graph {
 public:
  Graph(std::initializer_list<std::pair<std::string, std::string>> modules) {
    for (const auto& [importer, imports] : modules) {
      for (char import : imports) At(importer)->imports.push_back(At(std::string(1, import)));
    }
  }

  Node* At(const std::string& name) {
    Node& node = nodes_[name];
    node.name = name;
    return &node;
  }

  // The names in order of evaluation from "m", without those in `done`.
  std::string Order(std::string_view done = "") {
    std::string names;
    const auto is_left = [&](Node* node) { return done.find(node->name) == done.npos; };
    for (Node* node : lo::EvaluationOrder<Node>::Of(At("m"), is_left)) names += node->name;
    return names;
  }

 private:
  std::map<std::string, Node> nodes_;
};

TEST(EvaluationOrder, ImportsComeBeforeImporters) {
  EXPECT_EQ(Graph({}).Order(), "m");
  EXPECT_EQ(Graph({{"m", "a"}, {"a", "b"}, {"b", "c"}}).Order(), "cbam");
}

TEST(EvaluationOrder, ImportsComeInTheOrderOfTheirRequests) {
  EXPECT_EQ(Graph({{"m", "abc"}}).Order(), "abcm");
  EXPECT_EQ(Graph({{"m", "ab"}, {"a", "cb"}}).Order(), "cbam");
}

TEST(EvaluationOrder, ADiamondIsListedOnce) {
  EXPECT_EQ(Graph({{"m", "ab"}, {"a", "c"}, {"b", "c"}}).Order(), "cabm");
}

TEST(EvaluationOrder, OfACycleOnlyTheModuleEnteredFirstIsListed) {
  EXPECT_EQ(Graph({{"m", "m"}}).Order(), "m");
  EXPECT_EQ(Graph({{"m", "a"}, {"a", "b"}, {"b", "a"}}).Order(), "am");
  EXPECT_EQ(Graph({{"m", "ba"}, {"a", "b"}, {"b", "a"}}).Order(), "bm");
  EXPECT_EQ(Graph({{"m", "a"}, {"a", "b"}, {"b", "m"}}).Order(), "m");
}

TEST(EvaluationOrder, WhatACycleImportsComesBeforeIt) {
  EXPECT_EQ(Graph({{"m", "a"}, {"a", "b"}, {"b", "ac"}, {"c", "d"}}).Order(), "dcam");
}

TEST(EvaluationOrder, CyclesThatTouchAreOne) {
  EXPECT_EQ(Graph({{"m", "a"}, {"a", "bc"}, {"b", "a"}, {"c", "b"}}).Order(), "am");
}

TEST(EvaluationOrder, CyclesThatDoNotTouchAreTwo) {
  EXPECT_EQ(Graph({{"m", "a"}, {"a", "bc"}, {"b", "a"}, {"c", "d"}, {"d", "c"}}).Order(), "cam");
}

TEST(EvaluationOrder, WhatIsDoneIsNotListedNorWhatOnlyItImports) {
  Graph graph({{"m", "ab"}, {"a", "cd"}, {"b", "d"}});
  EXPECT_EQ(graph.Order("a"), "dbm");
  EXPECT_EQ(graph.Order("m"), "");
}

TEST(EvaluationOrder, ChainsMayBeDeeperThanTheStack) {
  std::vector<Node> chain(1'000'000);
  for (size_t i = 1; i < chain.size(); i++) chain[i - 1].imports.push_back(&chain[i]);
  const auto order = lo::EvaluationOrder<Node>::Of(&chain[0], [](Node*) { return true; });
  ASSERT_EQ(order.size(), chain.size());
  EXPECT_EQ(order.front(), &chain.back());
  EXPECT_EQ(order.back(), &chain.front());
}

}  // namespace
