import Astroject

/// A property that is filled by the container.
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
///
/// | the object is made by | properties without a name | with a name or key |
/// |---|---|---|
/// | its initializer, registered as the type itself; also ``Injectable`` | before `init`, awaited where needed; a
/// failure is thrown by the resolve, and `validate` sees them | when the property is made, synchronously | | its
/// initializer, registered as a protocol or a superclass (`register(P.self, initializer:)`, `Injection<any P>`) | when
/// the property is made, synchronously (`register(initializer: X.init).implements(P.self)` gives the first row) | the
/// same | | a closure, or by hand | when the property is made, synchronously: from the resolution under way, else from
/// ``Astroject/Container/current`` | the same |
///
/// Synchronously means: what has to be awaited is a failure. A failure is thrown by the resolve after `init`; to read
/// the property before that, or in an object made by hand, stops the program with the text of the error.
///
/// A type does not tell whether a property has a name. Where something of its type is registered under a name or key,
/// or where there is a fallback, the property may have one: then its value is got when it is made, before that only
/// what may have to be awaited without a name, and `validate` takes it for opaque. `.depends(on:)` declares what it
/// needs.
///
/// Arguments of a resolve that no parameter takes go to properties without a name, in the first two rows, by their
/// types.
///
/// A class that declares Sendable needs `@unchecked Sendable` with such a property. A struct that has other stored
/// properties beside it needs an `init` of its own.
@propertyWrapper
public struct Inject<Value> {
  @usableFromInline
  enum Storage {
    case value(Value)
    case pending(Pending<Value>)
  }

  @usableFromInline let storage: Storage

  /// A property of what is registered for its type.
  ///
  /// - Parameters:
  ///   - fileID: The place of the property, for error texts.
  ///   - line: The place of the property, for error texts.
  ///   - owner: The type of the property's object, for error texts.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    let source = PropertySource.current(ObjectIdentifier(Value.self))
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
      let error = build.explaining(error, of: Value.self, label: nil)
      self.init(.pending(Pending(error, at: PropertySite(fileID: fileID, line: line, owner: owner), in: build)))
    }
  }

  @usableFromInline
  init(_ storage: Storage) { self.storage = storage }

  /// A property of what is registered under a name.
  ///
  /// - Parameters:
  ///   - name: The name that it is resolved by.
  ///   - fileID: The place of the property, for error texts.
  ///   - line: The place of the property, for error texts.
  ///   - owner: The type of the property's object, for error texts.
  public init(name: String, fileID: StaticString = #fileID, line: UInt = #line, owner: StaticString = #function) {
    self.init(
      label: Label(name: name, key: nil), at: PropertySite(fileID: fileID, line: line, owner: owner))
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
    self.init(label: Label(name: nil, key: key), at: PropertySite(fileID: fileID, line: line, owner: owner))
  }

  @usableFromInline
  init(label: Label?, at site: PropertySite) {
    do {
      guard let build = try CurrentBuild.current() else {
        storage = .value(try Container.current.resolve(Value.self, key: label?.base))
        return
      }
      do {
        if label == nil, let value = try PropertyBuffer.take(Value.self, for: build) {
          storage = .value(value)
        } else {
          // By a resolver, which enters the container: this may be a task that the build has started, and outlives it.
          storage = .value(try Resolver(of: build).resolve(ResolutionRequest(Value.self, label: label)))
        }
      } catch {
        storage = .pending(Pending(build.explaining(error, of: Value.self, label: label), at: site, in: build))
      }
    } catch {
      storage = .pending(Pending(error, at: site))
    }
  }

  /// The value. Where it could not be resolved, the program stops here; see ``Inject``.
  public var wrappedValue: Value {
    switch storage {
    case .value(let value): return value
    case .pending(let pending): fatalError(pending.text)
    }
  }
}

extension Inject: Sendable where Value: Sendable {}
extension Inject.Storage: Sendable where Value: Sendable {}

// MARK: - InjectedProperty

extension Inject: InjectedProperty {
  package static var value: Any.Type { Value.self }
}
