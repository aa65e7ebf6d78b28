/// A pair of registrations: the build of the first has asked for the second.
package struct ObservedUse: Sendable {
  /// The number of the registration whose build asked.
  package let user: UInt
  /// The number of the registration that answered.
  package let used: UInt
  /// The number of the core that was asked when the pair was first seen.
  package let core: UInt
}
