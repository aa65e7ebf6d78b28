import Astroject

/// A property that is resolved when it is first read.
///
/// ```swift
/// final class Screen {
///   @InjectLazy var api: API  // plain access: screen.api.load()
///   @InjectLazy(name: "disk") private var cache: Cache
/// }
/// ```
/// It resolves once, on the thread that reads it first, in the first of these containers that there is:
/// - the container that made its object
/// - the container of ``Astroject/Container/withCurrent(_:_:)`` in which its object was made by hand
/// - ``Astroject/Container/current`` when it is first read
///
/// It does not retain the container. `$api` is the ``Lazy``: use it to await the value or to handle an error. Reading
/// the property stops the program with the text of the error if the value cannot be resolved.
///
/// The property can be set, also before it is first read. `$api` is a lazy with that value then. Setting it is not
/// protected against other threads, like any property. In an `@Observable` class, write `@ObservationIgnored` before
/// the wrapper.
///
/// A graph shows it as a lazy dependency. It breaks a cycle as a `Lazy` does.
@propertyWrapper
public struct InjectLazy<Value>: Sendable {
  private var lazy: Inject<Lazy<Value>>.Storage
  private let site: PropertySite

  /// Creates a property that resolves its type without a name or key.
  ///
  /// - Parameters:
  ///   - fileID: The file of the property, for error texts.
  ///   - line: The line of the property, for error texts.
  ///   - owner: The name of the type that declares the property, which tells its values from those of others.
  public init(fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    self.init(nil, at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  /// Creates a property that resolves its type under a name.
  ///
  /// - Parameters:
  ///   - name: The name to resolve.
  ///   - fileID: The file of the property, for error texts.
  ///   - line: The line of the property, for error texts.
  ///   - owner: The name of the type that declares the property, for error texts.
  public init(name: String, fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    self.init(Label(name: name, key: nil), at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  /// Creates a property that resolves its type under a key.
  ///
  /// - Parameters:
  ///   - key: The key to resolve.
  ///   - fileID: The file of the property, for error texts.
  ///   - line: The line of the property, for error texts.
  ///   - owner: The name of the type that declares the property, for error texts.
  public init(
    key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function
  ) {
    self.init(Label(name: nil, key: key), at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  private init(_ label: Label?, at site: PropertySite) {
    self.site = site
    // Without a build in progress, the property's object is made by hand.
    lazy =
      CurrentBuild.current() == nil
      ? .value(.ofObjectMadeByHand(label)) : Inject<Lazy<Value>>(label: label, at: site).storage
  }

  /// The value, which is resolved on first access; reading it stops the program if it cannot be resolved.
  ///
  /// A value that is set takes the place of the resolved one.
  public var wrappedValue: Value {
    get {
      do { return try projectedValue.get() } catch {
        fatalError(Pending<Lazy<Value>>(error, at: site).text(holding: Value.self))
      }
    }
    set { lazy = .value(Lazy(newValue)) }
  }

  /// The lazy that resolves the value, to await it or to handle an error.
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
  /// Creates a lazy that resolves in the container that is current for the task, or else in the one that is current on
  /// its first use.
  fileprivate static func ofObjectMadeByHand(_ label: Label?) -> Lazy {
    let key = Key(Lazy.self, label: label)
    if let container = Container.currentOfTask { return Lazy(key, given: nil, in: Continuation(in: container.core)) }
    return Lazy(key) {
      try Container.current.resolve(ResolutionRequest(Value.self, label: label))
    } awaiting: {
      try await Container.current.resolve(ResolutionRequest(Value.self, label: label))
    }
  }
}
