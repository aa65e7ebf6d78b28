import TestSupport

final class Part: Sendable {}

typealias Whole = Wrap<Part>

struct Refused: Error {}

/// An event that happens once, in the middle of a resolve.
enum Fault: CaseIterable {
  // In the factory, which throws afterwards.
  case error, cancellation, cancelled, missing, itself
  case replacing, replacingFirst, releasing, releasingAll, unregistering, clearing
  // In the factory, which then returns a product.
  case releasingAndReturning, releasingAllAndReturning, replacingAndReturning
  // In the hook.
  case hookError, hookCancelled, hookMissing, hookReplacing
  case hookReleasingAndReturning

  /// The kind of error that the resolve throws; nil if it succeeds.
  var kind: AstrojectError.Kind? {
    switch self {
    case .error, .cancellation, .replacing, .replacingFirst, .releasing, .releasingAll, .unregistering, .clearing:
      .factoryFailed
    case .cancelled, .hookCancelled: .cancelled
    case .missing, .hookMissing: .noRegistrationFound
    case .itself: .circularDependency
    case .hookError, .hookReplacing: .afterInitFailed
    case .releasingAndReturning, .releasingAllAndReturning, .replacingAndReturning, .hookReleasingAndReturning: nil
    }
  }

  var isInHook: Bool {
    switch self {
    case .hookError, .hookCancelled, .hookMissing, .hookReplacing, .hookReleasingAndReturning: true
    default: false
    }
  }

  /// True if the fault releases the product while it is being built.
  var releases: Bool {
    [.releasingAndReturning, .releasingAllAndReturning, .hookReleasingAndReturning].contains(self)
  }

  /// Returns true if the fault may happen in a scope. A transient product may resolve itself once more.
  func concerns(_ scope: AnyScope) -> Bool { self != .itself || scope != .transient }

  /// True if the fault removes the registration.
  var takesOut: Bool { self == .unregistering || self == .clearing }
}

/// A container with a part in some scope, and a whole that depends on the part. The fault happens during the first
/// build of the part.
final class Subject: Sendable {
  private let container = Guarded<Container?>(Container())
  let scope: AnyScope
  let isAwaited: Bool
  private let fault: Guarded<Fault?>
  private let builds = Counter()
  private let hooks = Counter()
  private let releases = Counter()

  init(_ scope: AnyScope, awaited isAwaited: Bool, fault: Fault? = nil) throws {
    (self.scope, self.isAwaited, self.fault) = (scope, isAwaited, Guarded(fault))
    try register()
  }

  var open: Container {
    get throws {
      guard let container = container.now else { throw Refused() }
      return container
    }
  }

  /// Registers the part and the whole.
  func register() throws {
    let container = try open
    // The container retains its registrations, and the subject retains the container.
    let build = { @Sendable [weak self] (resolver: Resolver) throws -> Part in
      try self?.build(resolver)
      return Part()
    }
    let registration =
      isAwaited
      ? try container.register(Part.self) { resolver async throws -> Part in
        await Task.yield()
        return try build(resolver)
      }
      : try container.register(Part.self) { resolver in try build(resolver) }
    registration.afterInit { [weak self] resolver, _ in try self?.hook(resolver) }
    registration.onRelease { [releases] _ in releases.increment() }
    scope.apply(to: registration)
    if isAwaited {
      try container.register(Whole.self) { resolver async throws -> Whole in Whole(try await resolver.resolve()) }
    } else {
      try container.register(Whole.self) { resolver in Whole(try resolver.resolve()) }
    }
  }

  private func build(_ resolver: Resolver) throws {
    builds.increment()
    try fail(inHook: false, resolver)
  }

  private func hook(_ resolver: Resolver) throws {
    hooks.increment()
    try fail(inHook: true, resolver)
  }

  /// Has the fault happen if this is its place. It happens once.
  private func fail(inHook isInHook: Bool, _ resolver: Resolver) throws {
    guard let fault = fault.withLock({ $0?.isInHook == isInHook ? $0.take() : nil }) else { return }
    let container = try open
    switch fault {
    case .error, .hookError: break
    case .cancellation, .cancelled, .hookCancelled: throw CancellationError()
    case .missing, .hookMissing: _ = try resolver.resolve(Never.self)
    case .itself: _ = try resolver.resolve(Part.self)
    case .replacing, .hookReplacing, .replacingAndReturning: try register()
    case .replacingFirst:
      try register()
      _ = try resolver.resolve(Never?.self)
    case .releasing, .releasingAndReturning, .hookReleasingAndReturning: container.release(Part.self)
    case .releasingAll, .releasingAllAndReturning: container.releaseAll()
    case .unregistering: container.unregister(Part.self)
    case .clearing: container.clear()
    }
    if fault.kind != nil { throw Refused() }
  }

  // MARK: Probing

  /// Uses the container in many forms, and returns the results as text. Containers that behave alike return the same
  /// text.
  func probe(_ call: Call) async throws -> [String] {
    let container = try open
    let (built, hooked) = (builds.value, hooks.value)
    var notes: [String] = []
    let first = try await call.resolve(Part.self, in: container)
    let second = try await call.resolve(Part.self, in: container)
    let whole = try await call.resolve(Whole.self, in: container)
    let all = try await call.resolveAll(Part.self, in: container)
    notes.append("same: \(first === second), in what needs it: \(whole.inner === second)")
    notes.append("collected: \(all.map { $0 === second })")
    let child = container.makeChild()
    let inherited = try await call.resolve(Part.self, in: child)
    notes.append("in a child: \(inherited === second)")
    notes.append("builds: \(builds.value - built), hooks: \(hooks.value - hooked)")
    synchronously { container.release(Part.self) }
    let third = try await call.resolve(Part.self, in: container)
    notes.append("after a release: \(third === second), builds: \(builds.value - built)")
    let released = releases.value
    try await container.shutdown()
    notes.append("shut down: \(releases.value - released)")
    let fourth = try await call.resolve(Part.self, in: container)
    notes.append("after that: \(fourth === third), builds: \(builds.value - built), hooks: \(hooks.value - hooked)")
    return notes
  }
}
