import Probe

/// An error for a variant that made more or fewer objects than its scope promises, so that its time means nothing.
struct WrongCount: Error, CustomStringConvertible {
  let subject: String
  let found: Int
  let expected: Int

  var description: String { "\(subject) made \(found) objects instead of \(expected)." }
}

/// Checks the number of objects that a closure makes. The run is not timed.
func expectObjects(_ expected: Int, of subject: String, _ body: () async throws -> Void) async throws {
  probe_objects_start()
  try await body()
  let found = Int(probe_objects_stop())
  guard found == expected else { throw WrongCount(subject: subject, found: found, expected: expected) }
}

extension Workload {
  /// Sets each variant up again, and checks the number of objects that it makes.
  func checkObjects() async throws {
    let count = batch ?? 100
    for case (let who, let variant?) in [("by hand", hand), ("reference", reference), ("Astroject", astroject)] {
      try await expectObjects(promise.objects(in: count), of: "\(name), \(who),") { _ = try await variant()(count) }
    }
  }
}
