import Foundation

/// Answers one local request with the given text.
final class LocalServer: Sendable {
  let port: UInt16
  private let listener: Int32

  /// - Parameter answer: The whole answer, including its header.
  init(answer: String) throws {
    #if canImport(Darwin)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      // The socket functions take a pointer to `sockaddr`, the common prefix of all address types.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isListening else { throw CocoaError(.featureUnsupported) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      var request = [UInt8](repeating: 0, count: 4096)
      _ = read(connection, &request, request.count)
      let bytes = Array(answer.utf8)
      _ = write(connection, bytes, bytes.count)
      close(connection)
    }
  }

  deinit { close(listener) }
}
