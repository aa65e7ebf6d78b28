// error: errors thrown from here are not handled
import Nexus
import Testing

func check(_ container: Container) async throws {
  #if RIGHT
    try await Container.withCurrent(container) { () async throws in
      #expect(try await Container.current.resolve(Int.self) == 3)
    }
  #else
    try await Container.withCurrent(container) {
      // warning: no calls to throwing functions occur within 'try' expression
      #expect(try await Container.current.resolve(Int.self) == 3)
    }
  #endif
}
