import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// A form of resolve for a text, described by the text that it gives if everything is registered.
private struct Form<Asked: Resolving>: CustomTestStringConvertible {
  let testDescription: String
  let synchronous: (Asked) throws -> String?
  let asynchronous: (Asked) async throws -> String?

  init(
    _ text: String, _ synchronous: @escaping (Asked) throws -> String?,
    _ asynchronous: @escaping (Asked) async throws -> String?
  ) { (testDescription, self.synchronous, self.asynchronous) = (text, synchronous, asynchronous) }

  func ask(_ asked: Asked, by call: Call) async throws -> String? {
    try await call.run {
      try synchronous(asked)
    } asynchronously: {
      try await asynchronous(asked)
    }
  }

  static var requiring: [Form] {
    [
      Form("plain") {
        try $0.resolve(String.self)
      } _: {
        try await $0.resolve(String.self)
      },
      Form("n") {
        try $0.resolve(String.self, name: "n")
      } _: {
        try await $0.resolve(String.self, name: "n")
      },
      Form("7") {
        try $0.resolve(String.self, key: 7)
      } _: {
        try await $0.resolve(String.self, key: 7)
      },
      Form("plain 1") {
        try $0.resolve(String.self, argument: 1)
      } _: {
        try await $0.resolve(String.self, argument: 1)
      },
      Form("n 1") {
        try $0.resolve(String.self, name: "n", argument: 1)
      } _: {
        try await $0.resolve(String.self, name: "n", argument: 1)
      },
      Form("7 1") {
        try $0.resolve(String.self, key: 7, argument: 1)
      } _: {
        try await $0.resolve(String.self, key: 7, argument: 1)
      },
      Form("plain 1 true") {
        try $0.resolve(String.self, arguments: 1, true)
      } _: {
        try await $0.resolve(String.self, arguments: 1, true)
      },
      Form("n 1 true") {
        try $0.resolve(String.self, name: "n", arguments: 1, true)
      } _: {
        try await $0.resolve(String.self, name: "n", arguments: 1, true)
      },
      Form("7 1 true") {
        try $0.resolve(String.self, key: 7, arguments: 1, true)
      } _: {
        try await $0.resolve(String.self, key: 7, arguments: 1, true)
      },
    ]
  }

  static var optional: [Form] {
    [
      Form("plain") {
        try $0.resolveOptional(String.self)
      } _: {
        try await $0.resolveOptional(String.self)
      },
      Form("n") {
        try $0.resolveOptional(String.self, name: "n")
      } _: {
        try await $0.resolveOptional(String.self, name: "n")
      },
      Form("7") {
        try $0.resolveOptional(String.self, key: 7)
      } _: {
        try await $0.resolveOptional(String.self, key: 7)
      },
      Form("plain 1 true") {
        try $0.resolveOptional(String.self, arguments: 1, true)
      } _: {
        try await $0.resolveOptional(String.self, arguments: 1, true)
      },
      Form("n 1 true") {
        try $0.resolveOptional(String.self, name: "n", arguments: 1, true)
      } _: {
        try await $0.resolveOptional(String.self, name: "n", arguments: 1, true)
      },
      Form("7 1 true") {
        try $0.resolveOptional(String.self, key: 7, arguments: 1, true)
      } _: {
        try await $0.resolveOptional(String.self, key: 7, arguments: 1, true)
      },
    ]
  }
}

@Suite("Forms of resolve")
struct ResolvingFormTests {
  private struct Keeper { let resolver: Resolver }

  /// A container with texts under each label, for no argument, one and two. One label may be left out.
  private func container(without missing: String? = nil) throws -> Container {
    try Container { container in
      try container.register(Keeper.self) { resolver in Keeper(resolver: resolver) }
      for (text, name, key) in [("plain", nil, nil), ("n", "n", nil), ("7", nil, 7)] as [(String, String?, Int?)] {
        guard text != missing else { continue }
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

  private func expect<Asked: Resolving>(_ type: Asked.Type, call: Call, _ asked: (Container) throws -> Asked)
    async throws
  {
    let whole = try container()
    for form in Form<Asked>.requiring + Form<Asked>.optional {
      #expect(try await form.ask(asked(whole), by: call) == form.testDescription)
    }
    for label in ["plain", "n", "7"] {
      let partial = try container(without: label)
      for form in Form<Asked>.requiring where form.testDescription.hasPrefix(label) {
        let error = await call.error { try await form.ask(asked(partial), by: $0) }
        #expect(error?.kind == .noRegistrationFound, "\(form.testDescription)")
      }
      for form in Form<Asked>.optional where form.testDescription.hasPrefix(label) {
        #expect(try await form.ask(asked(partial), by: call) == nil, "\(form.testDescription)")
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `each form of resolve on a container uses the given name, key and arguments`(call: Call) async throws {
    try await expect(Container.self, call: call) { $0 }
  }

  @Test(arguments: Call.allCases)
  func `each form of resolve on a resolver uses the given name, key and arguments`(call: Call) async throws {
    try await expect(Resolver.self, call: call) { try $0.resolve(Keeper.self).resolver }
  }

  @Test(arguments: Call.allCases)
  func `resolveAll and isRegistered give the same results on a container and on a resolver`(call: Call) async throws {
    func expect(_ asked: some Resolving) async throws {
      let (all, byNumber, byName) = try await call.run {
        let all: [String] = try asked.resolveAll()
        return (
          all, try asked.resolveAll(String.self, by: Int.self), try asked.resolveAll(String.self, by: String.self)
        )
      } asynchronously: {
        let all: [String] = try await asked.resolveAll()
        let byNumber = try await asked.resolveAll(String.self, by: Int.self)
        return (all, byNumber, try await asked.resolveAll(String.self, by: String.self))
      }
      #expect(all == ["plain", "n", "7"] && byNumber == [7: "7"] && byName == ["n": "n"])
      #expect(asked.isRegistered(String.self) && asked.isRegistered(String.self, name: "n"))
      #expect(asked.isRegistered(String.self, key: 7) && asked.isRegistered(String.self, arguments: Int.self))
      #expect(asked.isRegistered(String.self, name: "n", arguments: Int.self, Bool.self))
      #expect(asked.isRegistered(String.self, key: 7, arguments: Int.self, Bool.self))
      #expect(!asked.isRegistered(String.self, name: "m") && !asked.isRegistered(String.self, key: 8))
      #expect(!asked.isRegistered(String.self, name: "m", arguments: Int.self))
      #expect(!asked.isRegistered(String.self, key: 8, arguments: Int.self))
      #expect(!asked.isRegistered(String.self, arguments: Bool.self, Int.self))
    }
    let container = try container()
    try await expect(container)
    try await expect(container.resolve(Keeper.self).resolver)
  }
}
