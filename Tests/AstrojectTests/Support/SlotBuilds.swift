import Testing

@testable import Astroject

/// Records an issue, and returns nothing, as the end of a test that cannot go on.
func fail(_ text: Comment, at location: SourceLocation = #_sourceLocation) {
  Issue.record(text, sourceLocation: location)
}

/// Begins a build in a slot, which must be vacant.
func expectBuild(of slot: InstanceSlot, by build: Build, at location: SourceLocation = #_sourceLocation) {
  guard case .build = slot.claim(by: nil, synchronously: true, with: build) else {
    return fail("the slot is not vacant", at: location)
  }
}

/// Returns the waiter of a claim, which must find a build under way.
func expectWait(
  for slot: InstanceSlot, by asker: Build? = nil, synchronously isSynchronous: Bool = true,
  at location: SourceLocation = #_sourceLocation
) throws -> Waiter {
  guard case .wait(let waiter) = slot.claim(by: asker, synchronously: isSynchronous) else {
    Issue.record("the claim does not wait for a build", sourceLocation: location)
    throw Trouble("nothing to wait for")
  }
  return waiter
}
