/// Fills a container by running assemblies: all of them, or none.
///
/// 1. `preassemble` and `assemble` run for each assembly. Each assembly comes after those that it requires.
/// 2. `postAssemble` runs for each assembly.
///
/// If a step throws, all registrations of the run are undone, and the replaced ones are back with their instances.
/// Earlier registrations of the container that it changed are as they were.
/// Other threads see the registrations when all steps have ended. An assembler may be used from any thread. It runs
/// assemblies of the main actor there alone.
///
/// ```swift
/// let assembler = Assembler(container: container)
/// try assembler.add(assembly: CoreAssembly()).add(assemblies: [FeatureAssembly()]).assemble()
/// ```
public final class Assembler: @unchecked Sendable {
  // Unchecked, because metatypes of a protocol are not Sendable. The assembler only names these types.
  /// An error in the set of assemblies, as opposed to one that a step throws.
  public enum Error: Swift.Error, @unchecked Sendable {
    /// Required assemblies were not added, and the assembler must not make them.
    case missingRequiredAssemblies([MissingAssembly])
    /// Assemblies require each other.
    ///
    /// The path ends with the type that it begins with.
    case circularRequirement([any Assembly.Type])
    /// ``Assembler/assemble()`` has succeeded before, or is running.
    case alreadyAssembled
    /// An assembly conforms to ``Assembly`` on the main actor only, and was to run elsewhere.
    case outsideMainActor(any Assembly.Type)
  }

  // Unchecked, as the error is.
  /// An assembly that is required and was not added.
  public struct MissingAssembly: @unchecked Sendable {
    /// The type that is required.
    public let type: any Assembly.Type
    /// The types of the assemblies that were added and are named much like it, the most similar first.
    public let nearMatches: [any Assembly.Type]
    /// The type of the first assembly that requires it.
    let requirer: any Assembly.Type
  }

  private struct State {
    var assemblies: [any Assembly] = []
    var isAssembled = false
    /// The types that have run, which are not made again when another assembly requires them.
    var done: Set<ObjectIdentifier> = []
  }

  /// The container that the assemblies fill.
  public let container: Container
  private let initializesMissingAssemblies: Bool
  private let state = Lock(State())

  /// Makes an assembler without assemblies.
  ///
  /// - Parameters:
  ///   - container: The container that the assemblies fill.
  ///   - initializeMissingAssemblies: True if the assembler makes assemblies that are required and were not added. If
  ///     false, they are an error.
  public init(container: Container, initializeMissingAssemblies: Bool = true) {
    self.container = container
    initializesMissingAssemblies = initializeMissingAssemblies
  }

  /// Makes an assembler and runs the assemblies at once.
  ///
  /// - Parameters:
  ///   - container: The container that the assemblies fill.
  ///   - assemblies: The assemblies, in their order.
  ///   - initializeMissingAssemblies: True if the assembler makes assemblies that are required and were not added. If
  ///     false, they are an error.
  /// - Throws: The errors of ``assemble()``.
  @discardableResult
  public convenience init(
    container: Container, assemblies: [any Assembly], initializeMissingAssemblies: Bool = true
  ) throws {
    self.init(container: container, initializeMissingAssemblies: initializeMissingAssemblies)
    try add(assemblies: assemblies).assemble()
  }

  /// Adds an assembly behind those that were added before.
  ///
  /// - Parameter assembly: The assembly, which runs with the next ``assemble()``.
  /// - Returns: The assembler, to chain calls.
  @discardableResult
  public func add(assembly: any Assembly) -> Self { add(assemblies: [assembly]) }

  /// Adds assemblies behind those that were added before.
  ///
  /// - Parameter assemblies: The assemblies, which run with the next ``assemble()``.
  /// - Returns: The assembler, to chain calls.
  @discardableResult
  public func add(assemblies: [any Assembly]) -> Self {
    state.withLock { $0.assemblies += assemblies }
    return self
  }

  /// Runs the assemblies that were added.
  ///
  /// It succeeds once. If it has thrown, it may be called again.
  ///
  /// - Throws: Before any step runs, ``Error/alreadyAssembled`` if it has succeeded before or is running,
  ///   ``Error/missingRequiredAssemblies(_:)``, ``Error/circularRequirement(_:)`` or ``Error/outsideMainActor(_:)``.
  ///   Afterwards, the error of a step.
  ///   ``AstrojectError/containerReleased(_:)`` if the container has ended.
  public func assemble() throws {
    let assemblies = try state.withLock { state in
      guard !state.isAssembled else { throw Error.alreadyAssembled }
      state.isAssembled = true
      return state.assemblies
    }
    do {
      try apply(assemblies: assemblies)
      Transaction.undo(on: container.core) { [self] in state.withLock { $0.isAssembled = false } }
    } catch {
      state.withLock { $0.isAssembled = false }
      throw error
    }
  }

  /// Runs an assembly at once, and before it the required ones that have not run.
  ///
  /// The assembly runs each time that it is applied.
  ///
  /// - Parameter assembly: The assembly to run.
  /// - Throws: The errors of ``assemble()``, except ``Error/alreadyAssembled``.
  public func apply(assembly: any Assembly) throws { try apply(assemblies: [assembly]) }

  /// Runs assemblies at once, and before them the required ones that have not run.
  ///
  /// They run each time that they are applied.
  ///
  /// - Parameter assemblies: The assemblies to run.
  /// - Throws: The errors of ``assemble()``, except ``Error/alreadyAssembled``.
  public func apply(assemblies: [any Assembly]) throws {
    try container.refuseIfEnded()
    let order = try AssemblyOrder(
      assemblies, after: state.withLock { $0.done }, makesMissing: initializesMissingAssemblies)
    try container.transaction {
      for assembly in order.assemblies { try assembly.runRegistering(in: container) }
      for assembly in order.assemblies { try assembly.runFinishing(in: container) }
    }
    let new = state.withLock { state in order.placed.filter { state.done.insert($0).inserted } }
    // If a transaction around this one fails, they have not run.
    Transaction.undo(on: container.core) { [self] in
      state.withLock { state in for type in new { state.done.remove(type) } }
    }
  }
}
