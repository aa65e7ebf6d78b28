/// Shows the title and the links of a page.
struct HTMLFormatter: BodyFormatter {
  let name = "html"
  let contentTypes = ["text/html", "application/xhtml"]

  init() {}

  func text(of response: Response) -> String {
    let page = Page(response)
    let links = page.links.map { "- \($0.text): \($0.target.absoluteString)" }
    return ([page.title ?? "(no title)"] + links).joined(separator: "\n")
  }
}
