#include "bindings/ffi_stub.h"

#include <algorithm>

namespace lo::ffi {

std::vector<Place> PlacesOf(const std::vector<Arrival>& arguments, int general_registers,
                            int skipped) {
  std::vector<Place> places;
  int general = skipped;
  int floats = 0;
  int slots = 0;
  for (const Arrival arrival : arguments) {
    const bool is_float = arrival == Arrival::kFloat;
    int& used = is_float ? floats : general;
    const bool in_register = used < (is_float ? kFloatRegisters : general_registers);
    places.push_back({in_register, is_float, in_register ? used++ : slots++});
  }
  return places;
}

int StackSlots(const std::vector<Place>& places) {
  return static_cast<int>(std::count_if(places.begin(), places.end(),
                                        [](const Place& place) { return !place.in_register; }));
}

}  // namespace lo::ffi
