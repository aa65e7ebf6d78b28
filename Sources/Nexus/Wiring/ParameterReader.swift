import Astroject

/// A reader that hands out the values of an initializer's parameters, one after the other.
///
/// For a blocking caller, it resolves each value when it is read. For an awaiting caller, all values were fetched
/// before. The function that calls the initializer is the same for both. It is compiled with the types known, so each
/// value moves directly from its source to its parameter.
@usableFromInline
package struct ParameterReader {
  // Unretained, because the caller that runs the initializer holds the build and the plan.
  private let parameterPlan: Borrowed<InitializerPlan>
  @usableFromInline let build: Borrowed<Build>
  @usableFromInline var position = 0
  /// True if each parameter gets the product registered for its type, directly from its source.
  @usableFromInline let isDirect: Bool
  /// The values that were fetched for the parameters.
  private let fetched: ValueRow?
  /// The values of the object's properties, which are shown to its `init`.
  private var properties: ValueRow?

  /// Creates a reader for a blocking caller.
  @inline(__always)
  init(_ parameterPlan: InitializerPlan, for build: Build) throws {
    self.parameterPlan = Borrowed(parameterPlan)
    self.build = Borrowed(build)
    isDirect = parameterPlan.isDirect && !build.hasSupplied
    fetched = nil
    if parameterPlan.count == 0 { try beginProperties() }
  }

  /// Creates a reader for a caller that has awaited the values.
  init(_ parameterPlan: InitializerPlan, for build: Build, _ fetched: ValueRow?, properties: ValueRow?) {
    self.parameterPlan = Borrowed(parameterPlan)
    self.build = Borrowed(build)
    isDirect = false
    self.fetched = fetched
    self.properties = properties
    properties?.begin(for: build)
  }

  // MARK: Reading

  /// Returns the value of the next parameter.
  @inlinable
  @inline(__always)
  package mutating func next<Value>(_ type: Value.Type) throws -> Value {
    // The path of most parameters is inlined, because the type is known there.
    guard isDirect else { return try getNext(type) }
    let hold = ReadHold.begin()
    defer { hold.end() }
    guard let published = build.with({ $0.published(forType: Key.word(of: type), hold) }) else {
      hold.stay()
      return try getNext(type)
    }
    position &+= 1
    if let instance = published.word.instance(of: type) { return instance.with { $0.value } }
    hold.stay()
    return try build.with { try published.make(for: $0) }
  }

  /// Returns the next value if its type alone does not determine it, or if nothing is published for its type.
  @usableFromInline
  mutating func getNext<Value>(_ type: Value.Type) throws -> Value {
    let index = position
    position += 1
    if let fetched { return fetched.take(index).assumingMemoryBound(to: type).move() }
    return try parameterPlan.with { parameterPlan in
      try build.with { build in
        let value = try parameterPlan.value(type, for: build, at: index)
        if position == parameterPlan.count { try beginProperties() }
        return value
      }
    }
  }

  // MARK: Properties

  /// Resolves the values of the object's properties and shows them to its `init`, after the parameters have their
  /// values.
  private mutating func beginProperties() throws {
    try parameterPlan.with { parameterPlan in
      try build.with { build in
        if parameterPlan.hasNoProperties(for: build) { return }
        properties = try parameterPlan.properties.fetch(for: build)
        properties?.begin(for: build)
      }
    }
  }

  /// Stops showing the values that `beginProperties` shows.
  func end() { properties?.end() }
}
