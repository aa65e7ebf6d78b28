import Probe

/// What a piece of work asks of the allocator, on the thread that does it.
struct Allocations {
  let calls: Int
  /// Bytes that are kept, as the allocator rounds them.
  let bytes: Int

  /// Nil where allocations cannot be counted.
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
      "A hundred objects were counted as \(found.calls) allocations of \(found.bytes) bytes, and \(-dropped.bytes) given back."
    }
  }

  /// Counts what is known beforehand: a hundred objects, each with a header of 16 bytes, that are kept and then dropped.
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
