import AstrojectTesting
import Testing

private protocol Shop: AnyObject {}
private final class Corner: Shop {}
private final class Till {}
private final class Staffed: Shop { init(shop: any Shop, till: Till) {} }
private final class Asking: Shop { init(shop: any Shop, till: Provider<Till>) {} }
private final class Keeping: Shop { init(shop: any Shop, container: Container) {} }

/// The decorators of a forwarding live as long as the instance behind it.
struct DecoratedForwardingTests {
  private let container = Container()

  private func registerShop() throws -> Registration<Corner> {
    try container.register(Corner.self) { Corner() }.implements((any Shop).self)
  }

  @Test(arguments: [nil, "request"], [true, false])
  func `a decorator of a singleton's forwarding must not need what is scoped`(name: String?, isHeld: Bool) throws {
    let till = try container.register(Till.self) { Till() }
    if let name { till.asScoped(to: name) } else { till.asScoped() }
    let shop = try registerShop().asSingleton()
    if isHeld {
      try container.decorate((any Shop).self, initializer: Staffed.init)
    } else {
      try container.decorate((any Shop).self, initializer: Asking.init)
    }
    #expect(container.verdict() == ["captive-dependency: Shop → Shop (decorator) → Till"])
    let text = try #require(container.findings().first).description
    #expect(text.contains("Shop (singleton) \(isHeld ? "holds" : "asks for") Till (scoped"))
    let scope = name.map { ".asScoped(to: \"\($0)\")" } ?? ".asScoped()"
    #expect(text.contains("give Corner the same scope: `\(scope)`"))
    if let name { shop.asScoped(to: name) } else { shop.asScoped() }
    #expect(container.makeChild(named: "request").verdict() == [])
  }

  @Test(arguments: [true, false])
  func `a singleton must not hold, or ask for, a decorated forwarding of what is scoped`(isHeld: Bool) throws {
    try registerShop().asScoped()
    try container.decorate((any Shop).self) { _, shop in shop }.dependsOnNothing()
    let holder =
      isHeld
      ? try container.wire(Cast.A.self, (any Shop).self) : try container.wire(Cast.A.self, Provider<any Shop>.self)
    holder.asSingleton()
    #expect(container.verdict() == ["captive-dependency: A → Shop → Corner"])
    #expect(container.findings().first?.remedy.hasPrefix("give Cast.A the same scope: `.asScoped()`") == true)
    holder.asScoped()
    #expect(container.verdict() == [])
  }

  @Test(arguments: [true, false])
  func `a decorator of a cached product's forwarding must not take the container`(isCached: Bool) throws {
    let shop = try registerShop()
    if isCached { shop.asSingleton() }
    try container.decorate((any Shop).self, initializer: Keeping.init)
    #expect(container.verdict() == (isCached ? ["container-kept: Shop → Shop (decorator)"] : []))
  }

  @Test(arguments: [true, false])
  func `a decorator of a singleton's forwarding holds what is weak`(isDecorated: Bool) throws {
    try container.register(Till.self) { Till() }.asWeak()
    try registerShop().asSingleton()
    if isDecorated { try container.decorate((any Shop).self, initializer: Staffed.init) }
    #expect(container.verdict() == (isDecorated ? [] : ["weak-unowned: Till"]))
  }
}
