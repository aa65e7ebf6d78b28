/// The type of an injected property, as its wrapper is stored.
package protocol InjectedProperty: SendableMetatype {
  /// The type of the value that it holds.
  static var value: Any.Type { get }

  /// Returns the error of a property that is stored at an address, if it could not be filled and no build knows of it.
  static func unnotedError(at address: UnsafeRawPointer) -> (any Error)?
}

extension InjectedProperty {
  package static func unnotedError(at address: UnsafeRawPointer) -> (any Error)? { nil }
}
