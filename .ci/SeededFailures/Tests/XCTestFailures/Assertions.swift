import AstrojectTesting
import Foundation
import Neighbour
import Subjects
import XCTest

final class Assertions: XCTestCase {
  func testAFirstGraphFailsAtTheCallBecauseTheCaseIsNotKnown() throws {
    expectValidGraph(try App.makeInvalid())  // fails: Sources/Subjects/App.swift:
  }

  func testAGraphFailsAtTheLinesOfAnotherPackageOrAtTheCall() throws {
    // fails at place neighbour: Int is a plain value, and nothing supplies it. [argument]
    expectValidGraph(try Neighbour.make())  // fails: Registered at: Elsewhere/Nowhere.swift:7
  }

  func testEachAssertionFailsItsLine() throws {
    let app = try App.make()
    let recorder = app.resolutionRecorder()
    _ = try app.resolve(Note.self)

    expectResolves(Bool.self, in: app)  // fails: Expected Bool to resolve, but it threw `noRegistrationFound`.
    expectRegistered(Bool.self, in: app)  // fails: Expected Bool to be registered, but it is not.
    expectNotRegistered(Int.self, in: app)  // fails: Expected Int not to be registered, but it is.
    expectResolveThrows(Int.self, in: app)  // fails: Expected Int to throw an `AstrojectError`, but it resolved.
    expectSameInstance(Note.self, in: app)  // fails: to the same instance twice, but got two.
    expectNewInstance(Folder.self, in: app)  // fails: but got the same one twice.
    expectBuiltOnce(Note.self, in: app)  // fails: Expected Note to be built once for 8 concurrent callers, but
    expectResolved(Bool.self, in: recorder)  // fails: Expected Bool to be resolved, but it was never resolved.
    expectNoResolution(of: Note.self, in: recorder)  // fails: Expected Note not to be resolved, but it was
    expectAllOverridesUsed(app)  // fails: Expected all overrides of the container to be used, but it has none.
    expectValidGraph(try App.makeInvalid())  // fails at place invalid: String is a plain value
    expectValidResource("nothing", in: .main)  // fails: Expected the resource "nothing"
    try expectReleased(after: { try App.makeKnotted() })  // fails: Not released: Knot, registered at

    let solitary = try app.overriding { overrides in
      try overrides.failOnUse(Client.self)  // fails: Expected Client not to be used, but it was resolved.
    }
    _ = try? solitary.resolve(Client.self)
  }

  func testEachAwaitedAssertionFailsItsLine() async throws {
    let app = try App.make()

    await expectResolves(Bool.self, in: app)  // fails: Expected Bool to resolve, but it threw `noRegistrationFound`.
    await expectResolveThrows(Int.self, in: app)  // fails: Expected Int to throw an `AstrojectError`, but it resolved.
    await expectSameInstance(Note.self, in: app)  // fails: to the same instance twice, but got two.
    await expectNewInstance(Folder.self, in: app)  // fails: but got the same one twice.
    await expectBuiltOnce(Note.self, in: app)  // fails: Expected Note to be built once for 8 concurrent callers, but
    try await expectReleased(after: { try await App.awaitKnotted() })  // fails: Not released: Knot, registered at
  }
}
