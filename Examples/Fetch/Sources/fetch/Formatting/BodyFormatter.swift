/// Makes text of what came. A plug-in: a module contributes it, and nobody else needs to know of it.
protocol BodyFormatter {
  /// What it is called by `--format`.
  var name: String { get }
  /// How the types begin that it is for: `text/` for all sorts of text, nothing for whatever there is.
  var contentTypes: [String] { get }
  func text(of response: Response) throws -> String
}
