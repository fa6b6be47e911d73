// In which order the modules of an import graph are linked and evaluated.
#ifndef LO_RUNTIME_EVALUATION_ORDER_H_
#define LO_RUNTIME_EVALUATION_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lo {

// Walks the graph below a module, imports in the order of their requests, and lists imports before
// importers. Of a cycle (a strongly connected component, to be exact) only the module that the walk
// enters first is listed: V8 links and evaluates the others with it, in the order that the language
// prescribes. This is Tarjan's algorithm, with a stack of its own, since import chains may be
// deeper than the machine's.
//
// A Node has `imports`, a sequence of Node*.
template <typename Node>
class EvaluationOrder {
 public:
  // `enter(node)` says whether to walk `node`; if not, neither it nor what only it imports is
  // listed.
  template <typename Enter>
  static std::vector<Node*> Of(Node* root, Enter enter) {
    EvaluationOrder walk;
    if (enter(root)) walk.Push(root);
    while (!walk.path_.empty()) {
      Node* import = walk.NextImport();
      if (import == nullptr) {
        walk.Pop();
      } else if (!walk.MeetAgain(import) && enter(import)) {
        walk.Push(import);
      }
    }
    return std::move(walk.order_);
  }

 private:
  struct Visit {
    size_t index;     // in order of entering
    size_t earliest;  // index of the earliest module of an open component that is reachable
    bool open;        // its component is not complete yet
  };
  struct Step {
    Node* node;
    Visit* visit;
    size_t next_import;
  };

  void Push(Node* node) {
    const size_t index = visits_.size();
    Visit& visit = visits_.emplace(node, Visit{index, index, true}).first->second;
    path_.push_back({node, &visit, 0});
    open_.push_back(&visit);
  }

  // The next import of the module at the end of the path, or null.
  Node* NextImport() {
    Step& step = path_.back();
    return step.next_import == step.node->imports.size() ? nullptr
                                                         : step.node->imports[step.next_import++];
  }

  // Whether `import` was entered before; if its component is open, the path has closed a cycle.
  bool MeetAgain(Node* import) {
    const auto known = visits_.find(import);
    if (known == visits_.end()) return false;
    if (known->second.open) Reach(known->second.index);
    return true;
  }

  void Reach(size_t index) {
    Visit* visit = path_.back().visit;
    visit->earliest = std::min(visit->earliest, index);
  }

  void Pop() {
    const Step step = path_.back();
    path_.pop_back();
    if (step.visit->earliest == step.visit->index) {
      while (step.visit->open) {
        open_.back()->open = false;
        open_.pop_back();
      }
      order_.push_back(step.node);
    } else {
      Reach(step.visit->earliest);  // not the root, which reaches nothing earlier
    }
  }

  std::unordered_map<Node*, Visit> visits_;
  std::vector<Step> path_;
  std::vector<Visit*> open_;
  std::vector<Node*> order_;
};

}  // namespace lo

#endif  // LO_RUNTIME_EVALUATION_ORDER_H_
