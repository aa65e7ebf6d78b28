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
  package func escaped(to most: Int = 200) -> String { cut(to: most).replacing { $0.isControl } }

  /// The text as a literal, cut if it is long.
  package var quoted: String { "\"" + shortened.replacing { $0.isControl || $0 == "\"" || $0 == "\\" } + "\"" }

  /// The text of foreign code, which may have several lines, with all other control characters escaped.
  package var foreign: String { replacing { $0.isControl && $0 != "\n" && $0 != "\t" } }

  private func replacing(_ isReplaced: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isReplaced) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isReplaced(scalar) { text += scalar.literal } else { text.unicodeScalars.append(scalar) }
    }
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
    guard let end = scalars.index(startIndex, offsetBy: most, limitedBy: endIndex), end < endIndex else { return self }
    return String(scalars.prefix(most * 2 / 3)) + "…" + String(scalars.suffix(most / 3 - 1))
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
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { String($0).cut(to: 2_000) }
    let first = lines.prefix(within: String.most / 2)
    let last = lines[first...].reversed().prefix(within: String.most / 4)
    let omission = lines.count - first - last
    if omission == 0 { return lines.joined(separator: "\n") }
    return (lines.prefix(first) + ["… \(omission) more lines …"] + lines.suffix(last)).joined(separator: "\n")
  }
}

extension Sequence<String> {
  /// Returns the number of lines from the beginning whose bytes are within a limit.
  fileprivate func prefix(within most: Int) -> Int {
    var (count, size) = (0, 0)
    for line in self {
      size += line.utf8.count + 1
      if size > most { break }
      count += 1
    }
    return count
  }
}

extension TypeName {
  /// Returns the text of an error of foreign code.
  package static func text(of error: any Error) -> String {
    // The cut comes first, because all that follows looks at each character.
    withoutContexts(String(describing: error).start(16_000)).cut(to: 8_000).foreign
  }
}
