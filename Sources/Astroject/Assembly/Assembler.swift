/// Has assemblies fill a container, together or not at all.
///
/// For every assembly `preassemble` and `assemble` run, in an order in which no assembly comes before one that it
/// requires; when all have done so, for every assembly `postAssemble`. If a step throws, nothing of what was registered
/// stays, and what it had replaced is back, with its instances. Other threads see the registrations when all steps have
/// ended.
///
/// ```swift
/// let assembler = Assembler(container: container)
/// try assembler.add(assembly: CoreAssembly()).add(assemblies: [FeatureAssembly()]).assemble()
/// ```
public final class Assembler: @unchecked Sendable {
  // Unchecked, as metatypes of a protocol are not Sendable; these are only named.
  /// What is wrong with the assemblies themselves.
  public enum Error: Swift.Error, @unchecked Sendable {
    /// Assemblies are required that were not added, and are not to be made.
    case missingRequiredAssemblies([MissingAssembly])
    /// Assemblies require each other; the path ends with the type that it begins with.
    case circularRequirement([any Assembly.Type])
    /// The assembler has done its work.
    case alreadyAssembled
  }

  // Unchecked, as the error is.
  /// An assembly that is required and was not added.
  public struct MissingAssembly: @unchecked Sendable {
    /// The type that is required.
    public let type: any Assembly.Type
    /// The types of the assemblies that were added and are named much like it, the most similar first.
    public let nearMatches: [any Assembly.Type]
  }

  private struct State {
    var assemblies: [any Assembly]
    var isAssembled = false
    /// The types that have run: they are not made again when another assembly requires them.
    var done: Set<ObjectIdentifier> = []
  }

  /// The container that the assemblies fill.
  public let container: Container
  private let initializesMissingAssemblies: Bool
  private let state: Lock<State>

  /// Makes an assembler to which assemblies are yet to be added.
  ///
  /// - Parameters:
  ///   - container: What the assemblies fill.
  ///   - initializeMissingAssemblies: Whether assemblies that are required and were not added are made. If not, they
  ///     are an error.
  public init(container: Container, initializeMissingAssemblies: Bool = true) {
    self.container = container
    initializesMissingAssemblies = initializeMissingAssemblies
    state = Lock(State(assemblies: []))
  }

  /// Makes an assembler and assembles at once.
  ///
  /// - Throws: What ``assemble()`` throws.
  @discardableResult
  public convenience init(
    container: Container, assemblies: [any Assembly], initializeMissingAssemblies: Bool = true
  ) throws {
    self.init(container: container, initializeMissingAssemblies: initializeMissingAssemblies)
    try add(assemblies: assemblies).assemble()
  }

  /// Adds an assembly, after those that were added before.
  @discardableResult
  public func add(assembly: any Assembly) -> Self { add(assemblies: [assembly]) }

  /// Adds assemblies, after those that were added before.
  @discardableResult
  public func add(assemblies: [any Assembly]) -> Self {
    state.withLock { $0.assemblies += assemblies }
    return self
  }

  /// Runs the assemblies that were added.
  ///
  /// After it has thrown, it may be called again.
  ///
  /// - Throws: ``Error/alreadyAssembled`` the second time, ``Error/missingRequiredAssemblies(_:)`` and
  ///   ``Error/circularRequirement(_:)``, before any step has run; and what a step throws.
  public func assemble() throws {
    let assemblies = try state.withLock { state in
      guard !state.isAssembled else { throw Error.alreadyAssembled }
      state.isAssembled = true
      return state.assemblies
    }
    do {
      try run(assemblies)
      Transaction.undo(on: container.core) { [self] in state.withLock { $0.isAssembled = false } }
    } catch {
      state.withLock { $0.isAssembled = false }
      throw error
    }
  }

  /// Runs an assembly at once, with those that it requires and that have not run. It runs each time that it is applied.
  ///
  /// - Throws: What ``assemble()`` throws, but for ``Error/alreadyAssembled``.
  public func apply(assembly: any Assembly) throws { try apply(assemblies: [assembly]) }

  /// Runs assemblies at once, with those that they require and that have not run. They run each time that they are
  /// applied.
  ///
  /// - Throws: What ``assemble()`` throws, but for ``Error/alreadyAssembled``.
  public func apply(assemblies: [any Assembly]) throws {
    try run(assemblies)
  }

  private func run(_ assemblies: [any Assembly]) throws {
    try container.refuseIfEnded()
    let order = try AssemblyOrder(
      assemblies, after: state.withLock { $0.done }, makesMissing: initializesMissingAssemblies)
    try container.transaction {
      let all = order.assemblies.map(AssemblySteps.init)
      for steps in all { try steps.register(in: container) }
      for steps in all { try steps.finish(in: container) }
    }
    let new = state.withLock { state in
      defer { state.done.formUnion(order.placed) }
      return order.placed.subtracting(state.done)
    }
    // They have not run if what is around them fails.
    Transaction.undo(on: container.core) { [self] in state.withLock { $0.done.subtract(new) } }
  }
}
