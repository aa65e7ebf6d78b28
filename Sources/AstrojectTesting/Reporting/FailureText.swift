import Astroject

/// The text of a failed assertion: the expected and the actual result, followed by sections with details.
///
/// ```
/// Expected Client to resolve, but it threw `noRegistrationFound`.
///   Found:
///     No registration found for Client.
///       Remedy: register it: `container.register(Client.self) { … }`.
///   The container has: Store, registered at App/Wiring.swift:12 (singleton)
/// ```
struct FailureText: CustomStringConvertible {
  private var lines: [String]

  /// Begins a text with a full sentence.
  init(_ headline: String) { lines = [headline] }

  /// Returns the text with one more section; a single line stands beside its title.
  func with(_ title: String, _ section: [String]) -> FailureText {
    var longer = self
    if let only = section.first, section.count == 1 {
      longer.lines.append("  \(title): \(only)")
    } else {
      longer.lines += ["  \(title):"] + section.map { $0.isEmpty ? "" : "    \($0)" }
    }
    return longer
  }

  /// Returns the text with further lines that need no title.
  func noting(_ remarks: [String]) -> FailureText {
    var longer = self
    if !remarks.isEmpty { longer.lines += FailureText.list(remarks).map { "  \($0)" } }
    return longer
  }

  /// Returns the text with a section for the actual result.
  func found(_ section: String...) -> FailureText { with("Found", section) }

  /// Returns the text with the description of an error.
  func found(_ error: any Error) -> FailureText {
    let text = TypeName.text(of: error)
    return with("Found", text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  var description: String { lines.joined(separator: "\n").bounded }
}

// MARK: - Words

extension FailureText {
  /// The maximal number of lines of a list.
  private static let most = 10

  /// Returns a list, or the first lines of a long one and the number of the others.
  static func list(_ lines: [String]) -> [String] {
    if lines.isEmpty { return ["nothing"] }
    return lines.count > most ? lines.prefix(most) + ["… \(lines.count - most) more"] : lines
  }

  /// Returns a frequency in words.
  static func times(_ number: Int) -> String {
    switch number {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(number) times"
    }
  }

  /// Returns a verb with its frequency: `never built`, `built twice`.
  static func times(_ number: Int, _ verb: String) -> String {
    number == 0 ? "\(times(number)) \(verb)" : "\(verb) \(times(number))"
  }

  /// Returns the name of a product's dynamic type.
  static func typeName<Product>(of product: Product) -> String { TypeName(type(of: product as Any)).description }
}

extension Reporter {
  /// Reports a failure to the running test runner.
  static func fail(_ text: FailureText, at site: CallSite) { fail(text.description, at: site) }
}
