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
    var text = ""
    for scalar in unicodeScalars {
      let isReplaced =
        switch scalar {
        case "\"", "\\": quotes
        case "\n", "\t": lines
        default: scalar.isControl
        }
      if isReplaced { text += scalar.literal } else { text.unicodeScalars.append(scalar) }
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
    guard utf8.count > most else { return self }
    let scalars = unicodeScalars
    var (left, end) = (startIndex, startIndex)
    for count in 0..<most {
      if end == endIndex { return self }
      if count == most * 2 / 3 { left = end }
      end = scalars.index(after: end)
    }
    if end == endIndex { return self }
    var right = endIndex
    for _ in 0..<most / 3 - 1 { right = scalars.index(before: right) }
    return String(self[..<left]) + "…" + String(self[right...])
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
    var (first, last, size) = (0, lines.count, 0)
    while first < last {
      size += lines[first].utf8.count + 1
      if size > String.most / 2 { break }
      first += 1
    }
    size = 0
    while last > first {
      size += lines[last - 1].utf8.count + 1
      if size > String.most / 4 { break }
      last -= 1
    }
    if first < last {
      lines[first] = "… \(last - first) more lines …"
      lines.removeSubrange(first + 1..<last)
    }
    return lines.joined(separator: "\n")
  }
}

extension TypeName {
  /// Returns the text of an error of foreign code.
  package static func text(of error: any Error) -> String {
    // The cut comes first, because all that follows looks at each character.
    withoutContexts(String(describing: error).start(16_000)).cut(to: 8_000).foreign
  }
}
