import ArgumentParser
import Foundation

/// Parses the address of a web page.
@Sendable func webAddress(_ argument: String) throws -> URL {
  guard let url = URL(webAddress: argument) else {
    throw ValidationError("An address begins with http:// or https:// and has a host.")
  }
  return url
}

extension URL {
  init?(webAddress text: String) {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
      return nil
    }
    self = url
  }
}
