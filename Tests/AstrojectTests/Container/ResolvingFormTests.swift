import TestSupport
import Testing

/// A form of resolve for a text.
private enum Form: CaseIterable, Sendable {
  case plain, one, several, optional, optionalSeveral

  /// The text of the arguments that it passes.
  var arguments: String {
    switch self {
    case .plain, .optional: ""
    case .one: " 1"
    case .several, .optionalSeveral: " 1 true"
    }
  }

  var isOptional: Bool { self == .optional || self == .optionalSeveral }

  func ask(_ asked: some Resolving, _ name: String?, _ key: Int?) throws -> String? {
    switch self {
    case .plain:
      if let key {
        try asked.resolve(String.self, key: key) as String
      } else if let name {
        try asked.resolve(String.self, name: name) as String
      } else {
        try asked.resolve() as String
      }
    case .one: try asked.resolve(name: name, key: key, argument: 1) as String
    case .several: try asked.resolve(name: name, key: key, arguments: 1, true) as String
    case .optional: try asked.resolveOptional(String.self, name: name, key: key)
    case .optionalSeveral: try asked.resolveOptional(String.self, name: name, key: key, arguments: 1, true)
    }
  }

  func ask(_ asked: some Resolving, _ name: String?, _ key: Int?) async throws -> String? {
    switch self {
    case .plain:
      if let key {
        try await asked.resolve(String.self, key: key) as String
      } else if let name {
        try await asked.resolve(String.self, name: name) as String
      } else {
        try await asked.resolve() as String
      }
    case .one: try await asked.resolve(name: name, key: key, argument: 1) as String
    case .several: try await asked.resolve(name: name, key: key, arguments: 1, true) as String
    case .optional: try await asked.resolveOptional(String.self, name: name, key: key)
    case .optionalSeveral: try await asked.resolveOptional(String.self, name: name, key: key, arguments: 1, true)
    }
  }
}

struct ResolvingFormTests {
  /// The labels of the texts, and the text of each.
  private static let labels: [(text: String, name: String?, key: Int?)] = [
    ("plain", nil, nil), ("n", "n", nil), ("7", nil, 7),
  ]

  /// A container with texts under each label, for no argument, one and two. One label may be left out.
  private func container(without missing: String? = nil) throws -> Container {
    try Container { container in
      try container.register(Resolver.self) { resolver in resolver }
      try container.register(Bool.self, name: "a") { true }
      for (text, name, key) in ResolvingFormTests.labels where text != missing {
        try container.register(String.self, name: name, key: key) { text }
        try container.register(String.self, name: name, key: key, argument: Int.self) { _, number in
          "\(text) \(number)"
        }
        try container.register(String.self, name: name, key: key, arguments: Int.self, Bool.self) { _, number, flag in
          "\(text) \(number) \(flag)"
        }
      }
    }
  }

  @Test(arguments: Form.allCases, [false, true])
  private func `each form of resolve on a container and a resolver uses the given name, key and arguments`(
    form: Form, byResolver: Bool
  ) async throws {
    for call in Call.allCases {
      for (text, name, key) in ResolvingFormTests.labels {
        func ask(_ container: Container) async throws -> String? {
          let asked: any Resolving = byResolver ? try await container.resolve(Resolver.self) : container
          return try await call.run {
            try form.ask(asked, name, key)
          } asynchronously: {
            try await form.ask(asked, name, key)
          }
        }
        #expect(try await ask(container()) == text + form.arguments)
        let partial = try container(without: text)
        if form.isOptional {
          #expect(try await ask(partial) == nil, "\(call) \(text)")
        } else {
          let error = await call.error { _ in try await ask(partial) }
          #expect(error?.kind == .noRegistrationFound, "\(call) \(text)")
        }
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `resolveAll and isRegistered give the same results on a container and on a resolver`(call: Call) async throws {
    let container = try container()
    for asked in [container, try await container.resolve(Resolver.self)] as [any Resolving] {
      let all: [String] = try await call.run {
        try asked.resolveAll()
      } asynchronously: {
        try await asked.resolveAll()
      }
      #expect(all == ["plain", "n", "7"])
      #expect(try await call.resolveAll(String.self, by: Int.self, in: asked) == [7: "7"])
      #expect(try await call.resolveAll(String.self, by: String.self, in: asked) == ["n": "n"])
      #expect(asked.isRegistered(String.self) && asked.isRegistered(String.self, name: "n"))
      #expect(asked.isRegistered(String.self, key: 7) && asked.isRegistered(String.self, arguments: Int.self))
      #expect(asked.isRegistered(String.self, name: "n", arguments: Int.self, Bool.self))
      #expect(asked.isRegistered(String.self, key: 7, arguments: Int.self, Bool.self))
      #expect(asked.isRegistered(Bool.self, key: "a") && !asked.isRegistered(Bool.self))
      #expect(!asked.isRegistered(String.self, name: "m") && !asked.isRegistered(String.self, key: 8))
      #expect(!asked.isRegistered(String.self, name: "m", arguments: Int.self))
      #expect(!asked.isRegistered(String.self, key: 8, arguments: Int.self))
      #expect(!asked.isRegistered(String.self, arguments: Bool.self, Int.self))
    }
  }
}
