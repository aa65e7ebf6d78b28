import Astroject

/// Hands out the values of an initializer's parameters, one after the other.
///
/// For a caller that blocks, each is got when it is wanted; for one that awaits, all were fetched before. The function
/// that calls the initializer is the same, and is compiled with the types known, so that each value goes from where it
/// comes to where it is needed.
@usableFromInline
package struct ParameterReader {
  // Whoever runs the initializer holds the build and the plan.
  private let parameterPlan: Unmanaged<InitializerPlan>?
  @usableFromInline let build: Unmanaged<Build>?
  @usableFromInline var position = 0
  /// Whether each parameter gets, from where its value comes, what is registered for its type.
  @usableFromInline let isDirect: Bool
  /// What was fetched for the parameters.
  private let fetched: ValueRow?
  /// The values of the object's properties, which are shown to its `init`.
  private var properties: ValueRow?

  /// For a caller that blocks.
  @inline(__always)
  init(_ parameterPlan: InitializerPlan, for build: Build) throws {
    self.parameterPlan = .passUnretained(parameterPlan)
    self.build = .passUnretained(build)
    isDirect = parameterPlan.isDirect && !build.hasSupplied
    fetched = nil
    if parameterPlan.count == 0 { try beginProperties() }
  }

  /// For a caller that has awaited what there is.
  init(_ parameterPlan: InitializerPlan, for build: Build, _ fetched: ValueRow?, properties: ValueRow?) {
    self.parameterPlan = .passUnretained(parameterPlan)
    self.build = .passUnretained(build)
    isDirect = false
    self.fetched = fetched
    self.properties = properties
    properties?.begin(for: build)
  }

  /// For an initializer that takes nothing.
  init() {
    parameterPlan = nil
    build = nil
    isDirect = false
    fetched = nil
  }

  // MARK: Reading

  /// The value for the next parameter.
  @inlinable
  @inline(__always)
  package mutating func next<Value>(_ type: Value.Type) throws -> Value {
    // Inlined is what most parameters take, so that it is done where the type is known.
    guard isDirect, let build else { return try getNext(type) }
    let hold = ReadHold.begin()
    defer { hold.end() }
    let published = build._withUnsafeGuaranteedRef { $0.planCache(of: type, hold) }
    if let factory = published.factory(of: type) {
      position &+= 1
      hold.stay()
      return try build._withUnsafeGuaranteedRef { build in
        try factory._withUnsafeGuaranteedRef { try $0.make(for: build) }
      }
    }
    if let instance = published.instance(of: type) {
      position &+= 1
      return instance._withUnsafeGuaranteedRef { $0.value }
    }
    hold.stay()
    return try getNext(type)
  }

  /// The same for what is not published, or is no matter of the type alone.
  @usableFromInline
  mutating func getNext<Value>(_ type: Value.Type) throws -> Value {
    guard let parameterPlan, let build else { throw AstrojectError.Cause.missingArgument(type) }
    let index = position
    position += 1
    if let fetched { return fetched.take(index).assumingMemoryBound(to: type).move() }
    return try parameterPlan._withUnsafeGuaranteedRef { parameterPlan in
      try build._withUnsafeGuaranteedRef { build in
        let value = try parameterPlan.value(type, for: build, at: index)
        build.forgetParameters()
        if position == parameterPlan.count { try beginProperties() }
        return value
      }
    }
  }

  // MARK: Properties

  /// Gets the values of the object's properties, and shows them to its `init`: when the parameters have theirs.
  private mutating func beginProperties() throws {
    guard let parameterPlan, let build else { return }
    try parameterPlan._withUnsafeGuaranteedRef { parameterPlan in
      try build._withUnsafeGuaranteedRef { build in
        if parameterPlan.hasNoProperties(for: build) { return }
        properties = try parameterPlan.properties.fetch(for: build)
        properties?.begin(for: build)
      }
    }
  }

  /// Ends what `beginProperties` has begun.
  func end() { properties?.end() }
}

extension Build {
  /// Forgets what objects have asked for that were made for a parameter.
  func forgetParameters() { if hasPropertyBuffer { dropPropertyBuffer() } }
}
