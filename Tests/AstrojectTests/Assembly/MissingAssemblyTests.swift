import TestSupport
import Testing

/// An assembly that registers nothing.
private protocol Empty: Assembly {}

extension Empty { func assemble(container: Container) {} }

private struct NetworkAssembly: Empty {}
private struct NetworkingAssembly: Empty {}
private struct NetwrokAssembly: Empty {}
private struct BookingAssembly: Empty {}
private struct DiskAssembly: Empty {}
private struct RiskyAssembly: Empty {}

private enum Old { struct NetworkAssembly: Empty {} }

/// Shares its name with a type of another module.
private struct Counter: Empty {}

extension TestSupport.Counter: Assembly { package func assemble(container: Container) {} }

private struct FeatureAssembly: Empty { static var requiredAssemblies: [any Assembly.Type] { [NetworkAssembly.self] } }

private struct OtherAssembly: Empty { static var requiredAssemblies: [any Assembly.Type] { [NetworkAssembly.self] } }

private struct TopAssembly: Empty { static var requiredAssemblies: [any Assembly.Type] { [MiddleAssembly.self] } }

private struct MiddleAssembly: Empty { static var requiredAssemblies: [any Assembly.Type] { [DiskAssembly.self] } }

private struct ReportAssembly: Empty {
  static var requiredAssemblies: [any Assembly.Type] { [DiskAssembly.self, TestSupport.Counter.self] }
}

extension Assembler.Error {
  fileprivate var missing: [Assembler.MissingAssembly]? {
    if case .missingRequiredAssemblies(let missing) = self { missing } else { nil }
  }
}

struct MissingAssemblyTests {
  /// Returns the error of an assembler that does not create missing assemblies.
  private func error(adding assemblies: any Assembly...) -> Assembler.Error? {
    #expect(throws: Assembler.Error.self) {
      try Assembler(container: Container(), assemblies: assemblies, initializeMissingAssemblies: false)
    }
  }

  @Test func `the error for a missing assembly lists added ones with similar names, most similar first`() {
    let error = error(
      adding: FeatureAssembly(), OtherAssembly(), NetworkingAssembly(), BookingAssembly(), NetwrokAssembly(),
      Old.NetworkAssembly(), NetworkingAssembly())
    #expect(error?.missing?.map(\.description) == ["NetworkAssembly"])
    #expect(
      error?.missing?.first?.nearMatches.map(ObjectIdentifier.init) == [
        ObjectIdentifier(Old.NetworkAssembly.self), ObjectIdentifier(NetwrokAssembly.self),
        ObjectIdentifier(NetworkingAssembly.self),
      ])
  }

  @Test func `the error for missing assemblies names the one that requires each, also in a chain`() {
    #expect(
      error(adding: TopAssembly())?.description == """
        Assemblies are required that were not added: MiddleAssembly by TopAssembly, DiskAssembly by MiddleAssembly.
          Remedy: add them, or leave out `initializeMissingAssemblies: false`.
        """)
  }

  @Test func `an assembly that shares only the suffix Assembly with a missing one is no near match`() {
    #expect(error(adding: ReportAssembly(), RiskyAssembly())?.missing?.map(\.nearMatches.count) == [0, 0])
  }

  @Test func `the error text for missing assemblies lists the near matches of each`() {
    let error = error(
      adding: FeatureAssembly(), ReportAssembly(), Old.NetworkAssembly(), NetworkingAssembly(), Counter())
    #expect(
      error?.description == """
        Assemblies are required that were not added: NetworkAssembly by FeatureAssembly, DiskAssembly by \
        ReportAssembly, Counter by ReportAssembly.
          Did you mean:
            Old.NetworkAssembly where NetworkAssembly is required
            NetworkingAssembly where NetworkAssembly is required
            AstrojectTests.Counter where TestSupport.Counter is required
          Remedy: add them, or require the assemblies that were added, or leave out `initializeMissingAssemblies: false`.
        """)
  }
}
