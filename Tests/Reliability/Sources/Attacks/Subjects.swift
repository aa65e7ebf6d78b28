import Nexus

/// A product that detects if its memory was freed.
protocol Subject: Sendable {
  init()
  var isIntact: Bool { get }
}

extension Subject {
  func check() throws { if !isIntact { throw Harm() } }
}

private let good: UInt = 0x5AFE_5AFE_5AFE_5AFE

/// A value in the library's own box.
struct Reading: Subject {
  let first = good
  let second = ~good
  let third = good

  var isIntact: Bool { first == good && second == ~good && third == good }
}

/// An object that is no longer intact after it was freed.
final class Part: Subject, @unchecked Sendable {
  private var canary = good

  deinit { canary = 0 }

  var isIntact: Bool { canary == good }
}

/// A product whose initializer takes a part.
final class Machine: Subject, @unchecked Sendable {
  let part: Part
  private var canary = good

  convenience init() { self.init(Part()) }

  init(_ part: Part) { self.part = part }

  deinit { canary = 0 }

  var isIntact: Bool { canary == good && part.isIntact }
}

extension Container {
  /// Registers a cached part, a transient machine, and a named reading.
  func registerSubjects() throws {
    try register(initializer: Part.init).asSingleton()
    try register(initializer: Machine.init(_:)).asTransient()
    try register(Reading.self, name: "a") { Reading() }.asSingleton()
  }
}
