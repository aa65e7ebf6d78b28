/// A value with which a factory resolves its dependencies.
///
/// It is small. It carries the path of the resolution, which errors show and in which loops are found, and the tree in
/// which graph-scoped products are shared. It may be used on any thread.
///
/// If it is stored beyond its factory, each of its calls begins a new tree. It does not retain the container, and
/// throws ``AstrojectError/containerReleased(_:)`` after the end of the container.
public struct Resolver: Sendable {
  /// The build that the resolver was made for, or one that stands for a caller outside of any build.
  ///
  /// It is the only word of a resolver, so that nothing is retained to call a factory with it.
  @usableFromInline let site: Site
  // The initializer of all members is inlined so early that it retains nothing. One that is written is not.
}
