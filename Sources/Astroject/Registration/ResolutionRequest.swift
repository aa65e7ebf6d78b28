/// A request to a ``Resolving``: a type, a name or key, and an argument.
///
/// The many forms of `resolve` come down to it. You meet it only if you conform a container with keys and arguments
/// to ``Resolving``: it looks the product up by ``key``, and calls its factory with ``argument``.
@frozen
public struct ResolutionRequest<Product, Argument> {
  /// The key of the product.
  ///
  /// A ``Resolving`` that implements only its requirements knows keys that are a type and at most a name.
  public let key: Key
  /// The argument, or the tuple of several; `Void` if there are none.
  public let argument: Argument
  /// Splits the tuple of several arguments; nil if there is one at most.
  @usableFromInline let list: ArgumentList<Argument>?

  /// The arguments one by one, with the types that the caller gives them.
  package var arguments: [SuppliedArgument] { list.map { $0(argument) } ?? [SuppliedArgument(argument)] }

  /// Creates a request without arguments, or with one.
  @inlinable
  init(_ type: Product.Type, name: String?, key: borrowing (any Hashable & Sendable)?, argument: Argument) {
    self.key = Key(Product.self, label: Label(name: name, key: key), arguments: Argument.self)
    self.argument = argument
    list = nil
  }

  /// Creates a request with several arguments.
  @usableFromInline
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
