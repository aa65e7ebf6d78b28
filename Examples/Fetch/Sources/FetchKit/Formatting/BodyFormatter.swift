/// Converts the body of a response to text. A plug-in: a module contributes it, and no other code names it.
protocol BodyFormatter {
  /// The name for `--format`.
  var name: String { get }
  /// Prefixes of the content types that it supports: `text/` for every kind of text, an empty string for anything.
  var contentTypes: [String] { get }
  func text(of response: Response) throws -> String
}
