import Testing

@testable import Astroject

struct TreeCacheTests {
  private let build = Build.bare(of: TreeCacheTests.registration)

  private static let registration = Blueprint(Recipe<Void, Int>.leaf { 1 }, Placement(at: .unknown))

  private func node(_ number: UInt) -> Tree.Node { Tree.Node(number, 0) }

  /// Claims a product for a build that exists for the test only; returns true if the build begins.
  private func begin(_ cache: inout TreeCache, _ number: UInt, container: UInt = 0) -> Bool {
    let node = Tree.Node(number, container)
    if case .begun = cache.claim(node, for: Borrowed(build)) { return true } else { return false }
  }

  /// Ends the build with its number as the product; returns the slot in which others wait.
  private func end(_ cache: inout TreeCache, _ number: UInt) -> InstanceSlot? {
    var product: HeldProduct? = HeldProduct(ProductBox(Int(number)))
    let waiting = cache.end(node(number), with: &product)
    // The slot leaves the product to the caller.
    #expect((product == nil) == (waiting == nil))
    return waiting
  }

  /// Returns true if a build would begin.
  private func isVacant(_ cache: TreeCache, _ number: UInt, container: UInt = 0) -> Bool {
    var copy = cache
    return begin(&copy, number, container: container)
  }

  private func product(_ cache: TreeCache, _ node: Tree.Node) -> Int? {
    var copy = cache
    let claim = copy.claim(node, for: Borrowed(build))
    return if case .product(let product) = claim { product.value(as: Int.self) } else { nil }
  }

  @Test(arguments: [1, 32, 33, 200] as [UInt])
  func `the graph cache begins one build for each key, and returns its product, for 1 to 200 products`(count: UInt) {
    var cache = TreeCache()
    for number in 0..<count {
      let begun = [number, number].map { begin(&cache, $0) }
      let waiting = end(&cache, number)
      #expect(begun == [true, false] && waiting == nil)
    }
    for number in 0..<count { #expect(product(cache, node(number)) == Int(number)) }
    #expect(isVacant(cache, count))
    #expect(isVacant(cache, 0, container: 1))
  }

  @Test func `a product is held without a box if it is a reference with one witness table at most`() {
    func expect<Product>(_ product: Product, withoutBox needsNoBox: Bool, _ number: (Product) -> Int) {
      var product = product
      let offset = IsolatedConformance.tableOffset(in: Product.self)
      let held =
        needsNoBox
        ? HeldProduct(at: &product, tableOffset: offset, boxType: ProductBox<Product>.self)
        : HeldProduct(ProductBox(product))
      #expect(HeldProduct.needsNoBox(Product.self) == needsNoBox)
      #expect(number(held.value(as: Product.self)) == 1 && number(held.box.value(as: Product.self)) == 1)
    }
    let piece = Piece(number: 1)
    expect(piece, withoutBox: true) { $0 === piece ? 1 : 0 }
    expect(piece as AnyObject, withoutBox: true) { $0 === piece ? 1 : 0 }
    expect(piece as any Counted, withoutBox: true) { $0 === piece ? $0.number : 0 }
    expect(piece as any Counted & Marked, withoutBox: false) { $0 === piece ? $0.number : 0 }
    expect(piece as any Weighed, withoutBox: false) { $0.number }
    expect(Piece?.some(piece), withoutBox: false) { $0 === piece ? 1 : 0 }
    expect(1, withoutBox: false) { $0 }
  }

  @Test func `the graph cache provides slots for builds in progress and for finished products`() throws {
    var cache = TreeCache()
    _ = begin(&cache, 1)
    let slot = cache.slot(for: node(1))
    let waiter = try expectWait(for: slot)
    defer { waiter.withdraw() }
    let waiting = end(&cache, 1)
    #expect(waiting === slot)
    _ = begin(&cache, 2)
    _ = end(&cache, 2)
    let second = cache.slot(for: node(2))
    #expect(second.product?.value(as: Int.self) == 2)
  }

  @Test func `the graph cache drops products but not builds in progress when the tree ends`() throws {
    var cache = TreeCache()
    _ = begin(&cache, 1)
    _ = begin(&cache, 2)
    _ = end(&cache, 2)
    var held: [AnyProduct] = []
    for isContinued in [false, true] {
      let rest = cache.rest(continued: isContinued, &held)
      #expect(!isVacant(rest, 1))
      #expect(isVacant(rest, 2))
      #expect(held.count == (isContinued ? 1 : 0))
    }
    #expect(held.map { $0.value(as: Int.self) } == [2])
  }

  @Test func `the graph cache reuses its row only if it has no build in progress and no slot`() {
    var cache = TreeCache()
    _ = begin(&cache, 1)
    #expect(cache.takeRow() == nil)
    _ = end(&cache, 1)
    let row = cache.takeRow()
    #expect(row?.count == 1 && isVacant(cache, 1))
    _ = cache.slot(for: node(2))
    #expect(cache.takeRow() == nil)
  }
}
