import Testing

@testable import Astroject

struct TableTests {
  private let keys = (0..<64).map { Key(Int.self, label: Label(name: "\($0)")) }

  /// Inserts and removes at random; returns the largest number of indices that were in use.
  private func change(_ table: Table, rounds: Int, most: Int) -> Int {
    var entries: [Key: Entry] = [:]
    var (used, highest) = (0, 0)
    for _ in 0..<rounds {
      let key = keys[Int.random(in: keys.indices)]
      if let entry = entries[key] {
        used -= table.remove(entry)
        entries[key] = nil
      } else if entries.count < most {
        let entry = Entry.make(for: key)
        guard let inserted = table.insert(entry, used: used) else { continue }
        used = inserted
        entries[key] = entry
      }
      highest = max(highest, used)
      for key in keys { #expect(table.entry(for: key, word: key.word)?.object === entries[key]) }
      #expect(used >= entries.count)
    }
    for entry in entries.values { used -= table.remove(entry) }
    #expect(used == 0)
    return highest
  }

  @Test(arguments: [8, 16, 64, 128])
  func `a table finds the entries in it and no others, after any insertions and removals`(capacity: Int) {
    let table = Table(capacity: capacity)
    defer { table.deallocate() }
    #expect(change(table, rounds: 2000, most: capacity) <= capacity / 2)
  }

  @Test func `a table without entries has no index in use, however often it was full`() {
    let table = Table(capacity: 32)
    defer { table.deallocate() }
    var used = 0
    for _ in 0..<1000 {
      let entries = keys.shuffled().prefix(16).map { Entry.make(for: $0) }
      for entry in entries { used = table.insert(entry, used: used) ?? -1 }
      #expect(used == 16)
      #expect(table.insert(Entry.make(for: Key(String.self)), used: used) == nil)
      for entry in entries.shuffled() { used -= table.remove(entry) }
      #expect(used == 0)
    }
  }
}
