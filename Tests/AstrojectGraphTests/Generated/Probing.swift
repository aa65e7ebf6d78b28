import AstrojectGraph

/// Resolves a registration of a sketch from outside.
struct Probe {
  let address: Address
  /// True if only `resolveAll` finds it.
  let isContribution: Bool
  let wantsArguments: Bool

  /// Resolves the product, and each of its parts that resolves later.
  func resolve(in container: Container) async throws {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) async throws {
      let key = address.tie?.key
      let products: [Yarn.Product]
      if isContribution {
        products = try await container.resolveAll(Yarn.Product.self)
      } else if wantsArguments {
        products = [try await container.resolve(Yarn.Product.self, key: key, argument: 7)]
      } else {
        products = [try await container.resolve(Yarn.Product.self, key: key)]
      }
      for product in products {
        for part in (product as? any Cord)?.parts ?? [] { try await (part as? any Deferred)?.pull() }
      }
    }
    try await open(address.product.fiber)
  }
}

/// A value that resolves later.
private protocol Deferred {
  func pull() async throws
}

extension Lazy: Deferred {
  fileprivate func pull() async throws { _ = try await get() }
}

extension Provider: Deferred {
  fileprivate func pull() async throws {
    do {
      let value: Value = try await get()
      withExtendedLifetime(value) {}
    } catch {
      // It may take arguments.
      let value: Value = try await get(arguments: 7)
      withExtendedLifetime(value) {}
    }
  }
}

extension Optional: Deferred {
  fileprivate func pull() async throws {
    if let value = self { try await (value as? any Deferred)?.pull() }
  }
}

extension Oracle {
  /// The probes for the entries that a container sees.
  func probes(of entries: [Int], in level: Int) -> [Probe] {
    entries.compactMap { entry in
      let address = self.entries[entry].address
      let isContribution = item(entry).isContribution && !isForward(entry)
      let isInFront = !isContribution && find(address, from: level) == entry
      // An entry that takes arguments and has no address cannot be requested.
      guard isInFront || !item(entry).wantsArguments else { return nil }
      return Probe(address: address, isContribution: !isInFront, wantsArguments: item(entry).wantsArguments)
    }
  }
}
