import Astroject

extension AstrojectError {
  /// What a case that is about one product carries.
  package var failure: Failure? {
    let content = Mirror(reflecting: self).children.first?.value
    if let failures = content as? [Failure] { return failures.count == 1 ? failures[0] : nil }
    return content as? Failure
  }

  /// The keys on the path.
  package var route: [String] { failure?.path.map(\.key.description) ?? [] }

  /// What happened, in one sentence.
  package var headline: String { description.split(separator: "\n").first.map(String.init) ?? "" }

  /// How to mend it.
  package var remedy: String? {
    let line = description.split(separator: "\n").last { $0.hasPrefix("  Remedy: ") }
    return line.map { String($0.dropFirst("  Remedy: ".count)) }
  }
}

/// An error of the user's.
package struct Objection: Error, Equatable {
  package init() {}
}

extension String {
  /// Without the suites that types are nested in.
  package var withoutSuites: String { replacing(/\w+Tests\./, with: "") }
}

#if canImport(Testing)
  import Testing

  extension Call {
    /// The error that something throws; the test fails if it throws none, or one that is not the container's.
    package func error<Product>(
      sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: (Call) async throws -> Product
    ) async -> AstrojectError? {
      do {
        let product = try await body(self)
        Issue.record("gave \(product), and should have thrown", sourceLocation: sourceLocation)
      } catch let error as AstrojectError {
        return error
      } catch {
        Issue.record("threw \(error), which is no AstrojectError", sourceLocation: sourceLocation)
      }
      return nil
    }

    /// The error that a resolve throws; the test fails if it throws none, or one that is not the container's.
    package func error<Product>(
      resolving type: Product.Type, name: String? = nil, in resolving: some Resolving,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async -> AstrojectError? {
      await error(sourceLocation: sourceLocation) { try await $0.resolve(type, name: name, in: resolving) }
    }
  }
#endif
