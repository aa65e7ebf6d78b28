import TestSupport
import Testing

/// An override of a composite, which the collection that it combines must not show.
private enum Way: CaseIterable, Sendable {
  case replaced, ofInstance, byDraft, byForwarding, forbidden, wrapped

  func override(in overrides: Overrides) throws {
    switch self {
    case .replaced: try overrides.replace((any Part).self) { Plain("mock") }
    case .ofInstance: try overrides.replace(instance: Plain("mock"), as: (any Part).self)
    case .byDraft: try overrides.replacing { try $0.register((any Part).self) { Plain("mock") } }
    case .byForwarding:
      try overrides.replacing { try $0.register(Mock.self) { Mock() }.implements((any Part).self) { $0 } }
    case .forbidden: try overrides.failOnUse((any Part).self)
    case .wrapped: try overrides.wrap((any Part).self) { _ in Plain("mock") }
    }
  }
}

struct CompositeOverrideTests {
  @Test(arguments: Way.allCases, [false, true])
  fileprivate func `an override of a composite leaves what it combines alone`(way: Way, isForwarded: Bool) throws {
    let app = try Container { container in
      if isForwarded {
        try container.register(Plain.self) { Plain("real") }.implements((any Part).self)
      } else {
        try container.register((any Part).self) { Plain("real") }
      }
      try container.register(
        (any Part).self, composite: { (parts: [any Part]) -> any Part in Plain("all \(parts.count)") }
      ).asSingleton()
      try container.register(Whole.self) { Whole(part: try $0.resolve((any Part).self)) }
    }
    let test = try app.overriding(way.override)
    #expect(try test.resolveAll((any Part).self).map(\.text) == ["real"])
    if way == .forbidden {
      let caught = failures { _ = try? test.resolve((any Part).self) }
      #expect(caught.count == 1)
    } else {
      #expect(try [test.resolve((any Part).self).text, test.resolve(Whole.self).part.text] == ["mock", "mock"])
      #expect(try test.resolve((any Part).self) as AnyObject === test.resolve((any Part).self) as AnyObject)
    }
    // A fork of the fork finds it in its place.
    let second = try test.overriding { try $0.replace((any Part).self) { Plain("second") } }
    #expect(try second.resolve((any Part).self).text == (way == .wrapped ? "mock" : "second"))
    if way != .byForwarding { #expect(try second.resolveAll((any Part).self).map(\.text) == ["real"]) }
    #expect(try app.resolve((any Part).self).text == "all 1")
  }
}
