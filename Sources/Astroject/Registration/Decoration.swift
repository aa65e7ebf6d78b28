/// A decorator, as `decorate` returns it: chained calls say more about it.
///
/// It is live as soon as `decorate` returns. Holding it does not keep the container alive.
public struct Decoration<Product>: Sendable {
  package let registration: Registration<Product>

  package init(_ registration: Registration<Product>) { self.registration = registration }
}
