import Foundation

/// Shows JSON with a line for each value.
struct JSONFormatter: BodyFormatter {
  let name = "json"
  let contentTypes = ["application/json"]

  init() {}

  func text(of response: Response) throws -> String {
    guard let value = try? JSONSerialization.jsonObject(with: response.body, options: .fragmentsAllowed) else {
      throw Failure("\(response.url) is not JSON.")
    }
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }
}
