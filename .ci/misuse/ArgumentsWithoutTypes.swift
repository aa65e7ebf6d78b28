import Nexus

final class Page: Sendable {
  init(_ title: String, _ number: Int) {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(Page.self, arguments: String.self, Int.self) { _, title, number in Page(title, number) }
  #else
    try container.register(Page.self) { _, title, number in Page(title, number) }
  // error: is unavailable: name the types of the arguments: 'register(T.self, arguments: A.self, B.self)
  #endif
}
