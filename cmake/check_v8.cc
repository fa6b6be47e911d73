// Configuring runs this to see that V8's headers and its library work, and belong together.
// V8::Initialize() compares the macros that both were compiled with, and aborts naming one that
// differs. Prints the version.
#include <libplatform/libplatform.h>
#include <v8.h>

#include <cstdio>
#include <cstring>

int main() {
  char headers[32];
  int size = std::snprintf(headers, sizeof(headers), "%d.%d.%d.%d", V8_MAJOR_VERSION,
                           V8_MINOR_VERSION, V8_BUILD_NUMBER, V8_PATCH_LEVEL);
  if (std::strncmp(headers, v8::V8::GetVersion(), size) != 0) {
    std::printf("headers of %s, library of %s", headers, v8::V8::GetVersion());
    return 1;
  }
  auto platform = v8::platform::NewDefaultPlatform(1);
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  std::printf("%s", headers);
}
