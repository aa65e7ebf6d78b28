@_exported import AstrojectTesting

package protocol Client: Sendable {}
package struct LiveClient: Client {}
package struct MockClient: Client { package init() {} }

package struct Broken: Error, CustomStringConvertible {
  package let description = "no disk"
  package init() {}
}

package enum App {
  package static func make() throws -> Container {
    try Container { container in
      try container.register(Client.self) { LiveClient() }
      try container.register(Int.self) { 1 }.asSingleton()
    }
  }

  package static func makeBroken() throws -> Container { throw Broken() }
}

extension Container {
  /// Overrides what nobody asks for; the failure is to name the caller's line.
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
