/// What is asked of a ``Resolving``: a type, a name or key, and an argument.
///
/// The many forms of `resolve` come down to it. You meet it only if you adopt ``Resolving`` for a container that knows
/// keys and arguments.
public struct ResolutionRequest<Product, Argument> {
  /// What the product is found by.
  public let key: Key
  /// `Void`, the argument, or the tuple of several.
  public let argument: Argument

  @usableFromInline
  init(_ type: Product.Type, name: String?, key: (any Hashable & Sendable)?, argument: Argument) {
    self.key = Key(Product.self, label: Label(name: name, key: key), arguments: Argument.self)
    self.argument = argument
  }
}
