import Foundation

/// The title and the links of an HTML page. It searches for two tags, and is not a parser.
struct Page {
  struct Link {
    let text: String
    let target: URL
  }

  let title: String?
  /// The links in the order of the page, without duplicate targets.
  let links: [Link]

  init(_ response: Response) {
    let html = response.text
    title = html.firstMatch(of: /<title[^>]*>([^<]*)/.ignoresCase()).map { tidy($0.1) }

    var seen: Set<URL> = []
    links = html.matches(of: /<a\s[^>]*href\s*=\s*["']([^"'#]+)[^>]*>([^<]*)/.ignoresCase()).compactMap { match in
      let target = URL(string: String(match.1.replacing("&amp;", with: "&")), relativeTo: response.url)?.absoluteURL
      guard let target, seen.insert(target).inserted else { return nil }
      return Link(text: tidy(match.2), target: target)
    }
  }
}

/// Puts a text on one line.
private func tidy(_ text: Substring) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
