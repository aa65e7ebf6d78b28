/// The sentences about an initializer that the compiler has written for a struct: it takes what is to be injected.
package enum MemberwiseInitializer {
  /// Returns the sentence that says what is wrong.
  package static func headline(of owner: String, asking type: Any.Type) -> String {
    let value = (type as? any InjectedProperty.Type).map { TypeName($0.value).description } ?? ""
    return "The initializer of \(owner) that the compiler has written takes the property that `@Inject` is to fill, "
      + "an \(TypeName(type)), and no \(value)."
  }

  /// Returns the words that say how to mend it.
  package static func remedy(of owner: String) -> String {
    "give \(owner) an `init` of its own, which takes the other properties and leaves this one out."
  }
}
