import AstrojectTesting

extension AssertionExample {
  /// Examples of overrides that are not used, or that there are none of.
  static let using = [
    AssertionExample("an override is not used") { _ in
      let line = #line + 1
      let container = try App.make().overriding(allowUnused: true) { overrides in
        try overrides.replace((any Client).self) { MockClient() }
      }
      // Unused overrides are allowed, so that only the assertion reports them, and not the test that runs the examples.
      let text = """
        Expected all overrides of the container to be used, but 1 was not.
          Never used: Client, overridden at AstrojectTestingTests/OverrideUseExamples.swift:\(line + 1)
          The container has:
            Client, registered at AstrojectTestingTests/OverrideUseExamples.swift:\(line + 1) (graph)
            Int, registered at AstrojectTestingTests/App.swift:8 (singleton)
        """
      return Assertion(text) { expectAllOverridesUsed(container) }
    },
    AssertionExample("the container has no overrides") { container in
      let text = """
        Expected all overrides of the container to be used, but it has none.
          Found: a container that was not made by `overriding`
        """
      return Assertion(text) { expectAllOverridesUsed(container) }
    },
    AssertionExample("an overriding overrides nothing") { _ in
      let container = try Container().overriding { _ in }
      let text = """
        Expected all overrides of the container to be used, but it has none.
          Found: an `overriding` that overrides nothing
        """
      return Assertion(text) { expectAllOverridesUsed(container) }
    },
  ]
}
