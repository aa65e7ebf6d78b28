import Astroject

/// A property that the container fills.
///
/// ```swift
/// final class Kitchen {
///   @Inject private var fruit: any Fruit
///   @Inject var spice: Spice?
///   @Inject(name: "red") var wine: Wine
///   @Inject var egg: Lazy<Egg>
/// }
/// try container.register(initializer: Kitchen.init)
/// ```
///
/// When a property gets its value depends on how its object is made:
/// - **By its initializer, registered as the type itself, or by ``Injectable``.** A property without a name or key gets
///   its value before `init`, and a caller that awaits may get an asynchronous value. The resolve throws the error of a
///   property that cannot be filled, and `validate` checks the property. A property with a name or key is filled when
///   it is made, synchronously.
/// - **By its initializer, registered as a protocol or a superclass** (`register(P.self, initializer:)`,
///   `Injection<any P>`). Every property is filled when it is made, synchronously. Write
///   `register(initializer: X.init).implements(P.self)` to get the first case.
/// - **By a closure, or by hand.** Every property is filled when it is made, synchronously. It is resolved by the build
///   in progress, or otherwise in ``Astroject/Container/current``.
///
/// A property that is filled synchronously fails if its value must be awaited. The resolve throws such a failure after
/// `init`, on whatever thread a factory has made the object. Until then an optional is nil. The program stops with the
/// text of the error if another property is read before that, or if any is read of an object that was made by hand.
///
/// The type of a property does not show its name or key. It may have one if something of its type is registered under a
/// name or key, or if the container has a fallback. Such a property is filled when it is made. Before `init`, a caller
/// that awaits fetches its value only if that may have to be awaited, and fetches it without a name. `validate` treats
/// the property as opaque. `.depends(on:)` declares its dependency.
///
/// In the first two cases, arguments of a resolve that no parameter takes go to properties without a name or key. They
/// are matched by type.
///
/// The property can be set. If an object sets it in `init`, a property that could not be filled when it was made counts
/// as filled. A value that the container fetches before `init` has to be registered all the same. In an `@Observable`
/// class, write `@ObservationIgnored` before the wrapper.
///
/// A class that declares Sendable needs `@unchecked Sendable` to have such a property. A struct that has other stored
/// properties as well needs its own `init`.
@propertyWrapper
public struct Inject<Value> {
  @usableFromInline
  enum Storage {
    case value(Value)
    case pending(Pending<Value>)
  }

  @usableFromInline private(set) var storage: Storage

  /// Creates a property that resolves its type without a name or key.
  ///
  /// It does not throw: the resolve that makes the object throws a failure; see ``Inject``.
  ///
  /// - Parameters:
  ///   - fileID: The file of the property, for error texts.
  ///   - line: The line of the property, for error texts.
  ///   - owner: The name of the type that declares the property, which tells its values from those of others.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    let source = PropertySource.current(ObjectIdentifier(Value.self), of: owner)
    if let address = source.address {
      self.init(.value(address.assumingMemoryBound(to: Value.self).move()))
      return
    }
    guard let build = source.build else {
      self.init(label: nil, at: PropertySite(fileID: fileID, line: line, owner: owner))
      return
    }
    do {
      self.init(.value(try PropertySource.value(for: build)))
    } catch {
      let site = PropertySite(fileID: fileID, line: line, owner: owner)
      let error = build.explaining(error, of: Value.self, label: nil, at: site)
      self.init(.pending(Pending(error, at: site, in: build)))
    }
  }

  @usableFromInline
  init(_ storage: Storage) { self.storage = storage }

  /// Creates a property that resolves its type under a name.
  ///
  /// It does not throw: the resolve that makes the object throws a failure; see ``Inject``.
  ///
  /// - Parameters:
  ///   - name: The name to resolve.
  ///   - fileID: The file of the property, for error texts.
  ///   - line: The line of the property, for error texts.
  ///   - owner: The name of the type that declares the property, for error texts.
  public init(name: String, fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    self.init(
      label: Label(name: name, key: nil), at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  /// Creates a property that resolves its type under a key.
  ///
  /// It does not throw: the resolve that makes the object throws a failure; see ``Inject``.
  ///
  /// - Parameters:
  ///   - key: The key to resolve.
  ///   - fileID: The file of the property, for error texts.
  ///   - line: The line of the property, for error texts.
  ///   - owner: The name of the type that declares the property, for error texts.
  public init(
    key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function
  ) {
    self.init(label: Label(name: nil, key: key), at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  @usableFromInline
  init(label: Label?, at site: PropertySite) {
    do {
      guard let build = CurrentBuild.current() else {
        storage = .value(try Container.current.resolve(Value.self, key: label?.base))
        return
      }
      do {
        if label == nil, let value = try PropertyBuffer.take(Value.self, of: site.owner, for: build) {
          storage = .value(value)
        } else {
          // A resolver enters the container. That is needed because this code may run in a task that the build has
          // started and that outlives the build.
          storage = .value(try Resolver(of: build).resolve(ResolutionRequest(Value.self, label: label)))
        }
      } catch {
        let error = build.explaining(error, of: Value.self, label: label, at: site)
        storage = .pending(Pending(error, at: site, in: build))
      }
    } catch {
      storage = .pending(Pending(error, at: site, unnoted: true))
    }
  }

  /// The injected value; reading it stops the program if it could not be resolved.
  ///
  /// A value that is set takes the place of the injected one. A property that was set counts as filled. See ``Inject``.
  public var wrappedValue: Value {
    get {
      switch storage {
      case .value(let value): return value
      case .pending(let pending):
        // The resolve of the object throws the error. Until then an optional is nil.
        if !pending.isUnnoted, let none = Inject.none { return none }
        fatalError(pending.text)
      }
    }
    // A pending property is released here, and then its build does not throw its error.
    set { storage = .value(newValue) }
  }
}

extension Inject {
  /// Nil as a value; nil if the type is not an optional.
  private static var none: Value? {
    guard TypeKind(Value.self) == .optional else { return nil }
    return (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
  }
}

extension Inject: Sendable where Value: Sendable {}
extension Inject.Storage: Sendable where Value: Sendable {}

// MARK: - InjectedProperty

extension Inject: InjectedProperty {
  package static var value: Any.Type { Value.self }

  package static func unnotedError(at address: UnsafeRawPointer) -> (any Error)? {
    switch address.assumingMemoryBound(to: Inject.self).pointee.storage {
    case .pending(let pending) where pending.isUnnoted: pending.error
    case .pending, .value: nil
    }
  }
}
