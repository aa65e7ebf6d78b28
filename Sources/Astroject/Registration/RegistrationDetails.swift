/// The details that only some registrations have beyond their recipe and their flags.
final class RegistrationDetails: @unchecked Sendable {
  // Only the options change after the registration is shared.

  /// The parameters of a recipe that gets its dependencies by itself, unless the recipe knows them itself.
  let parameterPlan: (any ParameterPlan)?
  private var rest: Rest?

  /// The details that even fewer registrations have.
  struct Rarities {
    /// The types of the arguments, if there are any. Their comparison follows.
    var arguments: Any.Type?
    var comparison: AnyComparison?
    /// The place in the order of registration, if it is that of another registration.
    var sequence: UInt?
    /// The key, if it names other types than the registration has.
    var alias: Key?
    var forwarding: Forwarding?
    var observer: (any RegistrationObserver)?
    var acceptor: (any ParameterPlan)?
    var isSubstitute = false
  }

  private final class Rest: Sendable {
    let rarities: Rarities
    init(_ rarities: Rarities) { self.rarities = rarities }
  }

  init(parameterPlan: (any ParameterPlan)? = nil) { self.parameterPlan = parameterPlan }

  /// The details that few registrations have. They are set before the registration is shared, if at all.
  var rarities: Rarities? {
    get { rest?.rarities }
    set { rest = newValue.map(Rest.init) }
  }

  /// The types of the arguments; nil if there are none.
  var arguments: Any.Type? { rest?.rarities.arguments }
  var comparison: AnyComparison? { rest?.rarities.comparison }
  var sequence: UInt? { rest?.rarities.sequence }
  var alias: Key? { rest?.rarities.alias }
  var forwarding: Forwarding? { rest?.rarities.forwarding }
  var observer: (any RegistrationObserver)? { rest?.rarities.observer }
  var acceptor: (any ParameterPlan)? { rest?.rarities.acceptor }
  var isSubstitute: Bool { rest?.rarities.isSubstitute ?? false }
  /// The assembly or module that has made the registration.
  var group: Group?
  private let contents = Lock<RegistrationOptions?>(nil)

  /// The options that chained calls have set.
  var options: RegistrationOptions? { contents.withLock { $0 } }

  /// Returns one of the options without copying the others.
  func option<Value>(_ get: (RegistrationOptions) -> Value) -> Value? { contents.withLock { $0.map(get) } }

  @inline(never)
  func changeOptions(_ change: (inout RegistrationOptions) -> Void) {
    let old = contents.withLock { options in
      let old = options
      var new = old ?? RegistrationOptions()
      change(&new)
      options = new
      return old
    }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }
}

/// The comparison of arguments that instances are cached for.
class AnyComparison: @unchecked Sendable {
  // Never changed.
  /// Returns the value of the arguments; nil if they cannot be compared.
  func value(ofAny argument: Any) -> ArgumentValue? { nil }
}

final class Comparison<Argument>: AnyComparison, @unchecked Sendable {
  let value: @Sendable (Argument) -> ArgumentValue?

  init(_ value: @escaping @Sendable (Argument) -> ArgumentValue?) { self.value = value }

  override func value(ofAny argument: Any) -> ArgumentValue? { (argument as? Argument).flatMap { value($0) } }
}
