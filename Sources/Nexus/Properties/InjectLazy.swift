import Astroject

/// A property that is resolved when it is read for the first time.
///
/// ```swift
/// final class Screen {
///   @InjectLazy var api: API  // plain access: screen.api.load()
///   @InjectLazy(name: "disk") private var cache: Cache
/// }
/// ```
/// It resolves once, from whatever thread reads it first, in the container in which its object was made; in an object
/// made by hand, in ``Astroject/Container/current`` of that moment. `$api` is the ``Lazy``, to await the value or to
/// handle an error. Where the value cannot be had, reading the property stops the program with the text of the error.
///
/// A graph shows it as a lazy dependency, and it breaks a cycle as a `Lazy` does.
@propertyWrapper
public struct InjectLazy<Value>: Sendable {
  private let lazy: Inject<Lazy<Value>>.Storage
  private let site: PropertySite

  /// A property of what is registered for its type.
  ///
  /// - Parameters:
  ///   - fileID: The place of the property, for error texts.
  ///   - line: The place of the property, for error texts.
  ///   - owner: The type of the property's object, for error texts.
  public init(fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    site = PropertySite(fileID: fileID, line: line, owner: owner)
    let source = PropertySource.current(ObjectIdentifier(Lazy<Value>.self))
    if let address = source.address {
      lazy = .value(address.assumingMemoryBound(to: Lazy<Value>.self).move())
    } else if source.build == nil, InjectLazy.isMadeByHand {
      lazy = .value(.inCurrentContainer(nil))
    } else {
      lazy = Inject<Lazy<Value>>(fileID: fileID, line: line, owner: owner).storage
    }
  }

  /// A property of what is registered under a name.
  ///
  /// - Parameters:
  ///   - name: The name that it is resolved by.
  ///   - fileID: The place of the property, for error texts.
  ///   - line: The place of the property, for error texts.
  ///   - owner: The type of the property's object, for error texts.
  public init(name: String, fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    self.init(Label(name: name, key: nil), at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  /// A property of what is registered under a key.
  ///
  /// - Parameters:
  ///   - key: The key that it is resolved by.
  ///   - fileID: The place of the property, for error texts.
  ///   - line: The place of the property, for error texts.
  ///   - owner: The type of the property's object, for error texts.
  public init(
    key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function
  ) {
    self.init(Label(name: nil, key: key), at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  private init(_ label: Label?, at site: PropertySite) {
    self.site = site
    lazy =
      InjectLazy.isMadeByHand
      ? .value(.inCurrentContainer(label)) : Inject<Lazy<Value>>(label: label, at: site).storage
  }

  /// True if no build is under way that the property's object could be a part of.
  private static var isMadeByHand: Bool {
    do { return try CurrentBuild.current() == nil } catch { return false }
  }

  /// The value; resolved now if it was not before. Where it cannot be resolved, the program stops here.
  public var wrappedValue: Value {
    do { return try projectedValue.get() } catch {
      fatalError(Pending<Lazy<Value>>(error, at: site).text(holding: Value.self))
    }
  }

  /// What resolves the value.
  public var projectedValue: Lazy<Value> {
    switch lazy {
    case .value(let lazy): return lazy
    case .pending(let pending): return Lazy { throw pending.error }
    }
  }
}

// MARK: - InjectedProperty

extension InjectLazy: InjectedProperty {
  package static var value: Any.Type { Lazy<Value>.self }
}

extension Lazy {
  /// Makes a lazy that resolves in the container that is current when it is asked first.
  fileprivate static func inCurrentContainer(_ label: Label?) -> Lazy {
    let later = Later<Value> { _ in
      try Container.current.resolve(ResolutionRequest(Value.self, label: label))
    } async: { _ in
      try await Container.current.resolve(ResolutionRequest(Value.self, label: label))
    }
    return Lazy(Key(Lazy.self, label: label), later, .nowhere)
  }
}
