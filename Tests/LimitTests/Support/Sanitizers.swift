import Foundation

/// Whether the thread sanitizer or the address sanitizer looks on.
var isSanitized: Bool { dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil }
