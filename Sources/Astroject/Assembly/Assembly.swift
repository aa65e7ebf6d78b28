/// A group of registrations that belong together, such as a feature or a layer.
///
/// ```swift
/// struct FeatureAssembly: Assembly {
///   static var requiredAssemblies: [Assembly.Type] { [CoreAssembly.self] }
///   func assemble(container: Container) throws {
///     try container.register(Feature.self) { resolver in Feature(try resolver.resolve(Core.self)) }
///   }
/// }
/// try Assembler(container: container, assemblies: [FeatureAssembly()])
/// ```
///
/// An ``Assembler`` runs all steps on its caller's thread. An error that a step throws undoes the whole run.
public protocol Assembly {
  /// The assemblies that have to run before this one.
  ///
  /// None by default.
  static var requiredAssemblies: [any Assembly.Type] { get }

  /// Makes the assembly if another one requires it and it was not added.
  init()

  /// Runs before `assemble`.
  ///
  /// - Throws: Any error. It undoes the whole run.
  func preassemble() throws

  /// Runs between `preassemble` and `assemble`.
  ///
  /// - Throws: Any error. It undoes the whole run.
  @available(*, deprecated, renamed: "preassemble()")
  func preloaded() throws

  /// Registers the dependencies of this assembly.
  ///
  /// Other threads see the registrations when all steps of the run have ended. If this step resolves a registration
  /// that was there before, the instance is built at once, and other threads may see it earlier. It is released if the
  /// step fails.
  ///
  /// - Parameter container: The container to register in.
  /// - Throws: Any error. It undoes the whole run.
  func assemble(container: Container) throws

  /// Runs when all assemblies have registered.
  ///
  /// - Parameter resolver: Resolves in the container, with the registrations of the whole run.
  /// - Throws: Any error. It undoes the whole run.
  func postAssemble(resolver: Resolver) throws

  /// Runs after `postAssemble`.
  ///
  /// - Parameter resolver: Resolves in the container, with the registrations of the whole run.
  /// - Throws: Any error. It undoes the whole run.
  @available(*, deprecated, renamed: "postAssemble(resolver:)")
  func loaded(resolver: Resolver) throws
}

extension Assembly {
  /// An empty list.
  public static var requiredAssemblies: [any Assembly.Type] { [] }

  /// Does nothing.
  public func preassemble() throws {}
  /// Does nothing.
  public func preloaded() throws {}
  /// Does nothing.
  public func postAssemble(resolver: Resolver) throws {}
  /// Does nothing.
  public func loaded(resolver: Resolver) throws {}
}
