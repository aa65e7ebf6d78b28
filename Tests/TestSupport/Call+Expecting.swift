import AstrojectTesting

// The assertions of AstrojectTesting in a synchronous and an asynchronous form, for tests that run in both:
//
// @Test(arguments: Call.allCases)
// func `a resolve throws if nothing is registered`(call: Call) async throws {
//   await call.expectResolveThrows(Service.self, in: container, .noRegistrationFound)

extension Call {
  @discardableResult
  package func expectResolves<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, in container: some Resolving,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Product? {
    await run {
      AstrojectTesting.expectResolves(
        type, name: name, key: key, arguments: repeat each arguments, in: container,
        fileID: fileID, filePath: filePath, line: line, column: column)
    } asynchronously: {
      await AstrojectTesting.expectResolves(
        type, name: name, key: key, arguments: repeat each arguments, in: container,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  package func expectBuiltOnce<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, in container: Container, concurrently count: Int = 8,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await run {
      AstrojectTesting.expectBuiltOnce(
        type, name: name, key: key, arguments: repeat each arguments, in: container, concurrently: count,
        fileID: fileID, filePath: filePath, line: line, column: column)
    } asynchronously: {
      await AstrojectTesting.expectBuiltOnce(
        type, name: name, key: key, arguments: repeat each arguments, in: container, concurrently: count,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  @discardableResult
  package func expectResolveThrows<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, in container: some Resolving, _ kind: AstrojectError.Kind? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> AstrojectError? {
    await run {
      AstrojectTesting.expectResolveThrows(
        type, name: name, key: key, arguments: repeat each arguments, in: container, kind,
        fileID: fileID, filePath: filePath, line: line, column: column)
    } asynchronously: {
      await AstrojectTesting.expectResolveThrows(
        type, name: name, key: key, arguments: repeat each arguments, in: container, kind,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  @discardableResult
  package func expectSameInstance<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, in container: some Resolving, and other: (any Resolving)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Product? {
    await run {
      AstrojectTesting.expectSameInstance(
        type, name: name, key: key, arguments: repeat each arguments, in: container, and: other,
        fileID: fileID, filePath: filePath, line: line, column: column)
    } asynchronously: {
      await AstrojectTesting.expectSameInstance(
        type, name: name, key: key, arguments: repeat each arguments, in: container, and: other,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  package func expectNewInstance<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, in container: some Resolving, and other: (any Resolving)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await run {
      AstrojectTesting.expectNewInstance(
        type, name: name, key: key, arguments: repeat each arguments, in: container, and: other,
        fileID: fileID, filePath: filePath, line: line, column: column)
    } asynchronously: {
      await AstrojectTesting.expectNewInstance(
        type, name: name, key: key, arguments: repeat each arguments, in: container, and: other,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
