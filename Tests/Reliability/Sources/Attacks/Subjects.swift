import Nexus

/// A product that knows whether its memory is still its own.
protocol Subject: Sendable {
  init()
  var isIntact: Bool { get }
}

extension Subject {
  func check() throws { if !isIntact { throw Harm() } }
}

private let good: UInt = 0x5AFE_5AFE_5AFE_5AFE

/// A value that lies in the library's own box.
struct Reading: Subject {
  let first = good
  let second = ~good
  let third = good

  var isIntact: Bool { first == good && second == ~good && third == good }
}

/// An object, which is no longer intact when it was freed.
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
  /// Registers one of each: a part that is kept, a machine that is not, and a reading under a name.
  func registerSubjects() throws {
    try register(initializer: Part.init).asSingleton()
    try register(initializer: Machine.init(_:)).asTransient()
    try register(Reading.self, name: "a") { Reading() }.asSingleton()
  }
}
