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

/// A product that gets its dependencies later.
final class LazyOwner: Sendable {
  let part: Lazy<Part>, parts: Provider<Part>
  let machine: Lazy<Machine>, machines: Provider<Machine>

  init(part: Lazy<Part>, parts: Provider<Part>, machine: Lazy<Machine>, machines: Provider<Machine>) {
    (self.part, self.parts, self.machine, self.machines) = (part, parts, machine, machines)
  }
}

/// A product that gets its dependencies as properties.
final class PropertyOwner: @unchecked Sendable {
  @Inject var part: Part
  @Inject var machine: Machine
  @Inject(name: "a") var reading: Reading
  @Inject var others: [Part]

  func check() throws {
    try part.check()
    try machine.check()
    try reading.check()
    for other in others { try other.check() }
  }
}

extension Container {
  /// Registers a cached part, a transient machine, and a named reading.
  func registerSubjects() throws {
    try register(initializer: Part.init).asSingleton()
    try register(initializer: Machine.init(_:)).asTransient()
    try register(Reading.self, name: "a") { Reading() }.asSingleton()
  }
}
