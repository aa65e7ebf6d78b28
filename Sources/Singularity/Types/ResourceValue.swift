import Nexus

/// A type whose values a resource file may contain: among its `values`, as a `key`, or for a parameter.
///
/// ```swift
/// struct Limits { let books: Int, days: Int }
/// extension Limits: ResourceValue {}
/// ```
/// ```json
/// { "values": [ { "type": "App.Limits", "value": { "books": 3, "days": 14 } } ] }
/// ```
/// A file names the type, which is found in the compiler's records of conformances, as by `registerDiscovered()`.
/// Conform in an extension: an optimized build may drop the record of a type that conforms in its declaration and is
/// not used elsewhere.
///
/// The type's `init(from:)` runs before any entry of the file is registered. These types are read from special forms:
///
/// | Type | Form |
/// |---|---|
/// | `Date` | An ISO 8601 string, or a date in a property list |
/// | `Data` | A Base64 string, or data in a property list |
/// | `URL` | A string |
/// | `Duration` | A number of seconds |
public protocol ResourceValue: Decodable, Sendable, SendableMetatype {}
