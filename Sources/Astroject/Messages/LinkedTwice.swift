/// Sentences about modules of which the process has two copies, each with its own types and its own containers.
package enum LinkedTwice {
  private static let found = Lock<[String]?>(nil)

  /// A sentence about this library, if the process has two copies of it; nil otherwise.
  ///
  /// The images are searched when it is first read, because that is rarely needed and looks at each of them.
  package static var library: String? {
    let known = found.withLock { $0 }
    let images = known ?? LoadedImages.copies
    if known == nil { found.withLock { $0 = images } }
    return images.count > 1 ? library(in: images) : nil
  }

  static func library(in images: [String]) -> String {
    let copies = images.count == 2 ? "twice" : "\(images.count) times"
    let list = images.map { "in \($0.escaped(to: 1_000))" }.joined(separator: " and ")
    return "Astroject is linked \(copies), \(list), and each copy has its own containers. "
      + "Link the product `AstrojectDynamic` instead, in each of them."
  }

  /// Returns the words about the two copies of a type, with their images if these are known.
  static func copies(of asked: Any.Type, registeredAs match: AstrojectError.NearMatch) -> String {
    let image = { (type: Any.Type) in LoadedImages.path(of: type).map { " in \($0.escaped(to: 1_000))" } ?? "" }
    return "one\(image(match.key.product)) is registered at \(match.location), and one\(image(asked)) is asked for"
  }
}
