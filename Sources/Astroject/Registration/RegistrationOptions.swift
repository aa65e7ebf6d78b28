/// The options of a registration that take more than a bit: all that chained calls add to it.
struct RegistrationOptions {
  var afterInit: [Hook] = []
  /// The dependencies that hooks and closures declare.
  var dependencies: [Dependency] = []
  /// The findings that a check of the graph does not report.
  var allowances: [Allowance] = []
  var onRelease: [ReleaseHook] = []
  /// The name of the container that caches the product, if the scope gives one.
  var containerName: String?
  /// Returns the custom scope, or makes one for each container.
  var custom: (@Sendable () -> ScopeObject)?
  /// Identifies the custom scope.
  var customIdentity: AnyObject?

  /// The location of the registration that this one has replaced.
  var replaced: CodeLocation?
  /// The reasons why no instance is given. There are none for most registrations, so they are stored elsewhere.
  var refusal: Refusal {
    get { boxedRefusal?.refusal ?? Refusal() }
    set { boxedRefusal = newValue.isEmpty ? nil : BoxedRefusal(newValue) }
  }
  private var boxedRefusal: BoxedRefusal?

  private final class BoxedRefusal {
    let refusal: Refusal
    init(_ refusal: Refusal) { self.refusal = refusal }
  }

  /// True if no option was set.
  var isEmpty: Bool {
    afterInit.isEmpty && dependencies.isEmpty && allowances.isEmpty && onRelease.isEmpty && containerName == nil
      && custom == nil && replaced == nil && boxedRefusal == nil
  }
}
