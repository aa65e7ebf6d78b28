/// The sentences about a memberwise initializer of a struct, which takes the properties that are to be injected.
package enum MemberwiseInitializer {
  /// Returns the sentence about the problem.
  package static func headline(of owner: String, asking type: Any.Type) -> String {
    let value = (type as? any InjectedProperty.Type).map { TypeName($0.value).description } ?? ""
    return "The initializer of \(owner) that the compiler has written takes the property that `@Inject` is to fill, "
      + "an \(TypeName(type)), and no \(value)."
  }

  /// Returns the remedy.
  package static func remedy(of owner: String) -> String {
    "give \(owner) an `init` of its own, which takes the other properties and leaves this one out."
  }
}
