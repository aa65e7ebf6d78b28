/// Registrations that belong together: a feature, a layer.
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
public protocol Assembly {
  /// The assemblies that have to come before this one; none by default.
  static var requiredAssemblies: [any Assembly.Type] { get }

  /// Makes the assembly, where another one requires it and nobody has added it.
  init()

  /// Runs before `assemble`.
  func preassemble() throws

  /// Runs after `preassemble`.
  @available(*, deprecated, renamed: "preassemble()")
  func preloaded() throws

  /// Registers what the assembly is for.
  ///
  /// Others see the registrations when all steps have ended. What is resolved here and was registered before is built
  /// at once, and others may see it earlier; it is let go of if the step fails.
  func assemble(container: Container) throws

  /// Runs when all assemblies have registered.
  func postAssemble(resolver: Resolver) throws

  /// Runs after `postAssemble`.
  @available(*, deprecated, renamed: "postAssemble(resolver:)")
  func loaded(resolver: Resolver) throws
}

extension Assembly {
  /// Requires nothing.
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
