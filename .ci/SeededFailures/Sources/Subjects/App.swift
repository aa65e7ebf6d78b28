import AstrojectTesting
import Nexus

package protocol Client: Sendable {}
package struct LiveClient: Client {}
package struct MockClient: Client { package init() {} }

package final class Note: Sendable {}
package final class Folder: Sendable {}

/// Keeps itself alive.
package final class Knot {
  var end: Knot?
  init() { end = self }
}

package struct Broken: Error, CustomStringConvertible {
  package let description = "no disk"
  package init() {}
}

package enum App {
  package static func make() throws -> Container {
    try Container { container in
      try container.register(Client.self) { LiveClient() }
      try container.register(Int.self) { 1 }.asSingleton()
      try container.register(Note.self) { Note() }
      try container.register(Folder.self) { Folder() }.asSingleton()
      try container.register(Knot.self) { Knot() }
    }
  }

  /// A container with a built object that retains itself.
  package static func makeKnotted() throws -> Container {
    let app = try make()
    _ = try app.resolve(Knot.self)
    return app
  }

  package static func awaitKnotted() async throws -> Container { try makeKnotted() }

  /// A container with a graph that is not valid.
  package static func makeInvalid() throws -> Container {
    try Container { try $0.register(Note.self, initializer: { (_: String) in Note() }) }  // place: invalid
  }

  package static func makeBroken() throws -> Container { throw Broken() }
}

extension Container {
  /// Overrides a service that no caller resolves. The failure must name the line of the caller.
  package func overridingClient(
    allowUnused: Bool? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Container {
    try overriding(allowUnused: allowUnused) { overrides in
      try overrides.replace(Client.self, fileID: fileID, filePath: filePath, line: line, column: column) {
        MockClient()
      }
    }
  }
}
