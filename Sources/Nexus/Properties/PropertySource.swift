import Astroject

/// Finds the value of a property without a name, where that is known without looking at tasks.
@usableFromInline
enum PropertySource {
  /// Where the value of a type lies ready, or else the build whose code runs on this thread, if nothing is noted of its
  /// object.
  @usableFromInline
  static func current(_ type: ObjectIdentifier) -> (address: UnsafeMutableRawPointer?, build: Build?) {
    if let preparedAddress = CurrentBuild.preparedAddress,
      let address = ValueRow.at(preparedAddress)._withUnsafeGuaranteedRef({ $0.take(type) })
    {
      return (address, nil)
    }
    guard let build = Build.leading, !build.hasPropertyBuffer else { return (nil, nil) }
    return (nil, build)
  }

  /// The value, resolved for that build.
  @inlinable
  static func value<Value>(for build: Build) throws -> Value {
    let hold = ReadHold.begin()
    defer { hold.end() }
    let published = build.planCache(of: Value.self, hold)
    if let instance = published.instance(of: Value.self) { return instance._withUnsafeGuaranteedRef { $0.value } }
    hold.stay()
    if let factory = published.factory(of: Value.self) {
      return try factory._withUnsafeGuaranteedRef { try $0.make(for: build) }
    }
    return try valueStepwise(for: build)
  }

  @usableFromInline
  static func valueStepwise<Value>(for build: Build) throws -> Value {
    try build.core.resolve(Key(Value.self), (), for: ResolutionContext(of: build))
  }
}

extension Build {
  /// Returns an error of what an injected property of this build's object asked for, as one of the property.
  @usableFromInline
  func explaining<Value>(_ error: any Error, of type: Value.Type, label: Label?) -> any Error {
    guard let error = error as? AstrojectError else { return error }
    switch error {
    case .asynchronousFactory, .isolationMismatch:
      // A caller that awaits would get it before `init`.
      if label == nil, path.last?.hasParameterPlan ?? false, let product, PropertyPlan.of(product).has(type) {
        return error
      }
    default: break
    }
    return error.about(property: nil, of: self)
  }
}
