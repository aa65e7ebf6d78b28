/// A decorator, as `decorate` returns it. Chained calls configure it.
///
/// It takes effect as soon as `decorate` returns. Holding it does not retain the container.
public struct Decoration<Product>: Sendable {
  package let registration: Registration<Product>

  package init(_ registration: Registration<Product>) { self.registration = registration }
}
