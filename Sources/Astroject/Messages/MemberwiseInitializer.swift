/// The sentences about a memberwise initializer of a struct, which takes the injected properties.
package enum MemberwiseInitializer {
  /// Returns the sentence about the problem.
  package static func headline(of owner: String, asking type: Any.Type) -> String {
    "The memberwise initializer of \(owner) has a parameter of type \(TypeName(type)) for the property that `@Inject` fills."
  }

  /// Returns the remedy.
  package static func remedy(of owner: String) -> String {
    "write an `init` for \(owner) that takes the other properties and leaves this one out."
  }
}
