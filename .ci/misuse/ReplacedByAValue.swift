import AstrojectTesting

protocol Store: Sendable {}
struct Mock: Store {}

func override(_ overrides: Overrides, with mock: Mock) throws {
  #if RIGHT
    try overrides.replace((any Store).self) { mock }
    try overrides.replace(instance: mock, as: (any Store).self)
  #else
    try overrides.replace((any Store).self, with: mock)
  // error: 'replace(_:with:)' is unavailable: give a closure: 'replace(T.self) { mock }'
  #endif
}
