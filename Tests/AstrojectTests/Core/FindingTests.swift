import Astroject
import TestSupport
import Testing

private final class Product: Sendable {}

@Suite("What is replaced")
struct FindingTests {
  @Test("is found all along, though another thread is in a step that registers", arguments: [true, false])
  func replaced(byAssembling isAssembling: Bool) async throws {
    let container = Container()
    try container.register(Product.self) { Product() }
    let (isInStep, isOver) = (Gate(), Gate())
    let results = await Crowd(threads: 4).run { number in
      switch number {
      case 0:
        container.transaction {
          isInStep.open()
          isOver.wait()
        }
      case 1:
        isInStep.wait()
        defer { isOver.open() }
        for _ in 0..<5000 {
          if isAssembling {
            try container.transaction { _ = try container.register(Product.self) { Product() }.asSingleton() }
          } else {
            try container.register(Product.self) { Product() }
          }
        }
      default:
        isInStep.wait()
        while !isOver.isOpen { _ = try container.resolve(Product.self) }
      }
    } asynchronous: { _ in
    }
    for result in results { try result.get() }
  }
}
