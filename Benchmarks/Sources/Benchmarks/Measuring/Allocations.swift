import Probe

/// The allocations of a closure, on the thread that runs it.
struct Allocations {
  let calls: Int
  /// The number of bytes that were allocated and not freed, as the allocator rounds them.
  let bytes: Int

  /// Counts the allocations of a closure; returns nil if they cannot be counted.
  static func counting(_ body: () async throws -> Void) async rethrows -> Allocations? {
    guard probe_allocations_available() else { return nil }
    probe_allocations_start()
    try await body()
    let total = probe_allocations_stop()
    return Allocations(calls: Int(total.calls), bytes: Int(total.live))
  }

  struct Miscounted: Error, CustomStringConvertible {
    let found: Allocations
    let dropped: Allocations

    var description: String {
      "A hundred objects made \(found.calls) allocations of \(found.bytes) bytes, and freed \(-dropped.bytes) bytes."
    }
  }

  /// Checks the count with a hundred objects, each with a header of 16 bytes, that are made and then freed.
  static func checkCounting() async throws {
    var kept: [any LeafA] = []
    kept.reserveCapacity(100)
    let made = await counting { for _ in 0..<100 { kept.append(makeLeafA()) } }
    let count = kept.count
    let dropped = await counting { kept.removeAll(keepingCapacity: true) }
    guard let made, let dropped else { return }
    guard made.calls == count, made.bytes >= 16 * count, dropped.calls == 0, dropped.bytes == -made.bytes else {
      throw Miscounted(found: made, dropped: dropped)
    }
  }
}
