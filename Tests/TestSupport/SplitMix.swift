import Foundation

/// Pseudorandom numbers, which are the same for the same seed on every platform.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  /// The seed of this run: `ASTROJECT_SEED`, or a fixed number.
  package static let seed = ProcessInfo.processInfo.environment["ASTROJECT_SEED"].flatMap { UInt64($0) } ?? 20_250_611

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropLast() { elements.swapAt(index, index + below(elements.count - index)) }
    return elements
  }
}
