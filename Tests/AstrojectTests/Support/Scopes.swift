import TestSupport

/// A custom scope that caches one product, acts in each call, and notes its calls and their contexts.
// Unchecked, because calls into a scope never overlap, and a test looks at the product when no call is under way.
final class Shelf<Product>: Instance, @unchecked Sendable {
  /// The functions that were called; `end` is a release for one context.
  let calls: Recorder<String>
  /// The contexts of `get`.
  let contexts: Recorder<Context>
  /// The contexts of `release`.
  let releases: Recorder<Context?>
  private(set) var now: Product?
  private let act: @Sendable (String) -> Void

  init(
    calls: Recorder<String> = Recorder(), contexts: Recorder<Context> = Recorder(),
    releases: Recorder<Context?> = Recorder(), _ act: @escaping @Sendable (String) -> Void = { _ in }
  ) { (self.calls, self.contexts, self.releases, self.act) = (calls, contexts, releases, act) }

  private func note(_ call: String) {
    act(call)
    calls.note(call)
  }

  func get(for context: Context) -> Product? {
    contexts.note(context)
    note("get")
    return now
  }

  func set(_ product: Product, for context: Context) {
    note("set")
    now = product
  }

  func release(for context: Context?) {
    releases.note(context)
    note(context == nil ? "release" : "end")
    if context == nil { now = nil }
  }
}

/// A custom scope that caches products by resolution tree, and notes its calls like a `Shelf`.
final class PerTree: Instance {
  let calls: Recorder<String>
  let releases: Recorder<Context?>
  private var products: [Context: Any] = [:]

  init(calls: Recorder<String> = Recorder(), releases: Recorder<Context?> = Recorder()) {
    (self.calls, self.releases) = (calls, releases)
  }

  func get(for context: Context) -> Any? {
    calls.note("get")
    return products[context]
  }

  func set(_ product: Any, for context: Context) {
    calls.note("set")
    products[context] = product
  }

  func release(for context: Context?) {
    releases.note(context)
    calls.note(context == nil ? "release" : "end")
    if let context { products[context] = nil } else { products = [:] }
  }
}

/// A custom scope that caches nothing.
final class Forgetful: Instance {
  func get(for context: Context) -> Any? { nil }
  func set(_ product: Any, for context: Context) {}
  func release(for context: Context?) {}
}
