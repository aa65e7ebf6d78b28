import TestSupport
import Testing

@testable import Astroject
@testable import AstrojectOverrides

/// A value whose `==` and `hash(into:)` run a closure. All values have the same hash.
private struct Nosy: Hashable, Sendable {
  let id: Int
  let meddle: @Sendable () -> Void

  static func == (left: Nosy, right: Nosy) -> Bool {
    left.meddle()
    return left.id == right.id
  }

  func hash(into hasher: inout Hasher) { meddle() }
}

/// A value that runs a closure when it is compared. All values have the same hash.
private struct Watched: Hashable, Sendable {
  let id: Int
  var compare: @Sendable () -> Void = {}

  static func == (left: Watched, right: Watched) -> Bool {
    left.compare()
    right.compare()
    return left.id == right.id
  }

  func hash(into hasher: inout Hasher) {}
}

private protocol Goods: AnyObject, Sendable {}
private final class Product: Goods {}

@Suite("User-defined comparisons of keys and arguments", .ownThreads)
struct ComparisonTests {
  private let container = Container()
  private let count = Counter()

  /// Returns a value that uses the container when it is compared, except in a nested comparison.
  private func nosy(_ id: Int, _ meddle: @escaping @Sendable (Container) throws -> Void) -> Nosy {
    let isBusy = Guarded(false)
    return Nosy(id: id) { [container, count] in
      if isBusy.exchange(true) { return }
      count.increment()
      #expect(throws: Never.self) { try meddle(container) }
      isBusy.withLock { $0 = false }
    }
  }

  @Test(arguments: [false, true])
  func `a key's == and hash can use the container that compares it`(inSteps isInSteps: Bool) throws {
    let nosy = { id in
      self.nosy(id) { container in
        try container.register(Product.self, name: "\(container.isRegistered(Product.self))") { Product() }
        _ = try container.resolve(Product.self, name: "false")
      }
    }
    let register = { id in
      let register = { _ = try container.register(Product.self, key: nosy(id)) { Product() }.asSingleton() }
      if isInSteps { try container.transaction(register) } else { try register() }
    }
    for id in 0..<20 { try register(id) }
    let products = try (0..<20).map { try container.resolve(Product.self, key: nosy($0)) }
    #expect(Set(products.map { ObjectIdentifier($0) }).count == 20)
    for id in 0..<20 { #expect(try container.resolve(Product.self, key: nosy(id)) === products[id]) }
    try register(7)
    #expect(try container.resolve(Product.self, key: nosy(7)) !== products[7])
    #expect(count.value > 20)
  }

  @Test func `a list of registrations has what is registered anew while a key of it is compared`() throws {
    let (container, renews) = (container, Guarded(false))
    let key = Watched(id: 0) {
      if !renews.exchange(false) { return }
      container.unregister(Product.self)
      #expect(throws: Never.self) { try container.register(Product.self) { Product() } }
    }
    for key in [Watched(id: 1), key] {
      try container.register(Product.self, key: key) { Product() }.implements((any Goods).self)
    }
    try container.register(Product.self) { Product() }
    _ = renews.exchange(true)
    let keys = container.core.ownRegistrations.map(\.blueprint.key)
    #expect(renews.exchange(false) == false)
    #expect(keys.contains(Key(Product.self)))
  }

  @Test func `a plan that is made during the comparisons of a commit lacks the decorators that the commit removes`()
    throws
  {
    let (child, isOver) = (container.makeChild(), Guarded(false))
    try child.register(Numbered.self) { Numbered(0) }.asTransient()
    try container.decorate(Numbered.self) { _, product in Numbered(product.number + 1) }
    let key = Watched(id: 1) {
      if isOver.now { return }
      // The second request publishes the plan, unless the transaction is still open.
      for _ in 0..<2 { #expect(throws: Never.self) { try child.resolve(Numbered.self) } }
    }
    try container.register(Product.self, key: Watched(id: 1)) { Product() }
    try container.transaction {
      // The copy of the entry has this key, so that the commit compares the two.
      try container.register(Product.self, key: key) { Product() }
      container.clear()
    }
    _ = isOver.exchange(true)
    #expect(try child.resolve(Numbered.self).number == 0)
  }

  @Test func `a decorator that a child gets during the comparisons for a plan is not in the plan of the parent`() throws
  {
    final class Package: Goods {}
    let (child, isArmed) = (container.makeChild(), Guarded(false))
    let key = Watched(id: 1) {
      guard isArmed.exchange(false) else { return }
      #expect(throws: Never.self) {
        try child.decorate((any Goods).self, key: Watched(id: 1)) { _, _ in Package() }
      }
    }
    // The entry has the first key, with which the second one is compared.
    for key in [Watched(id: 1), key] {
      try container.register(Product.self, key: key) { Product() }.implements((any Goods).self)
    }
    // Where decorators are, the plan of a forwarding looks its target up.
    try container.decorate(Numbered.self) { _, product in product }
    let goods = Key((any Goods).self, label: Label(name: nil, key: Watched(id: 1)))
    let match = try #require(container.core.find(goods))
    _ = match.plan(for: child.core)
    _ = isArmed.exchange(true)
    // The second request publishes the plan.
    _ = match.plan(for: child.core)
    #expect(!isArmed.now)
    #expect(try container.resolve((any Goods).self, key: Watched(id: 1)) is Product)
    #expect(try child.resolve((any Goods).self, key: Watched(id: 1)) is Package)
  }

  @Test(arguments: [false, true])
  func `a registration replaces one of its key that is made during the comparison`(inSteps isInSteps: Bool) throws {
    let (container, made, compared) = (self.container, Guarded([String]()), Counter())
    let register = { @Sendable (key: Watched, text: String) in
      let registration = try container.register(Product.self, key: key) {
        made.withLock { $0.append(text) }
        return Product()
      }
      registration.asTransient()
    }
    let key = Watched(id: 2)
    let work = {
      try register(Watched(id: 1), "other")
      let meddling = Watched(id: 2) {
        guard compared.increment() == 1 else { return }
        #expect(throws: Never.self) {
          // The table is replaced, so the one that is being searched does not get the other registration of the key.
          for number in 0..<8 { try container.register(Int.self, name: "\(number)") { number } }
          try register(key, "first")
        }
      }
      try register(meddling, "last")
      _ = try container.resolve(Product.self, key: key)
    }
    if isInSteps { try container.transaction(work) } else { try work() }
    _ = try container.resolve(Product.self, key: key)
    #expect(made.now == ["last", "last"])
    #expect(compared.value > 0)
    #expect(container.core.ownRegistrations.count == 10)
    container.unregister(Product.self, key: key)
    #expect(!container.isRegistered(Product.self, key: key))
  }

