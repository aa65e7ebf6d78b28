// The short way: what nobody keeps, shares, watches or finishes by hooks needs neither a slot nor a driver. It is the same
// for synchronous and asynchronous callers, as its recipe is synchronous.

extension Core {
  /// The registration that answers to a key, if the short way is right for it.
  func unkept<Product, Argument>(
    _ key: Key, for inquiry: Inquiry, _ product: Product.Type, _ argument: Argument.Type
  ) -> Blueprint<Product, Argument>? {
    guard !observers.areListening, let found = find(key),
      Stack.remaining() > Stack.caution
    else { return nil }
    // What answers to the key is of the types that the key names.
    let blueprint = unsafeDowncast(found.blueprint, to: Blueprint<Product, Argument>.self)
    return blueprint.isUnkept(for: inquiry) ? blueprint : nil
  }
}

extension Blueprint {
  /// Whether an instance is for whoever asks alone.
  fileprivate func isUnkept(for inquiry: Inquiry) -> Bool {
    let traits = traits
    guard !traits.hasHooks, !traits.isSpoiled, case .recipe(let recipe) = source else { return false }
    switch traits.lifetime {
    case .transient: return !recipe.maySuspend
    // Nobody could share what the root of a tree makes of nothing.
    case .graph: return recipe.isLeaf && inquiry.tree == nil
    default: return false
    }
  }

  /// Makes an instance.
  func make(_ argument: Argument, for inquiry: Inquiry) throws -> Product {
    do {
      switch source {
      case .recipe(.leaf(let body)): return try body()
      case .recipe(.sync(let body)):
        let frame = try Frame(of: self, for: inquiry, through: inquiry.core, argument: argument)
        defer {
          frame.end()
          if inquiry.tree == nil { frame.tree.end() }
        }
        return try body(Resolver(core: inquiry.core, frame: frame), argument)
      case .recipe, .forwarding:
        throw AstrojectError.noRegistrationFound(inquiry.failure(key, place: place))
      }
    } catch {
      throw inquiry.translate(error, of: self, at: .factory)
    }
  }
}
