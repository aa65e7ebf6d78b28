/// Identifies a custom scope of which each container has its own.
final class CustomIdentity: Sendable {}

/// A custom instance, as one registration sees it. Calls into it take turns.
final class CustomScope: ScopeObject, @unchecked Sendable {
  /// The answer of the instance.
  enum Answer {
    case nothing
    case product(AnyProduct)
    /// The instance gave something that is not a product of the registration.
    case foreign(Any.Type)
  }

  private let turn: CustomTurn
  /// An identity that all scopes of one object share.
  var identity: AnyObject { turn }
  /// One if a product was cached, and not all products were released since.
  private let hasKept = AtomicWord(0)
  /// True if the scope may cache a product.
  var keeps: Bool { hasKept.load() != 0 }
  private let getter: (Context) -> Answer
  private let setter: (AnyProduct, Context) -> Void
  private let releaser: (Context?) -> Void

  /// Creates the scope for registrations of the instance's own product.
  init<Custom: Instance>(_ instance: Custom) {
    turn = CustomTurn.of(instance)
    getter = { context in instance.get(for: context).map { .product(ProductBox($0)) } ?? .nothing }
    setter = { product, context in instance.set(product.value(as: Custom.Product.self), for: context) }
    releaser = { context in instance.release(for: context) }
  }

  /// Creates the scope that an instance for any product is for registrations of one type.
  init<Custom: Instance, Product>(_ instance: Custom, for type: Product.Type) where Custom.Product == Any {
    turn = CustomTurn.of(instance)
    getter = { context in
      guard let any = instance.get(for: context) else { return .nothing }
      return (any as? Product).map { .product(ProductBox($0)) } ?? .foreign(Swift.type(of: any))
    }
    setter = { product, context in instance.set(product.any, for: context) }
    releaser = { context in instance.release(for: context) }
  }

  private init(
    _ turn: CustomTurn, _ getter: @escaping (Context) -> Answer, _ setter: @escaping (AnyProduct, Context) -> Void,
    _ releaser: @escaping (Context?) -> Void
  ) {
    self.turn = turn
    self.getter = getter
    self.setter = setter
    self.releaser = releaser
  }

  override var borrowed: ScopeObject {
    CustomScope(turn, getter, setter) { [releaser] context in if context != nil { releaser(context) } }
  }

  /// Returns the product that is cached for the context; nil if there is none.
  ///
  /// - Throws: An error if the instance gives something else, or if the call may not take its turn.
  func get(for context: Context) throws(AstrojectError.Cause) -> AnyProduct? {
    switch try turn.take({ getter(context) }) {
    case .nothing: return nil
    case .product(let product): return product
    case .foreign(let type): throw .mixedUp(type)
    }
  }

  /// Lets the instance cache a product; returns false if it declines.
  ///
  /// - Throws: An error if the instance gives another product afterwards, or if the call may not take its turn.
  func set(_ product: AnyProduct, for context: Context) throws(AstrojectError.Cause) -> Bool {
    let answer = try turn.take {
      setter(product, context)
      return getter(context)
    }
    if case .nothing = answer { return false }
    hasKept.store(1)
    switch answer {
    case .nothing: return false
    case .foreign(let type): throw .mixedUp(type)
    case .product(let kept):
      let (given, kept) = (product.any, kept.any)
      guard type(of: given) is AnyObject.Type else { return true }
      if given as AnyObject !== kept as AnyObject { throw .mixedUp(type(of: kept)) }
      return true
    }
  }

  /// Releases the products of a context that is taken back, or all products if that does not suffice.
  func forget(_ context: Context) {
    release(for: context)
    if (try? get(for: context)) != nil { release(for: nil) }
  }

  /// Releases the products of the context, or all for nil: at once, or after the call that is under way.
  func release(for context: Context?) {
    if context == nil { hasKept.store(0) }
    turn.release { [releaser] in releaser(context) }
  }
}

extension Blueprint {
  /// The custom scope, or a new one if each container has its own; nil if the scope is another one.
  var customScope: CustomScope? { currentOptions.custom?() as? CustomScope }

  /// The custom scope that all containers share; nil if the scope is another one.
  var sharedScope: CustomScope? { flags.lifetime == .shared ? customScope : nil }
}