  @Test func `a registration counts although the earlier one is removed during the comparison`() throws {
    let (container, compared, key) = (self.container, Counter(), Watched(id: 1))
    try container.register(Product.self, key: key) { Product() }
    let removing = Watched(id: 1) {
      if compared.increment() == 1 { container.unregister(Product.self, key: key) }
    }
    try container.register(Product.self, key: removing) { Product() }
    #expect(compared.value > 0)
    #expect(container.isRegistered(Product.self, key: key))
  }

  @Test(arguments: [false, true])
  func `a forwarding counts if its target still does after the keys were compared`(removesTarget: Bool) throws {
    let (container, compared, key) = (self.container, Counter(), Watched(id: 1))
    try container.register((any Goods).self, key: key) { Product() }
    let removing = Watched(id: 1) {
      guard compared.increment() == 1 else { return }
      if removesTarget {
        container.unregister(Product.self, key: key)
      } else {
        container.unregister((any Goods).self, key: key)
      }
    }
    let registration = try container.register(Product.self, key: removing) { Product() }.asSingleton()
    #expect(compared.value == 0)
    registration.implements((any Goods).self)
    #expect(compared.value > 0)
    #expect(container.isRegistered((any Goods).self, key: key))
    #expect(container.isRegistered(Product.self, key: key) == !removesTarget)
    // The registration of before, or the forwarding with its target.
    #expect(container.core.store.all.flatMap(\.blueprints).count == (removesTarget ? 1 : 2))
    if !removesTarget {
      let goods = try container.resolve((any Goods).self, key: key)
      #expect(try container.resolve(Product.self, key: key) === goods)
    }
  }

