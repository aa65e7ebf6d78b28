/// What is asked of a ``Resolving``: a type, a name or key, and an argument.
///
/// The many forms of `resolve` come down to it. You meet it only if you adopt ``Resolving`` for a container that knows
/// keys and arguments.
public struct ResolutionRequest<Product, Argument> {
  /// What the product is found by.
  public let key: Key
  /// `Void`, the argument, or the tuple of several.
  public let argument: Argument
  /// The arguments one by one, where they are several.
  let list: ArgumentList<Argument>?

  /// The arguments one by one, with the types that the caller knows them by.
  package var arguments: [SuppliedArgument] { list.map { $0(argument) } ?? [SuppliedArgument(argument)] }

  @usableFromInline
  init(_ type: Product.Type, name: String?, key: (any Hashable & Sendable)?, argument: Argument) {
    self.key = Key(Product.self, label: Label(name: name, key: key), arguments: Argument.self)
    self.argument = argument
    list = nil
  }

  @usableFromInline
  init<each Part>(
    _ type: Product.Type, name: String?, key: (any Hashable & Sendable)?, arguments: repeat each Part
  ) where Argument == (repeat each Part) {
    self.init(type, label: Label(name: name, key: key), arguments: repeat each arguments)
  }

  package init<each Part>(
    _ type: Product.Type, label: Label?, arguments: repeat each Part
  ) where Argument == (repeat each Part) {
    key = Key(Product.self, label: label, arguments: Argument.self)
    argument = (repeat each arguments)
    list = { arguments in
      var list: [SuppliedArgument] = []
      for part in repeat each arguments { list.append(SuppliedArgument(part)) }
      return list
    }
  }
}
