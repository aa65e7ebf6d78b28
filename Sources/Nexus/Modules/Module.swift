import Astroject

/// Registers what belongs together.
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
  /// Registers what the module has.
  func register(in container: Container) throws
}

extension Container {
  /// Has a module register what it has: all of it, or nothing if it throws.
  ///
  /// Other threads see the registrations when the module has ended. A module may register others.
  ///
  /// - Throws: What the module throws; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(module: some Module) throws {
    try refuseIfEnded()
    try transaction { try Group.run(type(of: module)) { try module.register(in: self) } }
  }
}
