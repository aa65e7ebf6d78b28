/// The sentences about a memberwise initializer of a struct, which takes the properties that are to be injected.
package enum MemberwiseInitializer {
  /// Returns the sentence about the problem.
  package static func headline(of owner: String, asking type: Any.Type) -> String {
    let value = (type as? any InjectedProperty.Type).map { TypeName($0.value).description } ?? ""
    return "The memberwise initializer of \(owner) takes the property that `@Inject` fills, "
      + "of type \(TypeName(type)) instead of \(value)."
  }

  /// Returns the remedy.
  package static func remedy(of owner: String) -> String {
    "write an `init` for \(owner) that takes the other properties and leaves this one out."
  }
}
