extension DependencyGraph {
  /// Returns a page that shows the graph in a browser: one file, which loads nothing from anywhere.
  ///
  /// ```swift
  /// let page = container.graph.html(report: container.graphReport(roots: App.self))
  /// try page.write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// A list with a search and filters leads to each registration. The page shows, for the chosen one, a picture of its
  /// neighbours, what it needs, what needs it, the shortest path from a root, and its findings with their remedies. The
  /// roots are the first registrations on the paths of the findings. Where they do not lead, those that no other one
  /// needs are roots.
  ///
  /// The part of the address behind `#` chooses a registration, by its identity, its key or the name of its type:
  /// `graph.html#Notes`. The key `?` lists the keys of the keyboard.
  ///
  /// Names are data and never markup. The page has at most 10 000 registrations, 100 000 dependencies and 1 000
  /// findings, and states how many it leaves out. Equal graphs and reports have equal pages.
  ///
  /// The cost grows with the size of the graph and of the report. It may be called on any thread.
  ///
  /// - Parameters:
  ///   - title: The heading of the page.
  ///   - report: A report on the same registrations, whose findings are shown; nil for a page without findings.
  /// - Returns: The text of the page, in UTF-8 if it is stored.
  public func html(title: String = "Dependency graph", report: GraphReport? = nil) -> String {
    let heading = title.escaped().asMarkup
    let json = PageData(self, title: title, report: report).json
    var page = ""
    page.reserveCapacity(json.utf8.count + PageStyle.text.utf8.count + PageScript.text.utf8.count + 4_096)
    page += """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(PageStyle.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(heading)</title>
      <style>

      """
    page += PageStyle.text
    page += """

      </style>
      </head>
      <body>
      <noscript>This page shows its graph with JavaScript, which is switched off.</noscript>
      <script type="application/json" id="page-data">
      """
    page += json
    page += "</script>\n<script>\n"
    page += PageScript.text
    page += "\n</script>\n</body>\n</html>\n"
    return page
  }
}

extension String {
  /// The text with the characters of HTML as entities.
  fileprivate var asMarkup: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
