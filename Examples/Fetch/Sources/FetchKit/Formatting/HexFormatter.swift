import Foundation

/// Shows the bytes in hexadecimal, sixteen per line.
struct HexFormatter: BodyFormatter {
  let name = "hex"
  let contentTypes = [""]

  init() {}

  func text(of response: Response) -> String {
    let bytes = Array(response.body)
    return stride(from: 0, to: bytes.count, by: 16).map { start in
      let line = bytes[start..<min(start + 16, bytes.count)]
      return hex(start, digits: 8) + "  " + line.map { hex(Int($0), digits: 2) }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  private func hex(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