  @Test(
    arguments: [AnyScope.singleton, .disposable, .weak, .scoped, .perContainer, .graph], Call.allCases)
  func `an argument's == and hash can use the container that compares it`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(Product.self, argument: Nosy.self) { _, _ in Product() })
    // Within its own tree each value is found again.
    try container.register([Product].self, argument: [Nosy].self) { resolver, values in
      try values.map { try resolver.resolve(Product.self, argument: $0) }
    }.asTransient()
    let nosy = { id in
      self.nosy(id) { container in
        _ = try container.resolve(Product.self, argument: Nosy(id: id + 1) {})
        container.release(Product.self)
      }
    }
    let values = (0..<20).map(nosy)
    let products = try await call.resolve([Product].self, argument: values + values, in: container)
    #expect(Set(products[..<20].map { ObjectIdentifier($0) }).count == 20)
    if scope == .graph || scope == .singleton {
      #expect(zip(products[..<20], products[20...]).allSatisfy { $0 === $1 })
    }
    #expect(count.value > 20)
  }

  @Test(arguments: Call.allCases)
  func `an argument's == can release what is kept whenever it is asked, while another value is being built`(
    call: Call
  ) async throws {
    let value = { @Sendable [container] id in Watched(id: id) { container.release(Product.self) } }
    try container.register(Product.self, argument: Watched.self) { resolver, given in
      given.id == 0 ? Product() : try resolver.resolve(Product.self, argument: value(given.id - 1))
    }.asDisposableSingleton()
    let product = try await call.resolve(Product.self, argument: value(3), in: container)
    #expect(try await call.resolve(Product.self, argument: value(3), in: container) !== product)
  }

  @Test
  func `a key's == and hash can request another stand-in while stand-ins look the key up`() throws {
    let standIns = StandIns(like: nil)
    standIns.add { _ in Product() }
    let key = { id in
      Key(Product.self, label: Label(self.nosy(id) { _ in _ = standIns.product(for: Key(Product.self)) }))
    }
    let products = (0..<5).compactMap { standIns.product(for: key($0)) as? Product }
    #expect(Set(products.map { ObjectIdentifier($0) }).count == 5)
    #expect(standIns.product(for: key(2)) as? Product === products[2])
    #expect(count.value > 5)
  }

  private func node(_ number: UInt) -> Tree.Node { Tree.Node(number, 1) }

  /// Finds the slot of an argument with a number, or adds it.
  private func slot(for id: Int, in table: inout ArgumentTable) throws -> (slot: InstanceSlot, isNew: Bool) {
    slot(of: try #require(ArgumentValue.of(Nosy(id: id) {})), in: &table)
  }

  private func slot(of value: ArgumentValue, in table: inout ArgumentTable) -> (slot: InstanceSlot, isNew: Bool) {
    ArgumentTable.slot(for: value, of: node(1)) {
      $0(&table)
    } make: {
      ValueSlot($0, of: node(1))
    }
  }

  @Test(arguments: [false, true])
  func `arguments with equal hashes find their slots after the slots of others`(byHash isByHash: Bool) throws {
    var table = ArgumentTable()
    let slots = try (0..<10).map { try slot(for: $0, in: &table).slot }
    let isGone = { (taken: InstanceSlot) in slots.firstIndex { $0 === taken }.map { $0 % 3 == 0 } ?? false }
    if isByHash {
      let hash = try #require(ArgumentValue.of(Nosy(id: 0) {})).hashValue
      _ = table.removeAll(withHash: hash, where: isGone)
    } else {
      _ = table.removeAll(where: isGone)
    }
    #expect(table.slots.count == 6)
    for id in 0..<10 where id % 3 != 0 {
      let (found, isNew) = try slot(for: id, in: &table)
      #expect(found === slots[id] && !isNew)
    }
    let (anew, isNew) = try slot(for: 3, in: &table)
    #expect(anew !== slots[3] && isNew)
  }

  @Test(arguments: [false, true])
  func `an argument finds the slot that comes after it has looked, whether an earlier one is removed or not`(
    removing: Bool
  ) throws {
    var table = ArgumentTable()
    let values = try [1, 2].map { id in try #require(ArgumentValue.of(Nosy(id: id) {})) }
    let first = try slot(for: 1, in: &table).slot
    var (looks, others) = (0, [InstanceSlot]())
    let (found, isNew) = ArgumentTable.slot(for: values[1], of: node(1)) { look in
      looks += 1
      // The first look has found the other slot.
      if looks == 2 {
        others.append(slot(of: values[1], in: &table).slot)
        if removing { _ = table.removeAll(withHash: values[0].hashValue) { $0 === first } }
      }
      return look(&table)
    } make: {
      ValueSlot($0, of: node(1))
    }
    #expect(found === others.first && !isNew && table.slots.count == (removing ? 1 : 2))
  }
}
