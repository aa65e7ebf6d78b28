import Astroject
import AstrojectTesting

#if canImport(Testing)
  import Testing

  /// A function that registers, to be tested with all labels and policies.
  package struct RegisteringForm<Product>: Sendable, CustomTestStringConvertible {
    /// The labels and policies that a registration may have.
    package struct Labels: Sendable {
      package var name: String?
      package var key: Int?
      package var isOverridable = true
      package var ifRegistered: DuplicatePolicy?
      package var line: UInt = 7
    }

    package let testDescription: String
    /// The end of the key.
    private let arguments: String
    private let add: @Sendable (Container, Labels) throws -> Registration<Product>

    package init(
      testDescription: String, arguments: String = "",
      add: @escaping @Sendable (Container, Labels) throws -> Registration<Product>
    ) {
      self.testDescription = testDescription
      self.arguments = arguments
      self.add = add
    }

    /// Registers without a name, a key or a policy.
    package func register(in container: Container) throws -> Registration<Product> { try add(container, Labels()) }

    /// Expects the form to apply the name, the key and the place.
    ///
    /// - Parameters:
    ///   - product: The name of the product's type.
    ///   - fileID: The file in which the form is written.
    package func expectLabels(
      of product: String, fileID: String = #fileID, at location: Testing.SourceLocation = #_sourceLocation
    ) throws {
      let container = Container()
      let all = [
        try add(container, Labels()), try add(container, Labels(name: "n")),
        try add(container, Labels(key: 7, line: 9)),
      ]
      let keys = ["", " named \"n\"", " keyed 7"].map { product + $0 + arguments }
      #expect(all.map(\.key.description) == keys, sourceLocation: location)
      #expect(all.map(\.location.line) == [7, 7, 9], sourceLocation: location)
      #expect(Set(all.map(\.location.fileID)) == [fileID], sourceLocation: location)
    }

    /// Expects the form to protect its registration only if it is not overridable.
    package func expectProtection(at location: Testing.SourceLocation = #_sourceLocation) throws {
      let container = Container()
      _ = try add(container, Labels(name: "n", isOverridable: false))
      expect(.alreadyRegistered, in: container, Labels(name: "n"), at: location)
      for _ in 0..<2 { _ = try add(container, Labels(key: 7)) }
    }

    /// Expects the form to apply its own duplicate policy, or else the container's.
    package func expectPolicies(at location: Testing.SourceLocation = #_sourceLocation) throws {
      /// Expects the registration of a line to be the only one.
      func expect(line: Int, in container: Container) {
        let lines = container.debugDescription.matches(of: /\.swift:(\d+)/).map { Int($0.1) }
        #expect(lines == [line], sourceLocation: location)
      }
      let container = Container()
      _ = try add(container, Labels(line: 1))
      _ = try add(container, Labels(ifRegistered: .keep, line: 2))
      expect(line: 1, in: container)
      self.expect(.duplicateRegistration, in: container, Labels(ifRegistered: .fail, line: 3), at: location)
      expect(line: 1, in: container)
      _ = try add(container, Labels(ifRegistered: .replace, line: 4))
      expect(line: 4, in: container)
      let strict = Container(ifRegistered: .fail)
      _ = try add(strict, Labels(line: 1))
      self.expect(.duplicateRegistration, in: strict, Labels(line: 2), at: location)
      _ = try add(strict, Labels(ifRegistered: .replace, line: 3))
      expect(line: 3, in: strict)
    }

    /// Expects registering to throw.
    private func expect(
      _ kind: AstrojectError.Kind, in container: Container, _ labels: Labels, at location: Testing.SourceLocation
    ) {
      let error = #expect(throws: AstrojectError.self, sourceLocation: location) { _ = try add(container, labels) }
      #expect(error?.kind == kind, sourceLocation: location)
    }
  }
#endif
