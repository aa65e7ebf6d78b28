import Astroject
import TestSupport
import Testing

private protocol Thing: AnyObject { var id: Int { get } }
private final class RealThing: Thing {
  let id: Int
  init(_ id: Int) { self.id = id }
}

/// What a registration in the model is for.
private struct Place: Hashable {
  var isProtocol: Bool
  var name: String?

  static let all = [nil, "a"].flatMap { name in [true, false].map { Place(isProtocol: $0, name: name) } }
}

private enum Scope: CaseIterable { case transient, singleton, disposable, container }

/// The rules of registering and resolving, written down as plainly as can be: lists, and no cleverness.
private struct Model {
  struct Registration {
    let id: Int
    let service: Place
    let scope: Scope
    let sequence: Int
    var isContribution = false
  }
  struct Forwarding {
    let target: Int
    let service: Place
    let sequence: Int
  }
  struct Level {
    var registrations: [Registration] = []
    var forwardings: [Forwarding] = []
  }
  /// Who keeps an instance, and of which registration.
  struct Keeper: Hashable {
    let level: Int
    let id: Int
  }

  /// The outermost container first.
  var levels = [Level(), Level(), Level()]
  var kept: [Keeper: ObjectIdentifier] = [:]
  private var last = 0

  mutating func register(_ id: Int, _ service: Place, _ scope: Scope, at level: Int, isContribution: Bool) {
    last += 1
    if !isContribution { remove(at: level) { $0.service == service && !$0.isContribution } }
    levels[level].registrations.append(
      Registration(id: id, service: service, scope: scope, sequence: last, isContribution: isContribution))
  }

  mutating func forward(_ id: Int, at level: Int) {
    last += 1
    guard let target = levels[level].registrations.first(where: { $0.id == id }) else { return }
    let service = Place(isProtocol: true, name: target.service.name)
    levels[level].forwardings.append(Forwarding(target: id, service: service, sequence: last))
  }

  mutating func unregister(_ service: Place, at level: Int) {
    remove(at: level) { $0.service == service && !$0.isContribution }
    levels[level].forwardings.removeAll { $0.service == service }
  }

  mutating func clear(_ level: Int) { remove(at: level) { _ in true } }

  private mutating func remove(at level: Int, where isGone: (Registration) -> Bool) {
    let gone = Set(levels[level].registrations.filter(isGone).map(\.id))
    levels[level].registrations.removeAll(where: isGone)
    levels[level].forwardings.removeAll { gone.contains($0.target) }
    kept = kept.filter { !gone.contains($0.key.id) }
  }

  mutating func release(_ service: Place?, at level: Int) {
    var ids = Set(levels.flatMap(\.registrations).filter { service == nil || $0.service == service }.map(\.id))
    ids.formUnion(levels.flatMap(\.forwardings).filter { service == nil || $0.service == service }.map(\.target))
    let singletons = levels.flatMap(\.registrations).filter { $0.scope == .singleton }.map(\.id)
    kept = kept.filter { $0.key.level != level || !ids.contains($0.key.id) || singletons.contains($0.key.id) }
  }

  /// What a single resolve finds: the registration, and the level that has it.
  func find(_ service: Place, from level: Int) -> (registration: Registration, level: Int)? {
    for level in (0...level).reversed() {
      let own = levels[level].registrations.filter { $0.service == service && !$0.isContribution }
        .map { ($0.sequence, $0.id) }
      let forwarded = levels[level].forwardings.filter { $0.service == service }.map { ($0.sequence, $0.target) }
      if let latest = (own + forwarded).max(by: { $0.0 < $1.0 }) {
        return levels[level].registrations.first { $0.id == latest.1 }.map { ($0, level) }
      }
    }
    return nil
  }

  /// What a collection has: the registrations, each with the level that has it.
  func collect(isProtocol: Bool, from level: Int) -> [(registration: Registration, level: Int)] {
    var result: [(Registration, Int)] = []
    var hidden: Set<Place> = []
    for level in (0...level).reversed() {
      let here = levels[level]
      let own = here.registrations.filter { $0.service.isProtocol == isProtocol }
        .map { ($0.sequence, $0.id, $0.isContribution ? nil : $0.service) }
      let forwarded = here.forwardings.filter { $0.service.isProtocol == isProtocol }
        .map { ($0.sequence, $0.target, Optional($0.service)) }
      let visible = (own + forwarded).filter { $0.2.map { !hidden.contains($0) } ?? true }.sorted { $0.0 < $1.0 }
      result += visible.compactMap { entry in here.registrations.first { $0.id == entry.1 }.map { ($0, level) } }
      hidden.formUnion((own + forwarded).compactMap(\.2))
    }
    return result
  }

