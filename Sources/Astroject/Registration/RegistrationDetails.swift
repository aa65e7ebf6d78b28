/// What only some registrations have beyond their recipe and their flags.
final class RegistrationDetails: @unchecked Sendable {
  // But for the options, it is written before anybody else sees the registration.

  /// What is known of the recipe, if that gets by itself what it needs and does not tell it itself.
  let parameterPlan: (any ParameterPlan)?
  private var rest: Rest?

  /// What still fewer registrations have.
  struct Rarities {
    /// The types of the arguments, where there are some, and how they are compared.
    var arguments: Any.Type?
    var comparison: AnyComparison?
    /// The place in the order of registration, if it is another one's.
    var sequence: UInt?
    /// The key, if it names other types than the registration has.
    var alias: Key?
    var forwarding: Forwarding?
    var usage: Usage?
  }

  private final class Rest: Sendable {
    let rarities: Rarities
    init(_ rarities: Rarities) { self.rarities = rarities }
  }

  init(parameterPlan: (any ParameterPlan)? = nil) { self.parameterPlan = parameterPlan }

  /// Written, if at all, before anybody else sees the registration.
  var rarities: Rarities? {
    get { rest?.rarities }
    set { rest = newValue.map(Rest.init) }
  }

  /// The types of the arguments; nil where there are none.
  var arguments: Any.Type? { rest?.rarities.arguments }
  var comparison: AnyComparison? { rest?.rarities.comparison }
  var sequence: UInt? { rest?.rarities.sequence }
  var alias: Key? { rest?.rarities.alias }
  var forwarding: Forwarding? { rest?.rarities.forwarding }
  var usage: Usage? { rest?.rarities.usage }
  /// The assembly or module that has made the registration.
  var group: Group?
  private let contents = Lock<RegistrationOptions?>(nil)

  /// What chained calls have said.
  var options: RegistrationOptions? { contents.withLock { $0 } }

  /// One of them, without a copy of the others.
  func option<Value>(_ get: (RegistrationOptions) -> Value) -> Value? { contents.withLock { $0.map(get) } }

  func changeOptions(_ change: (inout RegistrationOptions) -> Void) {
    let old = contents.withLock { options in
      let old = options
      var new = old ?? RegistrationOptions()
      change(&new)
      options = new
      return old
    }
    // What is no longer needed is freed here, where no lock is held.
    withExtendedLifetime(old) {}
  }
}

/// How arguments are compared that an instance is kept for.
class AnyComparison: @unchecked Sendable {
  // Never changed.
  /// The arguments as far as they can be compared; nil if they cannot.
  func value(of arguments: AnyArguments) -> ArgumentValue? { nil }
  func value(ofAny argument: Any) -> ArgumentValue? { nil }
}

final class Comparison<Argument>: AnyComparison, @unchecked Sendable {
  private let value: @Sendable (Argument) -> ArgumentValue?

  init(_ value: @escaping @Sendable (Argument) -> ArgumentValue?) { self.value = value }

  override func value(of arguments: AnyArguments) -> ArgumentValue? {
    value(AnyArguments.value(in: arguments, as: Argument.self))
  }

  override func value(ofAny argument: Any) -> ArgumentValue? { (argument as? Argument).flatMap { value($0) } }
}
