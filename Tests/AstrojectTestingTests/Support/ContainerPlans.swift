@testable import AstrojectOverrides
@testable import AstrojectTesting

extension ContainerPlan {
  /// A plan as a test's own trait makes it.
  init(make: Make?, override: Override? = nil, allowUnused: Bool? = nil, isTestsOwn: Bool = true) {
    self.init(
      make: make, override: override, allowUnused: allowUnused, isTestsOwn: isTestsOwn,
      site: CallSite(#fileID, #filePath, #line, 1))
  }
}
