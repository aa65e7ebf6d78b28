/// Identifies a custom scope of which each container has its own.
final class CustomIdentity: Sendable {}

/// A custom instance, as one registration sees it. Calls into it take turns.
final class CustomScope: ScopeObject, @unchecked Sendable {
  /// The product that the instance gives, if any; a failure if that is not a product of the registration.
  private typealias Answer = Result<AnyProduct?, AstrojectError.Cause>

  private let turn: Turn
  /// An identity that all scopes of one object share.
  var identity: AnyObject { turn }
  /// One if a product was cached, and not all products were released since.
  private let hasKept = AtomicWord(0)
  /// True if the scope may cache a product.
  var keeps: Bool { hasKept.load() != 0 }
  private let getter: (Context) -> Answer
  private let setter: (AnyProduct, Context) -> Void
  private let releaser: (Context?) -> Void

  /// Creates the scope that an instance, which is for one product or for any, is for registrations of one type.
  init<Custom: Instance, Product>(_ instance: Custom, for type: Product.Type) {
    turn = Turn.of(instance, .scope)
    getter = { context in
      guard let given = instance.get(for: context) else { return .success(nil) }
      return (given as? Product).map { .success(ProductBox($0)) } ?? .failure(.mixedUp(Swift.type(of: given as Any)))
    }
    // The cast is to the same type or to `Any`, so it succeeds.
    setter = { product, context in
      if let product = product.value(as: type) as? Custom.Product { instance.set(product, for: context) }
    }
    releaser = { context in instance.release(for: context) }
  }

  private init(borrowing other: CustomScope) {
    (turn, getter, setter) = (other.turn, other.getter, other.setter)
    releaser = { [releaser = other.releaser] context in if context != nil { releaser(context) } }
  }

  override var borrowed: ScopeObject { CustomScope(borrowing: self) }

  /// Returns the product that is cached for the context; nil if there is none.
  ///
  /// - Throws: An error if the instance gives something else, or if the call may not take its turn.
  func get(for context: Context) throws(AstrojectError.Cause) -> AnyProduct? {
    try turn.take { getter(context) }.get()
  }

  /// Lets the instance cache a product; returns false if it declines.
  ///
  /// - Throws: An error if the instance gives another product afterwards, or if the call may not take its turn.
  func set(_ product: AnyProduct, for context: Context) throws(AstrojectError.Cause) -> Bool {
    let answer = try turn.take {
      setter(product, context)
      let answer = getter(context)
      if case .success(nil) = answer { return answer }
      hasKept.store(1)
      return answer
    }
    if case .success(nil) = answer { return false }
    let given = product.any
    guard let kept = try answer.get()?.any, type(of: given) is AnyObject.Type else { return true }
    if given as AnyObject !== kept as AnyObject { throw .mixedUp(type(of: kept)) }
    return true
  }

  /// Releases the products of a context that is taken back, or all products if that does not suffice.
  func forget(_ context: Context) {
    release(for: context)
    if (try? get(for: context)) != nil { release(for: nil) }
  }

  /// Releases the products of the context, or all for nil: at once, or after the call that is under way.
  func release(for context: Context?) {
    turn.add { [self] in
      if context == nil { hasKept.store(0) }
      releaser(context)
    }
  }
}

extension Blueprint {
  /// The custom scope, or a new one if each container has its own; nil if the scope is another one.
  var customScope: CustomScope? { currentOptions.custom?() as? CustomScope }

  /// The custom scope that all containers share; nil if the scope is another one.
  var sharedScope: CustomScope? { flags.lifetime == .shared ? customScope : nil }
}
