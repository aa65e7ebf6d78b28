/// Shows the text unchanged.
struct PlainFormatter: BodyFormatter {
  let name = "plain"
  let contentTypes = ["text/"]

  init() {}

  func text(of response: Response) -> String { response.text }
}
