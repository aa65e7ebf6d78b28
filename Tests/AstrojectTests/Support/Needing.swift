import Astroject

extension Resolver {
  /// Resolves a type, and then makes a product, like a factory that needs the type.
  func need<Need, Product>(
    _ type: Need.Type, before make: @autoclosure () throws -> Product
  ) throws -> Product {
    _ = try resolve(type)
    return try make()
  }
}
