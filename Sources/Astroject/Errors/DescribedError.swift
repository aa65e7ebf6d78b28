// The one file that knows Foundation, where that is a part of the system.

#if canImport(ObjectiveC)
  import Foundation

  /// An error with a text for people, which is its `localizedDescription`, too.
  package protocol DescribedError: LocalizedError, CustomStringConvertible {}

  extension DescribedError {
    /// The description.
    public var errorDescription: String? { description }
  }
#else
  /// An error with a text for people.
  package protocol DescribedError: Error, CustomStringConvertible {}
#endif
