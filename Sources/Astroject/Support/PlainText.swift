// Texts for people. Control characters are escaped everywhere alike, and nothing is longer than a reader can use.

extension Unicode.Scalar {
  /// True for a character that shows nothing itself, ends a line, or changes how its neighbours are shown.
  ///
  /// These are the control characters, the separators of lines and paragraphs, the marks that turn the direction of
  /// writing, and the byte order mark.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// The character as it is written in a literal.
  fileprivate var literal: String {
    switch self {
    case "\0": "\\0"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\"", "\\": "\\\(self)"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}

extension String {
  /// Returns the text on one line, with control characters as they are written in a literal.
  ///
  /// - Parameter most: The number of scalars from which the text is cut.
  package func escaped(to most: Int = 200) -> String { cut(to: most).replacing(quotes: false, lines: true) }

  /// The text as a literal, cut if it is long.
  package var quoted: String { "\"" + shortened.replacing(quotes: true, lines: true) + "\"" }

  /// The text of foreign code, which may have several lines, with all other control characters escaped.
  package var foreign: String { replacing(quotes: false, lines: false) }

  /// Escapes control characters and, if asked for, quotes and backslashes, and the ends of lines and tabulators.
  private func replacing(quotes: Bool, lines: Bool) -> String {
    func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "\"", "\\": quotes
      case "\n", "\t": lines
      default: scalar.isControl
      }
    }
    guard unicodeScalars.contains(where: isReplaced) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isReplaced(scalar) { text += scalar.literal } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  // MARK: Length

  /// The text, or both ends of a long one, as names are shown and compared.
  package var shortened: String { cut(to: 200) }

  /// Returns the text, or the ends of one of more scalars with an ellipsis between them.
  ///
  /// It takes the time of the result, not of the text.
  package func cut(to most: Int) -> String {
    guard utf8.count > most, unicodeScalars.prefix(most + 1).count > most else { return self }
    return String(unicodeScalars.prefix(most * 2 / 3)) + "…" + String(unicodeScalars.suffix(most / 3 - 1))
  }

  /// Returns the first scalars of the text.
  ///
  /// The end of a longer text could begin within an address, which would not be known as one.
  func start(_ most: Int) -> String { utf8.count > most ? String(unicodeScalars.prefix(most)) : self }

  /// The largest number of bytes of a text.
  private static let most = 1 << 16

  /// The text of an error or a report: the whole, or the first and last lines of one of more than 64 KiB.
  package var bounded: String {
    guard utf8.count > String.most else { return self }
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { String($0).cut(to: 2_000) }
    let first = String.count(of: lines, within: String.most / 2)
    let last = lines.count - String.count(of: lines.reversed(), within: String.most / 4)
    if first < last {
      lines[first] = "… \(last - first) more lines …"
      lines = lines.indices.filter { $0 <= first || $0 >= last }.map { lines[$0] }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the number of lines that fit in a number of bytes.
  private static func count(of lines: [String], within most: Int) -> Int {
    var size = 0
    let end = lines.firstIndex { line in
      size += line.utf8.count + 1
      return size > most
    }
    return end ?? lines.count
  }
}

extension TypeName {
  /// Returns the text of an error of foreign code.
  package static func text(of error: any Error) -> String {
    // The cut comes first, because all that follows looks at each character.
    withoutContexts(String(describing: error).start(16_000)).cut(to: 8_000).foreign
  }
}
