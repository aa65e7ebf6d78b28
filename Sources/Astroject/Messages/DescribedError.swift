// Only this file imports Foundation, on platforms on which it is a part of the system.

#if canImport(ObjectiveC)
  import Foundation

  /// An error with a text for people, which is also its `localizedDescription`.
  package protocol DescribedError: LocalizedError, CustomStringConvertible {}

  extension DescribedError {
    /// The description of the error.
    public var errorDescription: String? { description }
  }
#else
  /// An error with a text for people.
  package protocol DescribedError: Error, CustomStringConvertible {}
#endif
