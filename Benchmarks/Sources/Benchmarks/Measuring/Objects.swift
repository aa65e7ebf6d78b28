import Probe

/// Somebody made more or fewer objects than its scope promises; its time is worth nothing.
struct WrongCount: Error, CustomStringConvertible {
  let subject: String
  let found: Int
  let expected: Int

  var description: String { "\(subject) made \(found) objects, and should have made \(expected)." }
}

/// Counts the objects that are made meanwhile, in a run that is not timed.
func expectObjects(_ expected: Int, of subject: String, _ body: () async throws -> Void) async throws {
  probe_objects_start()
  try await body()
  let found = Int(probe_objects_stop())
  guard found == expected else { throw WrongCount(subject: subject, found: found, expected: expected) }
}

extension Workload {
  /// Sets each variant up anew and has it do some work, counting.
  func checkObjects() async throws {
    let count = batch ?? 100
    for case (let who, let variant?) in [("by hand", hand), ("reference", reference), ("Astroject", astroject)] {
      try await expectObjects(promise.objects(in: count), of: "\(name), \(who),") { _ = try await variant()(count) }
    }
  }
}