  /// Whether an instance is the one that has to come; remembers it where it is to be kept.
  mutating func accept(_ thing: any Thing, _ found: (registration: Registration, level: Int), from level: Int) -> Bool {
    guard thing.id == found.registration.id else { return false }
    let keeper: Keeper
    switch found.registration.scope {
    case .transient: return true
    case .singleton, .disposable: keeper = Keeper(level: found.level, id: thing.id)
    case .container: keeper = Keeper(level: level, id: thing.id)
    }
    defer { kept[keeper] = ObjectIdentifier(thing) }
    return kept[keeper].map { $0 == ObjectIdentifier(thing) } ?? true
  }
}

/// Random numbers that are the same each time.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

@Suite("Three containers, one inside the other,")
struct ModelTests {
  @Test(
    "do what the rules say, whatever is registered, taken out and resolved in whatever order", arguments: 0..<40,
    Call.allCases)
  func random(seed: UInt64, call: Call) async throws {
    var dice = Dice(state: seed)
    var model = Model()
    var history: [String] = []
    var nextID = 0
    var live: [(id: Int, level: Int, registration: Registration<RealThing>)] = []
    let app = Container()
    let session = app.makeChild()
    let containers = [app, session, session.makeChild()]
    // What was resolved stays alive, so that no new instance can take the address of an old one.
    var things: [any Thing] = []

    for _ in 0..<300 {
      let level = Int.random(in: 0..<3, using: &dice)
      let container = containers[level]
      let service = Place.all.randomElement(using: &dice) ?? Place(isProtocol: true)
      let scope = Scope.allCases.randomElement(using: &dice) ?? .transient
      switch Int.random(in: 0..<20, using: &dice) {
      case 0..<4:
        nextID += 1
        let id = nextID
        history.append("\(level): register \(id) as \(service), \(scope)")
        if service.isProtocol {
          let registration = try container.register((any Thing).self, name: service.name) { RealThing(id) }
          apply(scope, to: registration)
        } else {
          let registration = try container.register(RealThing.self, name: service.name) { RealThing(id) }
          apply(scope, to: registration)
          live.append((id, level, registration))
        }
        model.register(id, service, scope, at: level, isContribution: false)
      case 4:
        nextID += 1
        let id = nextID
        history.append("\(level): contribute \(id), \(scope)")
        apply(scope, to: container.contribute((any Thing).self) { RealThing(id) })
        model.register(id, Place(isProtocol: true), scope, at: level, isContribution: true)
      case 5..<7:
        guard let one = live.randomElement(using: &dice) else { continue }
        history.append("\(one.level): forward \(one.id)")
        one.registration.implements((any Thing).self)
        model.forward(one.id, at: one.level)
      case 7:
        history.append("\(level): unregister \(service)")
        if service.isProtocol {
          container.unregister((any Thing).self, name: service.name)
        } else {
          container.unregister(RealThing.self, name: service.name)
        }
        model.unregister(service, at: level)
      case 8:
        history.append("\(level): release \(service)")
        if service.isProtocol {
          await call.release((any Thing).self, name: service.name, in: container)
        } else {
          await call.release(RealThing.self, name: service.name, in: container)
        }
        model.release(service, at: level)
      case 9:
        guard Bool.random(using: &dice) else { continue }
        history.append("\(level): release all")
        await call.releaseAll(in: container)
        model.release(nil, at: level)
      case 10:
        guard Int.random(in: 0..<4, using: &dice) == 0 else { continue }
        history.append("\(level): clear")
        await call.clear(container)
        model.clear(level)
      case 11..<13:
        history.append("\(level): collect \(service.isProtocol)")
        let all: [any Thing]
        if service.isProtocol {
          all = try await call.resolveAll((any Thing).self, in: container)
        } else {
          all = try await call.resolveAll(RealThing.self, in: container)
        }
        things += all
        let expected = model.collect(isProtocol: service.isProtocol, from: level)
        guard all.map(\.id) == expected.map(\.registration.id),
          zip(all, expected).allSatisfy({ model.accept($0, $1, from: level) })
        else {
          let ids = "\(all.map(\.id)) for \(expected.map(\.registration.id))"
          Issue.record("collected \(ids) after\n\(history.joined(separator: "\n"))")
          return
        }
      default:
        history.append("\(level): resolve \(service)")
        let thing: (any Thing)?
        if service.isProtocol {
          thing = try await call.resolveOptional((any Thing).self, name: service.name, in: container)
        } else {
          thing = try await call.resolveOptional(RealThing.self, name: service.name, in: container)
        }
        let expected = model.find(service, from: level)
        if let thing, let expected, model.accept(thing, expected, from: level) {
          things.append(thing)
        } else if thing != nil || expected != nil {
          let ids = "\(thing?.id ?? 0) for \(expected?.registration.id ?? 0)"
          Issue.record("resolved \(ids) after\n\(history.joined(separator: "\n"))")
          return
        }
      }
    }
    #expect(things.count > 50)
  }

  private func apply(_ scope: Scope, to registration: some Registrable) {
    switch scope {
    case .transient: registration.asTransient()
    case .singleton: registration.asSingleton()
    case .disposable: registration.asDisposableSingleton()
    case .container: registration.asContainer()
    }
  }
}
