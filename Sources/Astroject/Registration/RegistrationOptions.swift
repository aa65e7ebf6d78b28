/// The options of a registration that take more than a bit: all that chained calls add to it.
struct RegistrationOptions {
  var afterInit: [Hook] = []
  /// The dependencies that hooks and closures declare.
  var dependencies: [Dependency] = []
  /// Those that the product gets after it was made.
  var afterwards: [Dependency] { dependencies.filter { $0.site != .declared } }
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
  /// The reasons why no instance is given.
  var refusal = Refusal()
}
