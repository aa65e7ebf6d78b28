import Astroject

extension AstrojectError {
  /// The failure of an error that is about one product.
  package var failure: Failure? {
    let content = Mirror(reflecting: self).children.first?.value
    if let failures = content as? [Failure] { return failures.count == 1 ? failures[0] : nil }
    return content as? Failure
  }

  /// The keys on the path.
  package var route: [String] { failure?.path.map(\.key.description) ?? [] }

  /// The first line, which states what happened in one sentence.
  package var headline: String { description.split(separator: "\n").first.map(String.init) ?? "" }

  /// The text after "Remedy:".
  package var remedy: String? {
    let line = description.split(separator: "\n").last { $0.hasPrefix("  Remedy: ") }
    return line.map { String($0.dropFirst("  Remedy: ".count)) }
  }
}

extension Result where Failure == any Error {
  /// The error, if it is one of the library.
  package var thrown: AstrojectError? {
    if case .failure(let error as AstrojectError) = self { error } else { nil }
  }

  package var kind: AstrojectError.Kind? { thrown?.kind }
}

/// A user's error.
package struct Objection: Error, Equatable {
  package init() {}
}

extension String {
  /// The text without the suites that types are nested in.
  package var withoutSuites: String { replacing(/\w+Tests\./, with: "") }
}

#if canImport(Testing)
  import Testing

  /// Expects that a closure throws an error of a kind, and returns the error.
  @discardableResult
  package func expectThrows<Product>(
    _ kind: AstrojectError.Kind, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ body: () throws -> Product
  ) -> AstrojectError? {
    let error = #expect(throws: AstrojectError.self, sourceLocation: sourceLocation) { _ = try body() }
    #expect(error?.kind == kind, sourceLocation: sourceLocation)
    return error
  }

  extension Call {
    /// Returns the error that a closure throws. The test fails if it throws none, or one of another type.
    package func error<Product>(
      sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: (Call) async throws -> Product
    ) async -> AstrojectError? {
      do {
        let product = try await body(self)
        Issue.record("returned \(product) instead of throwing", sourceLocation: sourceLocation)
      } catch let error as AstrojectError {
        return error
      } catch {
        Issue.record("threw \(error), which is not an AstrojectError", sourceLocation: sourceLocation)
      }
      return nil
    }

    /// Expects that a closure throws an error of a kind, and returns the error.
    @discardableResult
    package func expectError<Product>(
      _ kind: AstrojectError.Kind, sourceLocation: Testing.SourceLocation = #_sourceLocation,
      _ body: (Call) async throws -> Product
    ) async -> AstrojectError? {
      let error = await error(sourceLocation: sourceLocation, body)
      #expect(error?.kind == kind, sourceLocation: sourceLocation)
      return error
    }

    /// Returns the error that a resolve throws. The test fails if it throws none, or one of another type.
    package func error<Product>(
      resolving type: Product.Type, name: String? = nil, in resolving: some Resolving,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async -> AstrojectError? {
      await error(sourceLocation: sourceLocation) { try await $0.resolve(type, name: name, in: resolving) }
    }
  }
#endif
