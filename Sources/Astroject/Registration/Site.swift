/// The place in a resolution that a ``Resolver`` stands for: a build, or a caller outside of any.
@usableFromInline
package class Site: @unchecked Sendable {
  // Nothing in it changes.
  init() {}
}
