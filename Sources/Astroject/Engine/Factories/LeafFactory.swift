/// Makes unshared instances without dependencies, and finishes those whose recipe has resolved after all.
final class LeafFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  private let body: @Sendable () throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable () throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  override func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Build>?, on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    let outer = thread.pointee.word
    let leaf = thread.beginLeaf(LeafBuild(of: registration, in: core, for: parent))
    defer { thread.endLeaf(leaf, outer) }
    do {
      let product = try body()
      if leaf.pointee.turnedOut != nil { try finish(product, leaf) }
      try inspect(product, in: core, for: parent)
      return product
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }
}
