/// The details that only some registrations have beyond their recipe and their flags.
final class RegistrationDetails: @unchecked Sendable {
  // All but the options is set before the registration is shared.
  /// The parameters of a recipe that gets its dependencies by itself, unless the recipe knows them itself.
  var parameterPlan: (any ParameterPlan)?
  /// The types of the arguments.
  var arguments: Any.Type
  /// The place in the order of registration, if it is that of another registration.
  var sequence: UInt?
  var forwarding: Forwarding?
  var observer: (any RegistrationObserver)?
  var acceptor: (any ParameterPlan)?
  var isSubstitute = false
  /// The assembly or module that has made the registration.
  var group: Group?
  let options = Lock(RegistrationOptions())

  init(arguments: Any.Type = Void.self) { self.arguments = arguments }
}
