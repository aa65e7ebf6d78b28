import Testing

@testable import Astroject

struct TableTests {
  @Test(arguments: [8, 16, 64, 128])
  func `a table finds the entries in it and no others, until a half of it is in use`(capacity: Int) {
    let table = Table(capacity: capacity)
    defer { table.deallocate() }
    let keys = (0..<capacity).map { Key(Int.self, label: Label(name: "\($0)")) }.shuffled()
    var entries: [Key: Entry] = [:]
    for key in keys.prefix(capacity / 2) {
      let entry = Entry.make(for: key)
      table.insert(entry)
      entries[key] = entry
      for key in keys { #expect(table.entry(for: key)?.object === entries[key]) }
    }
  }
}
