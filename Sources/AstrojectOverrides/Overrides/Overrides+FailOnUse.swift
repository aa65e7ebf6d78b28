import Astroject

extension Overrides {
  /// Makes the test fail if a type is resolved.
  ///
  /// ```swift
  /// try overrides.failOnUse(Mailer.self)
  /// ```
  /// It replaces the registration under the key, if there is one. In a test, the failure is reported at this call. The
  /// resolve throws `AstrojectError.factoryFailed` with an ``UnexpectedUse``.
  ///
  /// - Parameters:
  ///   - type: The type that must not be resolved.
  ///   - name: The name of the registration.
  ///   - key: A hashable value that replaces the name.
  ///   - arguments: The types of the arguments that are part of the key.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: ``OverrideError/tooLate(at:)`` after `overriding` has ended.
  public func failOnUse<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID, filePath, line, column)
    let label = Label(name: name, key: key)
    let use = UnexpectedUse(of: Key(Product.self, label: label, arguments: (repeat each Argument).self))
    _ = try putting(at: site) { draft in
      try draft.add(
        Recipe<(repeat each Argument), Product>.sync { resolver, _ in
          throw use.reported(on: resolver.build, at: site)
        }, Placement(label, at: site.location))
    }
  }

  /// Makes the test fail if a registration is resolved that is neither overridden nor named.
  ///
  /// ```swift
  /// let test = try app.overriding { overrides in
  ///   try overrides.replace(Client.self) { MockClient() }
  ///   try overrides.failOnUse(except: Model.self, Store.self)
  /// }
  /// ```
  /// It applies to the registrations of the container and its parents when `overriding` ends, wherever in the closure
  /// the call is. What a `wrap`, or a decorator of a draft, surrounds counts as overridden. Values that a child was
  /// given, decorators, and products that only the fallback knows are not concerned. A copy of the resulting container
  /// can still `replace` what fails.
  ///
  /// In a test, each use is reported at this call, with the path to it. The resolve throws
  /// `AstrojectError.factoryFailed` with an ``UnexpectedUse``; outside of tests, it only throws.
  ///
  /// - Parameters:
  ///   - types: The types whose registrations may be used, under any name or key and with any arguments. The type of a
  ///     forwarding allows what it leads to.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: ``OverrideError/tooLate(at:)`` after `overriding` has ended. If a named type is not registered,
  ///   `overriding` throws ``OverrideError/nothingToExcept(_:)``.
  public func failOnUse(
    except types: Any.Type..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let site = CallSite(fileID, filePath, line, column)
    if isOver { throw OverrideError.tooLate(at: site.location) }
    let core = container.core
    atTheEnd { try core.forbid(except: types, at: site) }
  }
}
