#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// An app that loads two features, lets the first one share a container, and the second one use it.

@main
enum Host {
  static func main() {
    let features = CommandLine.arguments.dropFirst().map { path -> UnsafeMutableRawPointer in
      guard let image = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
        fatalError(dlerror().map { String(cString: $0) } ?? path)
      }
      return image
    }
    call("share", in: features[0])
    call("resolve", in: features[1])
  }

  static func call(_ name: String, in image: UnsafeMutableRawPointer) {
    guard let function = dlsym(image, name) else { fatalError(name) }
    unsafeBitCast(function, to: (@convention(c) () -> Void).self)()
  }
}
