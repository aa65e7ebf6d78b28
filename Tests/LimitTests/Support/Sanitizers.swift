import Foundation

/// True if the thread sanitizer or the address sanitizer is active.
var isSanitized: Bool { dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil }
