/// An owner of one dependency.
package final class Wrap<Inner> {
  package let inner: Inner
  package init(_ inner: Inner) { self.inner = inner }
}

extension Wrap: Sendable where Inner: Sendable {}
