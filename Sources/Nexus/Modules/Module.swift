import Astroject

/// A group of registrations that belong together.
///
/// ```swift
/// struct FruitModule: Module {
///   func register(in container: Container) throws {
///     try container.register(initializer: Apple.init)
///     try container.register(Juice.self, initializer: FreshJuice.init)
///   }
/// }
/// try container.register(module: FruitModule())
/// ```
public protocol Module {
  /// Makes the registrations of the module.
  ///
  /// - Parameter container: The container to register in.
  func register(in container: Container) throws
}

extension Container {
  /// Makes the registrations of a module, or none if the module throws.
  ///
  /// Other threads see the registrations when the module has finished. A module may register other modules.
  ///
  /// - Parameter module: The module. Its `register(in:)` runs once, on the calling thread.
  /// - Throws: An error of the module; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(module: some Module) throws {
    try refuseIfEnded()
    try transaction { try Group.run(type(of: module)) { try module.register(in: self) } }
  }
}
