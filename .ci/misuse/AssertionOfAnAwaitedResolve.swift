import Nexus
import Testing

struct Notes: Sendable {}

/// Takes autoclosures as `XCTAssertEqual` does.
func assertEqual<Value: Equatable>(_ one: @autoclosure () throws -> Value, _ other: @autoclosure () throws -> Value) {}

func check(_ container: Container) async throws {
  #if RIGHT
    let number = try await container.resolve(Int.self)
    assertEqual(number, 3)
    #expect(try await container.resolve(Int.self) == 3)
  #else
    assertEqual(try container.resolve(Int.self), 3)
    // error: 'async' call in an autoclosure that does not support concurrency
    assertEqual(try await container.resolve(Int.self), 3)
  // error: 'async' call in an autoclosure that does not support concurrency
  #endif
}
