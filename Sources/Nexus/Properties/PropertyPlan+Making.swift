import Astroject

// Makes an object with its properties filled: what is known of them is got before `init`; what an object asks for
// besides gets its value when the property is made, without awaiting. What could not be filled is thrown afterwards.

extension PropertyPlan {
  /// Makes an object by code that is led already.
  func make<Product>(in frame: Frame, _ body: () throws -> Product) throws -> Product {
    let provision = try begin(in: frame)
    defer { provision?.end() }
    let product = try body()
    try frame.finishFilling()
    return product
  }

  /// Gets the values of the properties without awaiting, by code that is led already. What lies ready is to be ended.
  func begin(in frame: Frame) throws -> Provision? {
    frame.dropFilling()
    guard isPlain(in: frame) else {
      try Filling.of(frame).prepare(self, for: frame)
      return nil
    }
    if isEmpty { return nil }
    let provision = try Provision.get(self, for: frame)
    provision.begin(for: frame)
    return provision
  }

  /// Makes an object for a caller that awaits.
  func makeAwaited<Product>(in frame: Frame, _ body: () throws -> Product) async throws -> Product {
    guard isPlain(in: frame) else {
      try await prepare(for: frame)
      let product = try Ambient.lead(frame, body)
      try frame.finishFilling()
      return product
    }
    frame.dropFilling()
    let provision = isEmpty ? nil : try await Provision.get(self, for: frame)
    return try Ambient.lead(frame) {
      provision?.begin(for: frame)
      defer { provision?.end() }
      let product = try body()
      try frame.finishFilling()
      return product
    }
  }

  /// Makes an object by a body that is awaited and leads the build's code itself.
  func makeAwaited<Product>(in frame: Frame, awaiting body: () async throws -> Product) async throws -> Product {
    try await prepare(for: frame)
    let product = try await body()
    try frame.finishFilling()
    return product
  }

  /// Gets the values of the properties for a caller that awaits; they lie with the build.
  func prepare(for frame: Frame) async throws {
    frame.dropFilling()
    if !isEmpty || frame.hasArgumentsLeft { try await Filling.of(frame).prepare(self, for: frame) }
  }

  /// Returns true if there are no arguments for the properties, and the values can lie in a row.
  private func isPlain(in frame: Frame) -> Bool { isLaidOut && !frame.hasArgumentsLeft }
}

extension Frame {
  /// Returns true if no parameter has taken some of the arguments.
  fileprivate var hasArgumentsLeft: Bool { hasSupply && supply.map { !$0.rest.isEmpty } ?? false }
}
