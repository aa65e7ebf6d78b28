import Nexus

/// A value that a resource file may have: among its `values`, as a `key`, or as a parameter.
///
/// ```swift
/// struct Limits { let books: Int, days: Int }
/// extension Limits: ResourceValue {}
/// ```
/// ```json
/// { "values": [ { "type": "App.Limits", "value": { "books": 3, "days": 14 } } ] }
/// ```
/// Files name the type, which is found among the conformances that the compiler has written down, as for
/// `registerDiscovered()`. Adopt the protocol in an extension: in an optimized build, Swift may drop the record of a
/// type that adopts it in its declaration and is used nowhere else.
///
/// Its `init(from:)` runs before anything of the file is registered. There, a date is read from an ISO 8601 string,
/// data from a Base64 string, a URL from a string, and a duration from a number of seconds. In a property list, dates
/// and data may be those of the list.
public protocol ResourceValue: Decodable, Sendable, SendableMetatype {}
