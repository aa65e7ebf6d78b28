#if os(Linux) && canImport(Testing)
  import Foundation
  import Testing

  private let share = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] == nil ? 20 : 1

  /// Returns the size of the process's own memory, which is read from a file of Linux.
  ///
  /// Pages of the program's file are not counted: the system loads and drops them as it likes.
  package func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").compactMap {
      Int($0)
    }
    return (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The growth allowed for the pools of the allocator. Leaked objects would soon take more.
  private let allowance = 1 << 20

  /// Runs a closure many times, and expects that the memory of the process does not grow.
  ///
  /// With `ASTROJECT_LONG` set, the closure runs `times` times. Otherwise it runs a twentieth of that, because each
  /// caller has a process of its own, which slows down other tests.
  package func expectFlat(
    times: Int = 100_000, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    for _ in 0..<warmUp(times) { try body() }
    let before = try residentBytes()
    for _ in 0..<(times / share) { try body() }
    try expectGrowth(since: before, at: location)
  }

  package func expectFlat(
    times: Int = 100_000, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async throws {
    for _ in 0..<warmUp(times) { try await body() }
    let before = try residentBytes()
    for _ in 0..<(times / share) { try await body() }
    try expectGrowth(since: before, at: location)
  }

  /// The first rounds, which fill caches and the allocator's pools, and grow tables to their size.
  private func warmUp(_ times: Int) -> Int { times / 10 }

  private func expectGrowth(since before: Int, at location: SourceLocation) throws {
    let growth = try residentBytes() - before
    #expect(growth < allowance, "The memory has grown by \(growth) bytes", sourceLocation: location)
  }
#endif
