/// Sentences about modules of which the process has two copies, each with its own types and its own containers.
package enum LinkedTwice {
  /// The images that have a copy of this library, searched when they are first asked for: that looks at each image.
  private static let images = LoadedImages.copies

  /// A sentence about this library, if the process has two copies of it; nil otherwise.
  package static var library: String? { images.count > 1 ? library(in: images) : nil }

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
